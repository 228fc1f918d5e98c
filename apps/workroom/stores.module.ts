// Opens the stores of the embedded mode: the one place of this app that names their drivers.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversationEvents } from '#conversation/inbound';
import { SqliteConversationEvents } from '#conversation/inbound/sqlite';
import { Unavailable } from '#domain/kernel';
import type { CursorStore, Feed, WorkingSet } from '#feed';
import { SqliteCursorStore, SqliteWorkingSet } from '#feed/sqlite';
import { TailFeed } from '#feed/tail';
import type { HeadStore, Journal, SignedSource } from '#journal';
import { openWorkroomDatabase, SqliteHeadStore, SqliteJournal } from '#journal/sqlite';
import { readJwks, readPublicKeys, SigningKeys } from '#platform/auth';
import type { TokenStore } from '#platform/auth';
import { SqliteSigningKeyStore, SqliteTokenStore } from '#platform/auth/sqlite';
import type { CatalogTable, ReadModelStore } from '#read-models';
import { openViewsDatabase, SqliteCatalogTable, SqliteReadModelStore } from '#read-models/stores/sqlite';
import { EncryptedVault, openRootKey } from '#vault';
import type { RootKey, Vault } from '#vault';
import { SqliteVaultStore } from '#vault/sqlite';

export const JOURNAL_FILE = 'workroom.db';
export const VIEWS_FILE = 'views.db';

type WorkroomDatabase = ReturnType<typeof openWorkroomDatabase>;

/** All that the embedded mode keeps, in two files of the data directory. */
export interface EmbeddedStores {
  readonly rootKey: RootKey;
  readonly journal: Journal;
  readonly feed: Feed;
  readonly cursors: CursorStore;
  readonly workingSet: WorkingSet;
  readonly vault: Vault;
  readonly conversations: ConversationEvents;
  readonly tokens: TokenStore;
  readonly tokenKeys: SigningKeys;
  readonly heads: HeadStore;
  readonly headKeys: SigningKeys;
  readonly readModels: ReadModelStore;
  readonly catalogTable: CatalogTable;
  close(): Promise<void>;
}

/** Throws what refuses the start: STORE_LOCKED, LEGACY_JOURNAL, STORE_VERSION, ROOT_KEY_*; what was opened is closed again. */
export async function openEmbeddedStores(dataDir: string, tenantId: string | undefined): Promise<EmbeddedStores> {
  const database = openWorkroomDatabase(join(dataDir, JOURNAL_FILE));
  const opened: (() => Promise<void> | void)[] = [() => void database.close()];
  const close = async (): Promise<void> => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    const journal = new SqliteJournal({ database });
    opened.push(() => journal.close());
    const now = (): number => journal.now();
    const vaultStore = new SqliteVaultStore(database);
    const rootKey = openRootKey(dataDir, await vaultStore.rootKeyIds());
    const keyStore = new SqliteSigningKeyStore(database);
    const cursors = new SqliteCursorStore(database);
    opened.push(() => cursors.close());
    const readModels = new SqliteReadModelStore(await openViewsDatabase(join(dataDir, VIEWS_FILE)));
    opened.push(() => readModels.close());
    return {
      ...{ rootKey, journal, cursors, readModels, close },
      feed: new TailFeed(journal),
      workingSet: new SqliteWorkingSet(database),
      catalogTable: new SqliteCatalogTable(database),
      vault: new EncryptedVault(vaultStore, { rootKey, now, ...(tenantId === undefined ? {} : { tenantId }) }),
      conversations: new SqliteConversationEvents(database),
      tokens: new SqliteTokenStore(database),
      tokenKeys: new SigningKeys('tokens', keyStore, rootKey, now),
      heads: new SqliteHeadStore(database),
      headKeys: new SigningKeys('heads', keyStore, rootKey, now),
    };
  } catch (error) {
    await close();
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

/** The Journal of a data directory and its signed heads, for reading only; a server may write them meanwhile. */
export const withJournal = <T>(dataDir: string, use: (journal: Journal, signed: SignedSource) => Promise<T>): Promise<T> =>
  withDatabase(dataDir, async (database) => {
    const journal = new SqliteJournal({ database, role: 'reader' });
    try {
      const keys = await readPublicKeys(new SqliteSigningKeyStore(database), 'heads');
      return await use(journal, { store: new SqliteHeadStore(database), publicKey: (keyId) => Promise.resolve(keys.get(keyId)) });
    } finally {
      await journal.close();
    }
  });

/** The public keys that sign heads, as a JWKS document. */
export const readHeadKeys = (dataDir: string): ReturnType<typeof readJwks> =>
  withDatabase(dataDir, (database) => readJwks(new SqliteSigningKeyStore(database), 'heads'));

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
