// The checks of golden journals see what they are for: each is shown a change that it must find. And every type of fact has a story.
import { catalogueOf, record, shapes } from '#domain/kernel';
import type { DomainEvent, Recorded } from '#domain/kernel';
import { RUN_EVENTS } from '#domain/run';
import type { RunState } from '#domain/run';
import { createCodec, storedEvent, rowOf } from '#contracts/codec';
import type { Codec } from '#contracts/codec';
import { createHistory } from '../../libs/contracts/history/index.js';
import { problemsOf, unrecorded } from './check.js';
import { TODAY } from './code.js';
import type { Code, Fold } from './code.js';
import { digestsOf, eventsOfLines, linesOf } from './golden.js';
import type { Golden } from './golden.js';
import { Recorder } from './recorder.js';
import { SCENARIOS } from './scenarios/index.js';

function told(name: string): Golden {
  const recorder = new Recorder();
  SCENARIOS[name]?.(recorder);
  return { name, events: recorder.events, digests: digestsOf(recorder.events, TODAY) };
}

const golden = told('rework');
const findings = async (change: Partial<Code>, of: Golden = golden): Promise<string> =>
  (await problemsOf(of, { ...TODAY, ...change })).join('\n');

/** The Run decider with another fold. */
const folding = (change: (state: RunState, event: Recorded<DomainEvent>) => RunState, version?: number): Partial<Code> => {
  const run = TODAY.folds['run-'] as Fold;
  const evolve = (state: unknown, event: never) => change(run.evolve(state, event) as RunState, event);
  return { folds: { ...TODAY.folds, 'run-': { ...run, evolve, version: version ?? run.version } as Fold } };
};

/** A build in which this type stands at version 2, with a way from version 1 or without. */
const raised = (type: keyof typeof RUN_EVENTS, upcast?: (data: object) => object): Partial<Code> => {
  const catalogue = { ...TODAY.catalogue, [type]: { ...TODAY.catalogue[type], schemaVersion: 2 } };
  const history = createHistory(upcast ? [{ type, from: 1, upcast: (data) => upcast(data) as typeof data }] : []);
  return { catalogue, codec: createCodec([catalogue], history) as Codec };
};

describe('the stories', () => {
  it('[K-017] tell every type of fact that the code may write', () => {
    const events = Object.keys(SCENARIOS).flatMap((name) => told(name).events);
    expect(unrecorded(events, TODAY.catalogue)).toStrictEqual([]);
  });

  it('are told the same twice, and read back from their lines as they were written', () => {
    expect(linesOf(told('rework').events)).toBe(linesOf(golden.events));
    expect(linesOf(eventsOfLines(linesOf(golden.events)))).toBe(linesOf(golden.events));
  });
});

describe('the check of a golden journal', () => {
  it('finds nothing in what was just recorded', async () => {
    expect(await problemsOf(golden, TODAY)).toStrictEqual([]);
  });

  it('[K-S01] finds a fold that gives another state', async () => {
    const other = folding((state, { type }) => (type === 'task.accepted' ? { ...state, attemptsUsed: 0 } : state));
    expect(await findings(other)).toMatch(/run-\S+: run@\d+ folds to another result/);
  });

  it('finds a state of another shape; its new version wants digests of its own', async () => {
    const shape = (state: RunState) => ({ ...state, colour: 'blue' }) as RunState;
    expect(await findings(folding(shape))).toMatch(/folds to another result/);
    expect(await findings(folding(shape, 99))).toMatch(/nothing is recorded for run@99 yet/);
  });

  it('finds a view whose rows changed without a new version', async () => {
    const [runs, ...others] = TODAY.views;
    if (!runs) throw new Error('There is no view.');
    const project: typeof runs.project = (row, event) => ({ ...(runs.project(row, event) as object), colour: 'blue' });
    expect(await findings({ views: [{ ...runs, project }, ...others] })).toMatch(/rows: runs@\d+ folds to another result/);
    const entries: typeof runs.entries = (row) => runs.entries(row).slice(1);
    expect(await findings({ views: [{ ...runs, entries }, ...others] })).toMatch(/rows: runs@\d+ folds to another result/);
    expect(await findings({ views: [{ ...runs, entries, version: 99 }, ...others] })).toMatch(/nothing is recorded for runs@99/);
  });

  it('[K-017] finds a superseded version without an upcaster, and an upcaster that loses something', async () => {
    expect(await findings(raised('task.rework_requested'))).toMatch(/cannot be read any more.*unknown schemaVersion 1/);
    const lossless = raised('task.rework_requested', (data) => data);
    expect(await findings(lossless)).toBe('');
    const lossy = raised('assignment.execution_completed', (data) => ({ ...data, reportRef: 'report:lost' }));
    expect(await findings(lossy)).toMatch(/folds to another result/);
  });

  it('[K-004] finds recorded facts that no longer fit the shape of their type', async () => {
    const narrow = record({ taskKey: shapes.taskKey });
    expect(await findings({ shapes: { ...TODAY.shapes, 'task.rework_requested': narrow } })).toMatch(/cannot be read any more/);
  });

  it('finds a fact that is no longer in the catalogue', async () => {
    const { 'task.rework_requested': _gone, ...rest } = RUN_EVENTS;
    expect(await findings({ codec: createCodec([catalogueOf(rest)]) })).toMatch(
      /task\.rework_requested.*is not in the catalogue/,
    );
  });

  it('[K-057] finds a changed byte, a missing line and a moved one', async () => {
    const rows = golden.events.map((event) => rowOf(event, event.globalPosition));
    const bent = rows.map((row) => (row.revision === 3 ? { ...row, dataJson: row.dataJson.replace('a', 'b') } : row));
    expect(await findings({}, { ...golden, events: bent.map(storedEvent) })).toMatch(/the hash of run-\S+ at 3/);
    expect(await findings({}, { ...golden, events: golden.events.toSpliced(3, 1) })).toMatch(/does not fit/);
    const [first, second, ...others] = golden.events;
    if (!first || !second) throw new Error('The journal is too short.');
    expect(await findings({}, { ...golden, events: [second, first, ...others] })).toMatch(/does not fit/);
  });

  it('[K-017] finds a type, and a version, that nobody recorded', () => {
    const catalogue = { ...TODAY.catalogue, 'task.sung': { schemaVersion: 1 }, 'task.accepted': { schemaVersion: 2 } };
    const events = Object.keys(SCENARIOS).flatMap((name) => told(name).events);
    expect(unrecorded(events, catalogue)).toStrictEqual(['task.accepted version 2', 'task.sung version 1']);
  });
});
