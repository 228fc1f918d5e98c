import { PostgresJournal } from '#journal/postgres';
import { nextBatch } from '#journal/suite';
import { startTestPostgres } from '#testing/postgres';
import type { TestPostgres } from '#testing/postgres';
import { cursorStoreSuite, feedSuite } from '../suite/index.js';
import { TailFeed } from '../tail/index.js';
import { PostgresCursorStore } from './index.js';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

cursorStoreSuite('postgres', async () => {
  const url = await postgres.freshSchema();
  const opened: PostgresCursorStore[] = [];
  return {
    async open() {
      const store = await PostgresCursorStore.open(url);
      opened.push(store);
      return store;
    },
    async dispose() {
      for (const store of opened) await store.close();
    },
  };
});

/** The writer appends in one session, the feed tails from another, as another process would. */
feedSuite('tail over postgres', async () => {
  const url = await postgres.freshSchema();
  const writer = await PostgresJournal.open({ url });
  const reader = await PostgresJournal.open({ url, role: 'reader' });
  let n = 0;
  return {
    feed: new TailFeed(reader),
    append: async (count) => {
      for (let left = count; left > 0; left -= 50) {
        await writer.append(await nextBatch(writer, `run-r${left % 7}`, { n: (n += 1), count: Math.min(left, 50) }));
      }
    },
    dispose: async () => {
      await reader.close();
      await writer.close();
    },
  };
});

describe('postgres cursors', () => {
  it('[D-83] a store that is down is Unavailable, without the password', async () => {
    const lost = PostgresCursorStore.open('postgres://workroom:a-secret@127.0.0.1:1/workroom');
    await expect(lost).rejects.toThrow(expect.objectContaining({ code: 'STORE_UNAVAILABLE' }) as Error);
    await expect(lost).rejects.not.toThrow(/a-secret/);
  });
});
