// Opens the stores of the embedded mode: the one place that names their drivers for the command line.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Rejection } from '#domain/kernel';
import type { Journal } from '#journal';
import { openWorkroomDatabase, SqliteJournal } from '#journal/sqlite';

export const JOURNAL_FILE = 'workroom.db';
export const VIEWS_FILE = 'views.db';

/** The Journal of a data directory, for reading only; a server may write it meanwhile. Throws Rejection STORE_MISSING. */
export async function withJournal<T>(dataDir: string, use: (journal: Journal) => Promise<T>): Promise<T> {
  const path = join(dataDir, JOURNAL_FILE);
  if (!existsSync(path)) {
    throw new Rejection(
      'STORE_MISSING',
      `There is no Journal at ${path}; name the data directory with WORKROOM_DATA_DIR, or start a server once.`,
    );
  }
  const database = openWorkroomDatabase(path);
  const journal = new SqliteJournal({ database, role: 'reader' });
  try {
    return await use(journal);
  } finally {
    await journal.close();
    database.close();
  }
}
