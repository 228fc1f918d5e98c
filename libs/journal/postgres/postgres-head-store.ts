// Signed heads in PostgreSQL.
import { Pool } from 'pg';
import { HeadStore } from '../heads/index.js';
import type { HeadIndex, SignedHead } from '../heads/index.js';
import { int4Array, int8Array, textArray } from './binary-array.js';
import { storing } from './postgres-errors.js';
import { prepareJournal } from './schema.js';

const PAGE = 500;
const HEAD = `stream_id AS "streamId", signed_revision AS revision, signed_hash AS hash, signed_at::float8 AS "signedAt",
  key_id AS "keyId", signature`;
const INDEX = `position::float8 AS position, streams, digest, signed_at::float8 AS "signedAt", key_id AS "keyId", signature`;

const SAVE = `
WITH heads AS (
  INSERT INTO workroom_stream_heads (stream_id, signed_revision, signed_hash, signed_at, key_id, signature)
  SELECT * FROM unnest($1::text[], $2::int4[], $3::text[], $4::int8[], $5::text[], $6::text[])
  ON CONFLICT (stream_id) DO UPDATE SET signed_revision = excluded.signed_revision, signed_hash = excluded.signed_hash,
    signed_at = excluded.signed_at, key_id = excluded.key_id, signature = excluded.signature
)
UPDATE workroom_heads_cursor SET position = $7`;

export class PostgresHeadStore extends HeadStore {
  readonly #pool: Pool;

  private constructor(pool: Pool) {
    super();
    this.#pool = pool;
  }

  /** Throws Unavailable STORE_UNAVAILABLE; Rejection LEGACY_JOURNAL, STORE_VERSION. */
  static async open(url: string): Promise<PostgresHeadStore> {
    const pool = new Pool({ connectionString: url, max: 2, application_name: 'workroom-heads' });
    // An idle session that dies is replaced at the next query.
    pool.on('error', () => undefined);
    try {
      await storing(async () => {
        const client = await pool.connect();
        await prepareJournal(client).finally(() => client.release());
      });
    } catch (error) {
      await pool.end();
      throw error;
    }
    return new PostgresHeadStore(pool);
  }

  async cursor(): Promise<number> {
    const { rows } = await storing(() =>
      this.#pool.query<{ position: number }>('SELECT position::float8 AS position FROM workroom_heads_cursor'),
    );
    return rows[0]!.position;
  }

  async save(heads: readonly SignedHead[], cursor: number): Promise<void> {
    const values = [
      textArray(heads.map(({ streamId }) => streamId)),
      int4Array(heads.map(({ revision }) => revision)),
      textArray(heads.map(({ hash }) => hash)),
      int8Array(heads.map(({ signedAt }) => signedAt)),
      textArray(heads.map(({ keyId }) => keyId)),
      textArray(heads.map(({ signature }) => signature)),
      cursor,
    ];
    await storing(() => this.#pool.query({ name: 'workroom_save_heads', text: SAVE, values }));
  }

  async head(streamId: string): Promise<SignedHead | undefined> {
    const sql = `SELECT ${HEAD} FROM workroom_stream_heads WHERE stream_id = $1 AND signature IS NOT NULL`;
    const { rows } = await storing(() => this.#pool.query<SignedHead>(sql, [streamId]));
    return rows[0];
  }

  async *heads(): AsyncIterable<readonly SignedHead[]> {
    const sql = `SELECT ${HEAD} FROM workroom_stream_heads WHERE stream_id > $1 AND signature IS NOT NULL ORDER BY stream_id LIMIT $2`;
    for (let after = ''; ;) {
      const { rows } = await storing(() => this.#pool.query<SignedHead>(sql, [after, PAGE]));
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.streamId;
    }
  }

  async saveIndex({ position, streams, digest, signedAt, keyId, signature }: HeadIndex): Promise<void> {
    const sql = 'INSERT INTO workroom_head_indexes VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (position) DO NOTHING';
    await storing(() => this.#pool.query(sql, [position, streams, digest, signedAt, keyId, signature]));
  }

  async lastIndex(): Promise<HeadIndex | undefined> {
    const sql = `SELECT ${INDEX} FROM workroom_head_indexes ORDER BY workroom_head_indexes.position DESC LIMIT 1`;
    const { rows } = await storing(() => this.#pool.query<HeadIndex>(sql));
    return rows[0];
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
