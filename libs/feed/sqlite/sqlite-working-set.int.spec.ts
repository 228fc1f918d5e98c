import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { openWorkroomDatabase } from '#journal/sqlite';
import { workingSetSuite } from '../suite/index.js';
import { SqliteWorkingSet } from './index.js';

workingSetSuite('sqlite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workroom-set-'));
  let database: Database | undefined;
  return {
    open: () => {
      database?.close();
      database = openWorkroomDatabase(join(folder, 'workroom.db'));
      return new SqliteWorkingSet(database);
    },
    dispose: () => {
      database?.close();
      rmSync(folder, { recursive: true });
    },
  };
});
