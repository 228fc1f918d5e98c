// How a repository is tested: the command that its own files name, and how it ended when it was run.
import { code, counted } from '../markdown.js';
import { textOf } from './finding.js';
import type { Finding } from './finding.js';
import { pathFinding } from './path-finding.js';

type Detect = (text: string) => string | null;

const jsonScript =
  (command: string): Detect =>
  (text) => {
    try {
      const script = (JSON.parse(text.replace(/^\uFEFF/, '')) as { scripts?: { test?: unknown } } | null)?.scripts?.test;
      const declared = typeof script === 'string' || (Array.isArray(script) && script.length > 0);
      return declared && !/no test specified/.test(String(script)) ? command : null;
    } catch {
      return null;
    }
  };

const always =
  (command: string): Detect =>
  () =>
    command;
const where =
  (pattern: RegExp, command: string): Detect =>
  (text) =>
    pattern.test(text) ? command : null;

/** In order of preference; all lie at the root. */
const DETECTORS: readonly (readonly [file: string, detect: Detect])[] = [
  ['package.json', jsonScript('npm test --silent')],
  ['Makefile', where(/^test\s*:/m, 'make test')],
  ['go.mod', always('go test ./...')],
  ['Cargo.toml', always('cargo test --offline')],
  ['pom.xml', always('mvn --offline --batch-mode --quiet test')],
  ['pytest.ini', always('python3 -m pytest -q')],
  ['tox.ini', always('python3 -m pytest -q')],
  ['pyproject.toml', where(/^\s*\[tool\.pytest|\bpytest\b/m, 'python3 -m pytest -q')],
  ['setup.cfg', where(/^\s*\[tool:pytest\]/m, 'python3 -m pytest -q')],
  ['composer.json', jsonScript('composer test')],
  ['Rakefile', where(/\btest\b|RSpec/, 'rake test')],
];

export const TEST_MANIFESTS = pathFinding(
  'test.manifests',
  DETECTORS.map(([file]) => file),
  'file that could name a test command',
  'files that could name a test command',
);

export interface TestCommand {
  readonly command: string | null;
}

export const TEST_COMMAND: Finding<TestCommand> = {
  name: 'test.command',
  ask: (path) => [{ kind: 'file', path }],
  derive: ([opened], path) => ({
    command: DETECTORS.find(([file]) => file === path)?.[1](textOf(opened) ?? '') ?? null,
  }),
  kindOf: ({ command }) => (command === null ? 'absence' : 'observation'),
  phrase: ({ command }, path) =>
    command === null ? `${code(path)} names no test command.` : `${code(path)} says that ${code(command)} runs the tests.`,
};

/** Paths in the order in which their commands are preferred. */
export const byPreference = (paths: readonly string[]): readonly string[] =>
  DETECTORS.flatMap(([file]) => (paths.includes(file) ? [file] : []));

export interface TestOutcome {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
}

export const TEST_TIME_LIMIT_MS = 60_000;

export const TEST_OUTCOME: Finding<TestOutcome> = {
  name: 'test.outcome',
  ask: (command) => [{ kind: 'command', argv: ['/bin/sh', '-c', command], timeoutMs: TEST_TIME_LIMIT_MS }],
  derive([opened]) {
    if (opened?.kind !== 'command') throw new TypeError('The evidence is no command.');
    return { exitCode: opened.result.exitCode, timedOut: opened.result.timedOut };
  },
  kindOf: () => 'command_result',
  phrase({ exitCode, timedOut }, command) {
    if (timedOut) return `${code(command)} did not end within ${counted(TEST_TIME_LIMIT_MS / 1_000, 'second')} in the sandbox.`;
    if (exitCode === null) return `${code(command)} was ended by a signal in the sandbox.`;
    return `${code(command)} ended with exit code ${exitCode} in the sandbox.`;
  },
};
