// Working sets in workroom.db, on the connection that the Journal uses.
import type { Database } from 'better-sqlite3';
import { Unavailable } from '#domain/kernel';
import { WorkingSet } from '../working-set.js';
import type { KeptSet, OpenStream, SetChange } from '../working-set.js';

const TABLES = `
  CREATE TABLE IF NOT EXISTS workroom_working_sets (reader TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS workroom_open_streams (
    reader TEXT NOT NULL, stream_id TEXT NOT NULL, due_at INTEGER, PRIMARY KEY (reader, stream_id)
  ) WITHOUT ROWID;`;

function storing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const why = 'The working sets in workroom.db cannot be used now; check the disk, then retry.';
    throw new Unavailable('STORE_UNAVAILABLE', why, 1000, {}, { cause: error });
  }
}

export class SqliteWorkingSet extends WorkingSet {
  readonly #database: Database;
  readonly #sql;

  /** From openWorkroomDatabase; the caller closes it. */
  constructor(database: Database) {
    super();
    this.#database = database;
    this.#sql = storing(() => {
      database.exec(TABLES);
      return {
        position: database.prepare('SELECT position FROM workroom_working_sets WHERE reader = ?').pluck(),
        streams: database.prepare(
          'SELECT stream_id AS streamId, due_at AS dueAt FROM workroom_open_streams WHERE reader = ? ORDER BY stream_id',
        ),
        move: database.prepare(
          'INSERT INTO workroom_working_sets VALUES (?, ?) ON CONFLICT (reader) DO UPDATE SET position = excluded.position',
        ),
        open: database.prepare(
          'INSERT INTO workroom_open_streams VALUES (?, ?, ?) ON CONFLICT (reader, stream_id) DO UPDATE SET due_at = excluded.due_at',
        ),
        close: database.prepare('DELETE FROM workroom_open_streams WHERE reader = ? AND stream_id = ?'),
        forgetSet: database.prepare('DELETE FROM workroom_working_sets WHERE reader = ?'),
        forgetStreams: database.prepare('DELETE FROM workroom_open_streams WHERE reader = ?'),
      };
    });
  }

  async load(reader: string): Promise<KeptSet> {
    return storing(() =>
      this.#database.transaction(() => ({
        position: this.#position(reader),
        streams: this.#sql.streams.all(reader) as OpenStream[],
      }))(),
    );
  }

  async save(reader: string, { position, open, closed }: SetChange): Promise<void> {
    storing(() =>
      this.#database.transaction(() => {
        if (position < this.#position(reader)) return;
        this.#sql.move.run(reader, position);
        for (const { streamId, dueAt } of open) this.#sql.open.run(reader, streamId, dueAt);
        for (const streamId of closed) this.#sql.close.run(reader, streamId);
      })(),
    );
  }

  async forget(reader: string): Promise<void> {
    storing(() =>
      this.#database.transaction(() => {
        this.#sql.forgetStreams.run(reader);
        this.#sql.forgetSet.run(reader);
      })(),
    );
  }

  #position(reader: string): number {
    return (this.#sql.position.get(reader) as number | undefined) ?? 0;
  }
}
