// Which shell commands agents may run: each part of a compound command has to begin with a program of the list.
const PROGRAMS = new Set([
  ...['awk', 'basename', 'bun', 'bundle', 'cargo', 'cat', 'cd', 'cmake', 'comm', 'composer', 'corepack', 'ctest', 'cut', 'date'],
  ...['deno', 'diff', 'dirname', 'dotnet', 'du', 'echo', 'env', 'exit', 'expr', 'false', 'file', 'find', 'go', 'gradle', 'grep'],
  ...[
    'head',
    'java',
    'javac',
    'jest',
    'jq',
    'ls',
    'make',
    'md5sum',
    'mkdir',
    'mvn',
    'node',
    'nproc',
    'npm',
    'npx',
    'php',
    'pnpm',
  ],
  ...['printf', 'pwd', 'pytest', 'python', 'python3', 'rake', 'rg', 'rspec', 'ruby', 'rustc', 'sed', 'seq', 'sha256sum', 'sleep'],
  ...[
    'sort',
    'stat',
    'tail',
    'tee',
    'test',
    'touch',
    'tox',
    'tr',
    'tree',
    'true',
    'tsc',
    'uname',
    'uniq',
    'vitest',
    'wc',
    'which',
  ],
  ...['xargs', 'yarn', 'zig', './gradlew', './mvnw', '['],
]);

export type ShellVerdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

const refuse = (reason: string): ShellVerdict => ({ allowed: false, reason });

/** Words of each part; null where the command holds something that cannot be judged part by part. */
function splitParts(command: string): string[][] | null {
  const parts: string[][] = [[]];
  let word: string | null = null;
  let quote: string | null = null;
  const endWord = () => {
    if (word !== null) parts.at(-1)?.push(word);
    word = null;
  };
  for (let at = 0; at < command.length; at += 1) {
    const character = command.charAt(at);
    const next = command.charAt(at + 1);
    if (quote === "'") {
      if (character === "'") quote = null;
      else word += character;
    } else if (character === '`' || (character === '$' && (next === '(' || next === '{')) || character === '\0') {
      return null;
    } else if (character === '\\') {
      word = (word ?? '') + next;
      at += 1;
    } else if (quote === '"') {
      if (character === '"') quote = null;
      else word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (/[;&|\n]/.test(character)) {
      endWord();
      if (character === '&' && (command.charAt(at - 1) === '>' || next === '>')) continue;
      parts.push([]);
    } else if (/[()<]/.test(character)) {
      return null;
    } else if (character === '>') {
      endWord();
    } else if (/\s/.test(character)) {
      endWord();
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== null) return null;
  endWord();
  return parts.filter((words) => words.length > 0);
}

/** Settings such as `CI=1` may stand before the program. */
const programOf = (words: readonly string[]): string | undefined => words.find((word) => !/^[A-Za-z_]\w*=/.test(word));

/** Judges a command for `/bin/sh -c`. The sandbox contains it in any case; this keeps agents to what they are for. */
export function judgeShellCommand(command: string): ShellVerdict {
  if (command.trim() === '' || command.length > 2_000) return refuse('the command is empty or longer than 2,000 characters');
  const parts = splitParts(command);
  if (!parts)
    return refuse('substitutions, subshells, here-documents and open quotes cannot be judged; write the command without them');
  for (const words of parts) {
    const program = programOf(words);
    if (program === undefined) continue;
    if (!PROGRAMS.has(program)) return refuse(`${program.slice(0, 60)} is not on the list of programs that may be run`);
    if (program === 'env' || program === 'xargs') {
      const inner = words.slice(words.indexOf(program) + 1).find((word) => !word.startsWith('-') && !word.includes('='));
      if (inner !== undefined && !PROGRAMS.has(inner))
        return refuse(`${inner.slice(0, 60)} is not on the list of programs that may be run`);
    }
  }
  return { allowed: true };
}
