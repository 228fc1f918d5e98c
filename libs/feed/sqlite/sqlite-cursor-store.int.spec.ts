import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { openWorkroomDatabase, SqliteJournal } from '#journal/sqlite';
import { nextBatch } from '#journal/suite';
import { cursorStoreSuite, feedSuite } from '../suite/index.js';
import { TailFeed } from '../tail/index.js';
import { SqliteCursorStore } from './index.js';

function sqliteFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'workroom-feed-'));
  let database: Database | undefined;
  const dispose = () => {
    database?.close();
    rmSync(folder, { recursive: true });
  };
  const open = () => {
    database?.close();
    return (database = openWorkroomDatabase(join(folder, 'workroom.db')));
  };
  return { open, dispose };
}

cursorStoreSuite('sqlite', () => {
  const { open, dispose } = sqliteFolder();
  return { open: () => new SqliteCursorStore(open()), dispose };
});

let n = 0;
feedSuite('tail over sqlite', async () => {
  const { open, dispose } = sqliteFolder();
  const journal = new SqliteJournal({ database: open() });
  return {
    feed: new TailFeed(journal),
    append: async (count) => {
      for (let left = count; left > 0; left -= 50) {
        await journal.append(await nextBatch(journal, `run-r${left % 7}`, { n: (n += 1), count: Math.min(left, 50) }));
      }
    },
    dispose: async () => {
      await journal.close();
      dispose();
    },
  };
});

describe('sqlite cursors', () => {
  it('[D-83] a lost store is Unavailable', async () => {
    const { open, dispose } = sqliteFolder();
    const cursors = new SqliteCursorStore(open());
    dispose();
    const lost = expect.objectContaining({ code: 'STORE_UNAVAILABLE' }) as Error;
    await expect(cursors.save('relay', 1)).rejects.toThrow(lost);
    await expect(cursors.load('relay')).rejects.toThrow(lost);
  });
});
