import { plainCodec } from '#contracts/codec';
import type { ReadStreamOptions } from './index.js';
import { foldStream, handle, Snapshots } from './index.js';
import { MemoryJournal, MemorySnapshotStore, MemoryStore } from './memory/index.js';
import { command, counter, snapshotStoreSuite } from './suite/index.js';

snapshotStoreSuite('memory', () => {
  const store = new MemorySnapshotStore();
  return { open: () => store, dispose: () => undefined };
});

const STREAM = 'run-r1';
const KEY = { streamId: STREAM, decider: 'counter', version: 1 };

/** Tells from which revision on the stream was read. */
class WatchedJournal extends MemoryJournal {
  readonly from: number[] = [];
  override readStream(streamId: string, options: ReadStreamOptions = {}) {
    if (options.limit === undefined) this.from.push(options.from ?? 0);
    return super.readStream(streamId, options);
  }
}

describe('snapshots', () => {
  let store: MemoryStore;
  let kept: MemorySnapshotStore;
  let warnings: string[];
  let snapshots: Snapshots;
  beforeEach(async () => {
    store = new MemoryStore();
    kept = new MemorySnapshotStore();
    warnings = [];
    snapshots = new Snapshots(kept, { every: 10, warn: (message) => warnings.push(message) });
    await add(12, new MemoryJournal({ store }));
    await snapshots.idle();
  });

  const add = async (count: number, journal: MemoryJournal, from = 1) => {
    for (let n = from; n < from + count; n += 1) {
      await handle(journal, counter, STREAM, command('add', { by: 1, operationId: `op-${n}` }, n), { snapshots });
    }
  };
  const restarted = () => new WatchedJournal({ store });
  const truth = async () => (await foldStream(new MemoryJournal({ store }), counter, STREAM, plainCodec)).state;

  it('[K-056] a long stream is kept every so many events and loaded from there', async () => {
    expect((await kept.load(KEY))!.head.revision).toBe(19);
    const journal = restarted();
    await add(1, journal, 100);
    expect(journal.from).toEqual([20]);
    expect((await truth()).total).toBe(26);
  });

  it('[K-056] deleting every snapshot and folding anew gives the same state', async () => {
    await kept.dropAll();
    const journal = restarted();
    await add(1, journal, 100);
    await snapshots.idle();
    expect(journal.from).toEqual([0]);
    expect(JSON.parse((await kept.load(KEY))!.state)).toEqual({
      ...(await truth()),
      total: 24,
      at: expect.any(Number) as number,
    });
  });

  it.each([
    ['lacks a field that is now required', (state: string) => state.replace('"closed":false,', '')],
    ['has a field of another kind', (state: string) => state.replace('"closed":false', '"closed":"no"')],
    ['is no JSON', (state: string) => state.slice(1)],
  ])('[F-ES-12] a snapshot that %s is thrown away with a warning, and a fresh one is written', async (_, change) => {
    const old = (await kept.load(KEY))!;
    await kept.save({ ...old, state: change(old.state) });
    const journal = restarted();
    await add(1, journal, 100);
    await snapshots.idle();
    expect(journal.from).toEqual([0]);
    expect(warnings).toHaveLength(1);
    expect((await truth()).total).toBe(26);
    expect((await kept.load(KEY))!.state).toContain('"closed":false');
  });

  it('[F-ES-12] a snapshot of other events than the Journal holds is thrown away', async () => {
    const old = (await kept.load(KEY))!;
    await kept.save({ ...old, head: { ...old.head, hash: 'f'.repeat(64) } });
    const journal = restarted();
    await add(1, journal, 100);
    expect(journal.from).toEqual([0]);
    expect(warnings).toHaveLength(1);
  });

  it('[F-ES-12] a snapshot beyond the end of the stream is thrown away', async () => {
    const old = (await kept.load(KEY))!;
    await kept.save({ ...old, head: { ...old.head, revision: 99 } });
    const journal = restarted();
    await add(1, journal, 100);
    expect(journal.from).toEqual([0]);
  });

  it('[K-056] a store of snapshots that fails harms no command', async () => {
    kept.load = () => Promise.reject(new Error('away'));
    kept.save = () => Promise.reject(new Error('away'));
    const journal = restarted();
    await add(10, journal, 100);
    await snapshots.idle();
    expect((await truth()).total).toBe(44);
    expect(warnings.length).toBeGreaterThan(1);
  });

  it('[K-056] a state that JSON does not bring back is never kept', async () => {
    await kept.dropAll();
    const withMap = { ...counter, initial: { ...counter.initial, seen: new Map() } };
    await handle(restarted(), withMap, STREAM, command('add', { by: 1, operationId: 'op-200' }, 200), { snapshots });
    await snapshots.idle();
    expect(await kept.load(KEY)).toBeUndefined();
  });
});
