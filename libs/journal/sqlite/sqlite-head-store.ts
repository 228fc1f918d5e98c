// Signed heads in workroom.db, beside the ends of the streams.
import type { Database } from 'better-sqlite3';
import { ZERO_HASH } from '#contracts/codec';
import { HeadStore } from '../heads/index.js';
import type { HeadIndex, SignedHead } from '../heads/index.js';
import { prepareJournal } from './schema.js';
import { asStoreError } from './sqlite-errors.js';

const PAGE = 500;
const HEAD = `stream_id AS streamId, signed_revision AS revision, signed_hash AS hash, signed_at AS signedAt, key_id AS keyId, signature`;
const INDEX = 'position, streams, digest, signed_at AS signedAt, key_id AS keyId, signature';

function storing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asStoreError(error);
  }
}

export class SqliteHeadStore extends HeadStore {
  readonly #database: Database;
  readonly #sql;

  /** From openWorkroomDatabase; the caller closes it. */
  constructor(database: Database) {
    super();
    this.#database = database;
    this.#sql = storing(() => {
      prepareJournal(database);
      return {
        cursor: database.prepare('SELECT position FROM workroom_heads_cursor').pluck(),
        setCursor: database.prepare('UPDATE workroom_heads_cursor SET position = ?'),
        save: database.prepare(
          `INSERT INTO workroom_stream_heads (stream_id, revision, hash, signed_revision, signed_hash, signed_at, key_id, signature)
           VALUES (@streamId, -1, '${ZERO_HASH}', @revision, @hash, @signedAt, @keyId, @signature)
           ON CONFLICT (stream_id) DO UPDATE SET signed_revision = excluded.signed_revision, signed_hash = excluded.signed_hash,
             signed_at = excluded.signed_at, key_id = excluded.key_id, signature = excluded.signature`,
        ),
        head: database.prepare(`SELECT ${HEAD} FROM workroom_stream_heads WHERE stream_id = ? AND signature IS NOT NULL`),
        heads: database.prepare(
          `SELECT ${HEAD} FROM workroom_stream_heads WHERE stream_id > ? AND signature IS NOT NULL ORDER BY stream_id LIMIT ?`,
        ),
        saveIndex: database.prepare(
          'INSERT OR REPLACE INTO workroom_head_indexes VALUES (@position, @streams, @digest, @signedAt, @keyId, @signature)',
        ),
        lastIndex: database.prepare(`SELECT ${INDEX} FROM workroom_head_indexes ORDER BY position DESC LIMIT 1`),
      };
    });
  }

  async cursor(): Promise<number> {
    return storing(() => this.#sql.cursor.get() as number);
  }

  async save(heads: readonly SignedHead[], cursor: number): Promise<void> {
    const write = this.#database.transaction(() => {
      for (const head of heads) this.#sql.save.run(head);
      this.#sql.setCursor.run(cursor);
    });
    storing(() => write.immediate());
  }

  async head(streamId: string): Promise<SignedHead | undefined> {
    return storing(() => this.#sql.head.get(streamId) as SignedHead | undefined);
  }

  async *heads(): AsyncIterable<readonly SignedHead[]> {
    for (let after = ''; ;) {
      const page = storing(() => this.#sql.heads.all(after, PAGE) as SignedHead[]);
      if (page.length > 0) yield page;
      if (page.length < PAGE) return;
      after = page.at(-1)!.streamId;
    }
  }

  async saveIndex(index: HeadIndex): Promise<void> {
    storing(() => this.#sql.saveIndex.run(index));
  }

  async lastIndex(): Promise<HeadIndex | undefined> {
    return storing(() => this.#sql.lastIndex.get() as HeadIndex | undefined);
  }

  async close(): Promise<void> {}
}
