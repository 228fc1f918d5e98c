// The contract of Feed, clause by clause: every feed passes it.
import type { StoredEvent } from '#contracts/codec';
import type { Feed, FeedBatch } from '../feed.js';

export interface FeedHarness {
  readonly feed: Feed;
  /** Appends so many facts to the Journal behind the feed, over several streams; resolves when they are durable. */
  append(count: number): Promise<void>;
  dispose(): Promise<void>;
}

/** Reads batches until `done`, then ends the subscription. */
export async function collect(
  feed: Feed,
  after: number,
  done: (events: readonly StoredEvent[], batch: FeedBatch) => boolean | Promise<boolean>,
): Promise<{ events: readonly StoredEvent[]; batches: readonly FeedBatch[] }> {
  const abort = new AbortController();
  const events: StoredEvent[] = [];
  const batches: FeedBatch[] = [];
  for await (const batch of feed.subscribe({ after, signal: abort.signal })) {
    batches.push(batch);
    events.push(...batch.events);
    if (await done(events, batch)) abort.abort();
  }
  return { events, batches };
}

const positions = (events: readonly StoredEvent[]) => events.map(({ globalPosition }) => globalPosition);
const rising = (events: readonly StoredEvent[]) => {
  const found = positions(events);
  expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b));
};

export function feedSuite(name: string, open: () => Promise<FeedHarness>): void {
  describe(`feed: ${name}`, () => {
    let harness: FeedHarness;
    beforeEach(async () => {
      harness = await open();
    });
    afterEach(() => harness.dispose());

    it('[F-ES-06] delivers backfill and live facts in order, without gap or repeat', async () => {
      await harness.append(1200);
      let more = false;
      const { events } = await collect(harness.feed, 0, async (seen, { live }) => {
        if (live && !more) {
          more = true;
          await harness.append(5);
        }
        return seen.length >= 1205;
      });
      expect(events).toHaveLength(1205);
      rising(events);
    });

    it('[F-ES-06] says when the reader has met the end of the Journal, also when nothing was there', async () => {
      const { batches } = await collect(harness.feed, 0, (_, { live }) => live);
      expect(batches.map(({ live }) => live)).toEqual([true]);
      await harness.append(3);
      const later = await collect(harness.feed, 0, (_, { live }) => live);
      expect(later.events).toHaveLength(3);
      expect(later.batches.at(-1)!.position).toBe(later.events.at(-1)!.globalPosition);
    });

    it('[F-ES-06] a reader resumes after the position that it saved', async () => {
      await harness.append(10);
      const first = await collect(harness.feed, 0, (seen) => seen.length >= 10);
      const rest = await collect(harness.feed, first.events[3]!.globalPosition, (seen) => seen.length >= 6);
      expect(positions(rest.events)).toEqual(positions(first.events).slice(4));
    });

    it('[F-ES-06] readers do not disturb each other', async () => {
      await harness.append(20);
      const [slow, quick] = await Promise.all([
        collect(harness.feed, 0, (seen) => seen.length >= 20),
        collect(harness.feed, 0, (seen) => seen.length >= 20),
      ]);
      expect(positions(slow.events)).toEqual(positions(quick.events));
    });

    it('[F-ES-06] a subscription that waits ends when its signal aborts', async () => {
      const abort = new AbortController();
      const batches: FeedBatch[] = [];
      for await (const batch of harness.feed.subscribe({ after: 0, signal: abort.signal })) {
        batches.push(batch);
        setImmediate(() => abort.abort());
      }
      expect(batches).toHaveLength(1);
    });

    it('[F-ES-06] an aborted signal yields nothing', async () => {
      await harness.append(1);
      const batches: FeedBatch[] = [];
      for await (const batch of harness.feed.subscribe({ after: 0, signal: AbortSignal.abort() })) batches.push(batch);
      expect(batches).toEqual([]);
    });
  });
}
