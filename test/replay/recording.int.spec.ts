// The recorder adds and never changes, unless it is told which journal to tell anew.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TODAY } from './code.js';
import type { Code, Fold } from './code.js';
import { recordNew } from './recording.js';
import { SCENARIOS } from './scenarios/index.js';
import type { Scenario } from './scenarios/scenario.js';

const pick = (...names: readonly string[]): Readonly<Record<string, Scenario>> =>
  Object.fromEntries(names.map((name) => [name, SCENARIOS[name] as Scenario]));

const run = TODAY.folds['run-'] as Fold;
const withRun = (change: Partial<Fold>): Code => ({ ...TODAY, folds: { ...TODAY.folds, 'run-': { ...run, ...change } } });
const blue = { evolve: (state: unknown, event: never) => ({ ...(run.evolve(state, event) as object), colour: 'blue' }) };

describe('recording', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'workroom-golden-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const record = (names: readonly string[], code: Code = TODAY, overwrite: readonly string[] = []) =>
    recordNew({ folder, scenarios: pick(...names), code, overwrite: new Set(overwrite) });
  const contents = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);

  it('writes what is new and leaves the rest alone', () => {
    expect(record(['rework'])).toStrictEqual({ written: ['rework'], refused: [] });
    const before = contents();
    expect(record(['rework'])).toStrictEqual({ written: [], refused: [] });
    expect(contents()).toStrictEqual(before);
    expect(record(['rework', 'remote'])).toStrictEqual({ written: ['remote'], refused: [] });
  });

  it('refuses to change what a version folded to, and adds what a new version folds to', () => {
    record(['rework']);
    const before = contents();
    expect(record(['rework'], withRun(blue))).toStrictEqual({ written: [], refused: ['rework'] });
    expect(contents()).toStrictEqual(before);
    const raised = withRun({ ...blue, version: run.version + 1 });
    expect(record(['rework'], raised)).toStrictEqual({ written: ['rework'], refused: [] });
    const digests = JSON.parse(readFileSync(join(folder, 'rework.json'), 'utf8')) as { streams: Record<string, object> };
    expect(Object.values(digests.streams).map((one) => Object.keys(one).toSorted())).toStrictEqual([
      [`run@${run.version}`, `run@${run.version + 1}`],
    ]);
    expect(readFileSync(join(folder, 'rework.jsonl'), 'utf8')).toBe(before.find(([name]) => name === 'rework.jsonl')?.[1]);
  });

  it('tells a journal anew on explicit demand only', () => {
    record(['rework']);
    expect(record(['rework'], withRun(blue), ['rework'])).toStrictEqual({ written: ['rework'], refused: [] });
    expect(record(['rework'], withRun(blue))).toStrictEqual({ written: [], refused: [] });
  });
});
