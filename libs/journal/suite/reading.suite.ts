// Reading: streams both ways, the total order while writers race, ends of streams, wake-ups.
import type { StoredEvent } from '#contracts/codec';
import type { Journal } from '../journal.js';
import { batchOn, EMPTY_HEAD, nextBatch } from './batch.js';
import { allOf, outcomes, streamOf } from './harness.js';
import type { JournalHarness } from './harness.js';

const STREAM = 'run-r1';
const revisions = (events: readonly StoredEvent[]) => events.map(({ revision }) => revision);
const positions = (events: readonly StoredEvent[]) => events.map(({ globalPosition }) => globalPosition);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

export function readingSuite(harness: () => JournalHarness): void {
  let journal: Journal;
  beforeEach(async () => {
    journal = await harness().open();
  });

  describe('a stream', () => {
    it('[K-015] is read in revision order, in bounded pages', async () => {
      await journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 1, count: 1250 }));
      const pages: number[] = [];
      for await (const page of journal.readStream(STREAM)) pages.push(page.length);
      expect(Math.max(...pages)).toBeLessThanOrEqual(1000);
      expect(revisions(await streamOf(journal, STREAM))).toEqual(upTo(1250));
    });

    it('[K-056] is read from a revision on, backwards from a revision, and up to a limit', async () => {
      await journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 1, count: 10 }));
      await journal.append(batchOn('run-r2', EMPTY_HEAD, { n: 2, count: 3 }));
      const read = async (options: Parameters<typeof streamOf>[2]) => revisions(await streamOf(journal, STREAM, options));
      expect(await read({ from: 7 })).toEqual([7, 8, 9]);
      expect(await read({ from: 2, limit: 3 })).toEqual([2, 3, 4]);
      expect(await read({ backwards: true, limit: 2 })).toEqual([9, 8]);
      expect(await read({ backwards: true, from: 2 })).toEqual([2, 1, 0]);
      expect(await read({ from: 10 })).toEqual([]);
      expect(await read({ limit: 0 })).toEqual([]);
    });

    it('[K-056] that nobody wrote yields nothing and ends at -1', async () => {
      expect(await streamOf(journal, 'run-none')).toEqual([]);
      expect(await journal.head('run-none')).toEqual(EMPTY_HEAD);
    });
  });

  describe('the total order', () => {
    it('[K-016] gives every event a place after all that were visible before; positions have no gaps where the store says so', async () => {
      for (const n of [1, 2, 3]) await journal.append(await nextBatch(journal, `run-r${n % 2}`, { n, count: 2 }));
      const found = positions(await allOf(journal));
      expect(found).toEqual(found.toSorted((a, b) => a - b));
      expect(new Set(found).size).toBe(6);
      if (journal.capabilities.densePositions) expect(found).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await journal.position()).toBe(found.at(-1));
    });

    it('[K-016] goes on where a reader stopped', async () => {
      await journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 1, count: 20 }));
      const all = await allOf(journal);
      expect(await allOf(journal, { after: all[11]!.globalPosition })).toEqual(all.slice(12));
      expect(await allOf(journal, { after: all[3]!.globalPosition, limit: 5 })).toEqual(all.slice(4, 9));
      expect(await allOf(journal, { after: all[19]!.globalPosition })).toEqual([]);
    });

    it('[F-ES-01] a tail that reads while writers race and lose sees every event once, in order, without a gap', async () => {
      const streams = upTo(8).map((stream) => `run-r${stream}`);
      const writers = streams.map(async (streamId, stream) => {
        for (let round = 0; round < 15; round += 1) {
          const n = 10_000 + stream * 1000 + round * 10;
          const head = await journal.head(streamId);
          const rivals = [0, 1, 2].map((rival) => journal.append(batchOn(streamId, head, { n: n + rival, count: 2 })));
          const answers = outcomes(await Promise.allSettled(rivals)).toSorted();
          expect(answers).toEqual(['SEQUENCE_CONFLICT', 'SEQUENCE_CONFLICT', 'ok']);
        }
      });
      const racing = { done: false };
      const all = Promise.all(writers).finally(() => (racing.done = true));
      const seen: StoredEvent[] = [];
      for (let last = false; ;) {
        for await (const page of journal.readAll({ after: seen.at(-1)?.globalPosition ?? 0 })) seen.push(...page);
        if (last) break;
        last = racing.done;
        await new Promise(setImmediate);
      }
      await all;
      expect(seen).toHaveLength(8 * 15 * 2);
      expect(seen).toEqual(await allOf(journal));
      if (journal.capabilities.densePositions) expect(positions(seen)).toEqual(upTo(240).map((index) => index + 1));
      for (const streamId of streams) {
        expect(revisions(seen.filter((event) => event.streamId === streamId))).toEqual(upTo(30));
      }
    });

    it('[K-016] positions go on after a restart', async () => {
      await journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 1 }));
      const before = await journal.position();
      await journal.close();
      journal = await harness().open();
      expect(await journal.position()).toBe(before);
      await journal.append(await nextBatch(journal, STREAM, { n: 2 }));
      expect(await journal.position()).toBeGreaterThan(before);
    });
  });

  it('[K-057] lists the ends of all streams with a prefix, in code-unit order', async () => {
    const ids = ['inbox-demo', 'run-B', 'run-a', 'run-r1', 'run-r10', 'run-r2'];
    for (const [n, streamId] of ids.entries()) await journal.append(batchOn(streamId, EMPTY_HEAD, { n, count: n + 1 }));
    const list = async (prefix?: string) => {
      const ends = [];
      for await (const page of journal.heads(prefix)) ends.push(...page);
      return ends;
    };
    expect((await list()).map(({ streamId }) => streamId)).toEqual(ids);
    expect((await list('run-r1')).map(({ streamId }) => streamId)).toEqual(['run-r1', 'run-r10']);
    expect(await list('inbox-')).toEqual([{ streamId: 'inbox-demo', ...(await journal.head('inbox-demo')) }]);
    expect(await list('space-')).toEqual([]);
  });

  it('[K-056] wakes listeners once an append can be read, until they leave', async () => {
    const woken: Promise<number>[] = [];
    let ring: (() => void) | undefined;
    const stop = journal.onAppend(() => {
      woken.push(journal.position());
      ring?.();
    });
    const first = new Promise<void>((resolve) => (ring = resolve));
    await journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 1 }));
    await first;
    expect(await woken[0]).toBe(await journal.position());
    stop();
    const count = woken.length;
    await journal.append(await nextBatch(journal, STREAM, { n: 2 }));
    expect(woken).toHaveLength(count);
  });
}
