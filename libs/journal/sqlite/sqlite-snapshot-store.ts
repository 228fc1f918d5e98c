// Snapshots in workroom.db.
import type { Database } from 'better-sqlite3';
import { SnapshotStore } from '../snapshot-store.js';
import type { Snapshot, SnapshotKey } from '../snapshot-store.js';
import { asStoreError } from './sqlite-errors.js';

const TABLE = `CREATE TABLE IF NOT EXISTS workroom_snapshots (
  stream_id TEXT NOT NULL,
  decider TEXT NOT NULL,
  version INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  hash TEXT NOT NULL,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (stream_id, decider)
) WITHOUT ROWID`;

interface Row {
  readonly revision: number;
  readonly hash: string;
  readonly at: number;
  readonly state: string;
}

function storing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asStoreError(error);
  }
}

export class SqliteSnapshotStore extends SnapshotStore {
  readonly #sql;

  /** From openWorkroomDatabase; the caller closes it. */
  constructor(database: Database) {
    super();
    this.#sql = storing(() => {
      database.exec(TABLE);
      return {
        load: database.prepare(
          'SELECT revision, hash, at, state FROM workroom_snapshots WHERE stream_id = ? AND decider = ? AND version = ?',
        ),
        save: database.prepare('INSERT OR REPLACE INTO workroom_snapshots VALUES (?, ?, ?, ?, ?, ?, ?)'),
        dropAll: database.prepare('DELETE FROM workroom_snapshots'),
      };
    });
  }

  async load(key: SnapshotKey): Promise<Snapshot | undefined> {
    const row = storing(() => this.#sql.load.get(key.streamId, key.decider, key.version) as Row | undefined);
    return row && { ...key, head: { revision: row.revision, hash: row.hash }, at: row.at, state: row.state };
  }

  async save({ streamId, decider, version, head, at, state }: Snapshot): Promise<void> {
    storing(() => this.#sql.save.run(streamId, decider, version, head.revision, head.hash, at, state));
  }

  async dropAll(): Promise<void> {
    storing(() => this.#sql.dropAll.run());
  }

  async close(): Promise<void> {}
}
