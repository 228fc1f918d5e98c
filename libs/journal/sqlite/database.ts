// Opens workroom.db: the one connection that the Journal shares with the other stores of the embedded mode. Synchronous transactions only.
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { Unavailable } from '#domain/kernel';
import { inspectJournal } from './schema.js';
import { asStoreError } from './sqlite-errors.js';

const BUSY_TIMEOUT_MS = 5000;
const SIDECARS = ['-wal', '-shm', '-journal'];

/** Looks without touching: a store that is refused keeps its files byte for byte. */
function inspectFile(path: string): void {
  const before = SIDECARS.filter((suffix) => existsSync(path + suffix));
  const database = new SqliteDatabase(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  let refused = true;
  try {
    inspectJournal(database);
    refused = false;
  } finally {
    database.close();
    if (refused) for (const suffix of SIDECARS) if (!before.includes(suffix)) rmSync(path + suffix, { force: true });
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const why = `The folder ${path} cannot be made; name another data directory or mend its permissions.`;
    throw new Unavailable('STORE_UNAVAILABLE', why, 1000, {}, { cause: error });
  }
}

function openFile(path: string): Database {
  if (path !== ':memory:') {
    makeFolder(dirname(path));
    if (existsSync(path)) inspectFile(path);
  }
  const database = new SqliteDatabase(path, { timeout: BUSY_TIMEOUT_MS });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('journal_size_limit = 67108864');
  if (path !== ':memory:') chmodSync(path, 0o600);
  return database;
}

/**
 * Durable to the disk at every commit (WAL, synchronous FULL); file mode 0600, a missing folder is made with 0700. Throws Rejection
 * LEGACY_JOURNAL or STORE_VERSION with the files unchanged, Unavailable STORE_UNAVAILABLE where the file cannot be used.
 */
export function openWorkroomDatabase(path: string): Database {
  try {
    return openFile(path);
  } catch (error) {
    throw asStoreError(error);
  }
}
