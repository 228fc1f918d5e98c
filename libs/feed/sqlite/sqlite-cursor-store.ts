// Cursors in workroom.db, on the connection that the Journal uses; saves of one turn of the event loop share one commit.
import type { Database } from 'better-sqlite3';
import { Unavailable } from '#domain/kernel';
import { CursorStore } from '../cursor-store.js';

const TABLE =
  'CREATE TABLE IF NOT EXISTS workroom_feed_cursors (reader TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID';
const SAVE = `INSERT INTO workroom_feed_cursors VALUES (?, ?)
  ON CONFLICT (reader) DO UPDATE SET position = max(position, excluded.position)`;

interface Waiting {
  readonly reader: string;
  readonly position: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

function storing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const why = 'The cursors in workroom.db cannot be used now; check the disk, then retry.';
    throw new Unavailable('STORE_UNAVAILABLE', why, 1000, {}, { cause: error });
  }
}

export class SqliteCursorStore extends CursorStore {
  readonly #database: Database;
  readonly #sql;
  #queue: Waiting[] = [];

  /** From openWorkroomDatabase; the caller closes it. */
  constructor(database: Database) {
    super();
    this.#database = database;
    this.#sql = storing(() => {
      database.exec(TABLE);
      return {
        load: database.prepare('SELECT position FROM workroom_feed_cursors WHERE reader = ?').pluck(),
        save: database.prepare(SAVE),
        forget: database.prepare('DELETE FROM workroom_feed_cursors WHERE reader = ?'),
        all: database.prepare('SELECT reader, position FROM workroom_feed_cursors ORDER BY reader'),
      };
    });
  }

  async load(reader: string): Promise<number> {
    return storing(() => (this.#sql.load.get(reader) as number | undefined) ?? 0);
  }

  save(reader: string, position: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ reader, position, resolve, reject });
      if (this.#queue.length === 1) setImmediate(() => this.#flush());
    });
  }

  async forget(reader: string): Promise<void> {
    this.#flush();
    storing(() => this.#sql.forget.run(reader));
  }

  async all() {
    return storing(() => this.#sql.all.all() as { reader: string; position: number }[]);
  }

  /** What was saved before is written first. */
  async close(): Promise<void> {
    this.#flush();
  }

  #flush(): void {
    const queue = this.#queue;
    this.#queue = [];
    if (queue.length === 0) return;
    try {
      storing(() =>
        this.#database.transaction(() => queue.forEach(({ reader, position }) => this.#sql.save.run(reader, position)))(),
      );
      for (const { resolve } of queue) resolve();
    } catch (error) {
      for (const { reject } of queue) reject(error);
    }
  }
}
