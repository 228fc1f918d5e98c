// The Catalog's read copy as table `workroom_catalog`, in the database of the Journal that it copies.
import type { Database } from 'better-sqlite3';
import { Unavailable } from '#domain/kernel';
import { CatalogTable } from '../../catalog-table.js';
import type { CatalogRow } from '../../catalog-table.js';

const TABLE = `CREATE TABLE IF NOT EXISTS workroom_catalog (
  id TEXT PRIMARY KEY CHECK (id = 'catalog'),
  sequence INTEGER NOT NULL,
  revision TEXT NOT NULL,
  definitions_json TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID`;
const SAVE = `INSERT INTO workroom_catalog VALUES ('catalog', @sequence, @revision, @definitionsJson, @updatedAt)
  ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, revision = excluded.revision,
    definitions_json = excluded.definitions_json, updated_at = excluded.updated_at
  WHERE excluded.sequence >= sequence`;
const READ = 'SELECT sequence, revision, definitions_json AS definitionsJson, updated_at AS updatedAt FROM workroom_catalog';

export class SqliteCatalogTable extends CatalogTable {
  readonly #database: Database;

  /** On a handle that someone else opened and closes. */
  constructor(database: Database) {
    super();
    this.#database = database;
    database.exec(TABLE);
  }

  async save(row: CatalogRow): Promise<void> {
    this.#storing(() => this.#database.prepare(SAVE).run(row));
  }

  async read(): Promise<CatalogRow | undefined> {
    return this.#storing(() => this.#database.prepare<[], CatalogRow>(READ).get());
  }

  #storing<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const why = 'The table workroom_catalog cannot be used now; check the disk, then retry.';
      throw new Unavailable('STORE_UNAVAILABLE', why, 1000, {}, { cause: error });
    }
  }
}
