import { Unavailable } from '#domain/kernel';
import type { Journal, ReadAllOptions } from '#journal';
import { MemoryJournal } from '#journal/memory';
import { nextBatch } from '#journal/suite';
import { collect, feedSuite } from '../suite/index.js';
import { TailFeed } from './index.js';

let n = 0;
async function append(journal: Journal, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await journal.append(await nextBatch(journal, `run-r${left % 7}`, { n: (n += 1) }));
}

feedSuite('tail over memory', async () => {
  const journal = new MemoryJournal();
  return { feed: new TailFeed(journal), append: (count) => append(journal, count), dispose: () => journal.close() };
});

/** Appends at the worst moments: after each read, before the reader hears of it. */
class RacingJournal extends MemoryJournal {
  bursts = 0;
  listens = true;
  lost = false;
  override async *readAll(options: ReadAllOptions) {
    if (this.lost) throw new Unavailable('STORE_UNAVAILABLE', 'The store is away.');
    for await (const page of super.readAll(options)) yield page;
    if (this.bursts > 0) {
      this.bursts -= 1;
      await append(this, 5);
    }
  }
  override onAppend(listener: () => void) {
    return this.listens ? super.onAppend(listener) : () => undefined;
  }
}

describe('tail', () => {
  it('[F-ES-06] loses nothing that is committed between the last count and the switch to live', async () => {
    const journal = new RacingJournal();
    await append(journal, 10);
    journal.bursts = 4;
    const { events } = await collect(new TailFeed(journal, { pollMs: 3_600_000, pageSize: 3 }), 0, (seen) => seen.length >= 30);
    expect(events.map(({ globalPosition }) => globalPosition)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });

  it('[F-ES-06] finds facts by its slow poll when every wake-up is lost', async () => {
    const journal = new RacingJournal();
    journal.listens = false;
    let appended = false;
    const { events } = await collect(new TailFeed(journal, { pollMs: 1 }), 0, async (seen) => {
      if (!appended) {
        appended = true;
        await append(journal, 4);
      }
      return seen.length >= 4;
    });
    expect(events).toHaveLength(4);
  });

  it('[F-ES-06] stops listening when the subscription ends', async () => {
    let listeners = 0;
    class CountingJournal extends MemoryJournal {
      override onAppend(listener: () => void) {
        listeners += 1;
        const stop = super.onAppend(listener);
        return () => {
          listeners -= 1;
          stop();
        };
      }
    }
    await collect(new TailFeed(new CountingJournal()), 0, () => true);
    expect(listeners).toBe(0);
  });

  it('[F-ES-06] a lost source is Unavailable', async () => {
    const journal = new RacingJournal();
    journal.lost = true;
    await expect(collect(new TailFeed(journal), 0, () => true)).rejects.toThrow(
      expect.objectContaining({ code: 'STORE_UNAVAILABLE' }) as Error,
    );
  });
});
