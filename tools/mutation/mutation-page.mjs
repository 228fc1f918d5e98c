// The page of docs/mutation.md from Stryker's report and the kept list of reasons: a survivor that no reason explains is shown as such.
const FOLDER = 'libs/domain/run/';
const KILLED = new Set(['Killed', 'Timeout']);
const SURVIVED = new Set(['Survived', 'NoCoverage']);

const mutantsOf = (report) =>
  Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map((mutant) => ({
      ...mutant,
      file: file.slice(FOLDER.length),
      line: mutant.location.start.line,
      code: lines[mutant.location.start.line - 1].trim(),
    }));
  });

/** A reason explains a mutant when each of its patterns (file, mutator, code of the line, replacement) matches. */
const explains = (reason) => (mutant) =>
  Object.entries(reason.of).every(([field, pattern]) =>
    new RegExp(pattern, 's').test(String(mutant[field === 'mutator' ? 'mutatorName' : field] ?? '')),
  );

const percent = (part, whole) => (whole === 0 ? 'n/a' : `${((100 * part) / whole).toFixed(2)} %`);

function scoreRow(name, mutants) {
  const count = (set) => mutants.filter(({ status }) => set.has(status)).length;
  const [killed, survived] = [count(KILLED), count(SURVIVED)];
  return `| ${name} | ${percent(killed, killed + survived)} | ${killed} | ${survived} | ${mutants.filter(({ status }) => status === 'Ignored').length} |`;
}

function survivorLines(mutants) {
  const places = new Map();
  for (const mutant of mutants) places.set(mutant.file, [...(places.get(mutant.file) ?? []), mutant]);
  return [...places].map(([file, those]) => {
    const shown = those.map(({ line, mutatorName }) => `${line} ${mutatorName}`);
    return `- \`${file}\`: ${[...new Set(shown)].join(', ')}`;
  });
}

export function mutationPage(report, reasons, date) {
  const mutants = mutantsOf(report);
  const folders = [...new Set(mutants.map(({ file }) => (file.includes('/') ? file.split('/')[0] : '(root)')))].sort();
  const inFolder =
    (folder) =>
    ({ file }) =>
      (file.includes('/') ? file.split('/')[0] : '(root)') === folder;
  let left = mutants.filter(({ status }) => SURVIVED.has(status));
  const survivors = left.length;
  const explained = reasons.map((reason) => {
    const those = left.filter(explains(reason));
    left = left.filter((mutant) => !those.includes(mutant));
    return { reason: reason.reason, those };
  });
  const ignored = mutants.filter(({ status }) => status === 'Ignored').length;
  return `${[
    '# Mutation score of a Run’s rules',
    `Written by \`npm run mutation\` on ${date} from Stryker’s report of \`${FOLDER}\`; the reasons are kept in \`tools/mutation/reasons.json\`.`,
    `The run asks the examples of \`${FOLDER}\` alone, without its random walks. It switches each mutant on while its tests run, in one process; **${ignored} mutants of code that runs only while files load (shapes, tables of states) or at the building of a spec’s states are not counted**. The build of states that a spec makes outside its tests runs unchanged: what breaks only there counts as survived. The score says nothing of what is not counted.`,
    [
      '| folder | score | killed | survived | not counted |',
      '|---|---|---|---|---|',
      ...folders.map((folder) => scoreRow(folder, mutants.filter(inFolder(folder)))),
      scoreRow('**whole**', mutants),
    ].join('\n'),
    `## Survivors: ${survivors}\nEach place is the line in its file and what was changed there.`,
    ...explained
      .filter(({ those }) => those.length)
      .map(({ reason, those }) => `### ${reason} (${those.length})\n${survivorLines(those).join('\n')}`),
    ...(left.length ? [`### No reason yet (${left.length})\n${survivorLines(left).join('\n')}`] : []),
  ].join('\n\n')}\n`;
}
