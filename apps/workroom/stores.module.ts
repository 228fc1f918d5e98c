// Opens the stores of the embedded mode: the one place of this app that names their drivers.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Unavailable } from '#domain/kernel';
import type { CursorStore, Feed } from '#feed';
import { SqliteCursorStore } from '#feed/sqlite';
import { TailFeed } from '#feed/tail';
import type { Journal } from '#journal';
import { openWorkroomDatabase, SqliteJournal } from '#journal/sqlite';
import type { SigningKeyStore, TokenStore } from '#platform/auth';
import { SqliteSigningKeyStore, SqliteTokenStore } from '#platform/auth/sqlite';
import type { ReadModelStore } from '#read-models';
import { openViewsDatabase, SqliteReadModelStore } from '#read-models/stores/sqlite';

export const JOURNAL_FILE = 'workroom.db';
export const VIEWS_FILE = 'views.db';

type WorkroomDatabase = ReturnType<typeof openWorkroomDatabase>;

/** What the embedded mode keeps beside the orchestrator's own stores, in the two files of the data directory. */
export interface EmbeddedStores {
  readonly database: WorkroomDatabase;
  readonly cursors: CursorStore;
  readonly tokens: TokenStore;
  readonly signingKeys: SigningKeyStore;
  readonly readModels: ReadModelStore;
  close(): Promise<void>;
}

/** Throws what refuses the start: LEGACY_JOURNAL, STORE_VERSION, STORE_UNAVAILABLE; what was opened is closed again. */
export async function openEmbeddedStores(dataDir: string): Promise<EmbeddedStores> {
  const database = openWorkroomDatabase(join(dataDir, JOURNAL_FILE));
  try {
    const cursors = new SqliteCursorStore(database);
    const readModels = new SqliteReadModelStore(await openViewsDatabase(join(dataDir, VIEWS_FILE)));
    const close = async (): Promise<void> => {
      await readModels.close();
      await cursors.close();
      database.close();
    };
    return {
      database,
      cursors,
      readModels,
      close,
      tokens: new SqliteTokenStore(database),
      signingKeys: new SqliteSigningKeyStore(database),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Throws Unavailable STORE_UNAVAILABLE where no server ever ran. */
async function withDatabase<T>(dataDir: string, use: (database: WorkroomDatabase) => Promise<T>): Promise<T> {
  const path = join(dataDir, JOURNAL_FILE);
  if (!existsSync(path)) {
    throw new Unavailable(
      'STORE_UNAVAILABLE',
      `There is no Journal at ${path}; name the data directory with WORKROOM_DATA_DIR, or start a server there once.`,
    );
  }
  const database = openWorkroomDatabase(path);
  try {
    return await use(database);
  } finally {
    database.close();
  }
}

/** The Journal of a data directory, for reading only; a server may write it meanwhile. */
export const withJournal = <T>(dataDir: string, use: (journal: Journal) => Promise<T>): Promise<T> =>
  withDatabase(dataDir, async (database) => {
    const journal = new SqliteJournal({ database, role: 'reader' });
    try {
      return await use(journal);
    } finally {
      await journal.close();
    }
  });

export const withTokens = <T>(dataDir: string, use: (tokens: TokenStore) => Promise<T>): Promise<T> =>
  withDatabase(dataDir, (database) => use(new SqliteTokenStore(database)));

/** The read models, and the Journal that they follow. */
export const withReadModels = <T>(
  dataDir: string,
  use: (ports: { readonly readModels: ReadModelStore; readonly journal: Journal; readonly feed: Feed }) => Promise<T>,
): Promise<T> =>
  withJournal(dataDir, async (journal) => {
    const readModels = new SqliteReadModelStore(await openViewsDatabase(join(dataDir, VIEWS_FILE)));
    try {
      return await use({ readModels, journal, feed: new TailFeed(journal) });
    } finally {
      await readModels.close();
    }
  });
