// npm run bench:decide: the Run decider with its digests, beside the same with digests that cost nothing (the limit of everything else).
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

interface Row {
  readonly name: string;
  readonly tasks: number;
  readonly stubbed: boolean;
  /** Commands a second of processor time. */
  readonly gate: number | null;
}

const REPEATS = 5;
const ROWS: readonly Row[] = [
  { name: 'with digests, 100 tasks', tasks: 100, stubbed: false, gate: 40_000 },
  { name: 'digests stubbed, 100 tasks', tasks: 100, stubbed: true, gate: 100_000 },
  { name: 'with digests, 10 tasks', tasks: 10, stubbed: false, gate: null },
  { name: 'with digests, 400 tasks', tasks: 400, stubbed: false, gate: null },
];
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

function measure({ tasks, stubbed }: Row): number {
  const imports = ['../../../tools/typescript.mjs', ...(stubbed ? ['./stub.mjs'] : [])].flatMap((file) => [
    '--import',
    here(file),
  ]);
  const args = ['--conditions=@workroom/source', ...imports, here('./measure.ts'), String(tasks)];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

const figures = ROWS.map((): number[] => []);
for (let round = 1; round <= REPEATS; round += 1) {
  ROWS.forEach((row, index) => figures[index]?.push(measure(row)));
  process.stderr.write(`round ${round} of ${REPEATS}\n`);
}

const results = ROWS.map(({ name, gate }, index) => {
  const sorted = (figures[index] ?? []).toSorted((one, other) => one - other);
  const [min = 0, median = 0, max = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return { name, min, median, max, gate, verdict: gate === null ? '' : median >= gate ? 'met' : 'short' };
});
const machine = { processor: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version };
process.stdout.write(`${machine.processor}, ${machine.cores} cores, Node ${machine.node}; commands a second of processor time\n`);
console.table(results);
mkdirSync('reports', { recursive: true });
writeFileSync('reports/bench-decide.json', `${JSON.stringify({ machine, repeats: REPEATS, results }, null, 2)}\n`);
