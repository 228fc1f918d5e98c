// Cursors in PostgreSQL.
import { Pool } from 'pg';
import { Unavailable } from '#domain/kernel';
import { CursorStore } from '../cursor-store.js';

const TABLE = `CREATE TABLE IF NOT EXISTS workroom_feed_cursors (reader text COLLATE "C" PRIMARY KEY, position bigint NOT NULL)`;
const SAVE = `INSERT INTO workroom_feed_cursors VALUES ($1, $2)
  ON CONFLICT (reader) DO UPDATE SET position = greatest(workroom_feed_cursors.position, excluded.position)`;
const SETUP_LOCK = 0x66656564;

async function storing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const why = 'The cursors in PostgreSQL cannot be used now; check DATABASE_URL and the server, then retry.';
    throw new Unavailable('STORE_UNAVAILABLE', why, 1000, {}, { cause: error });
  }
}

export class PostgresCursorStore extends CursorStore {
  readonly #pool: Pool;

  private constructor(pool: Pool) {
    super();
    this.#pool = pool;
  }

  /** Throws Unavailable STORE_UNAVAILABLE. */
  static async open(url: string): Promise<PostgresCursorStore> {
    const pool = new Pool({ connectionString: url, max: 2, application_name: 'workroom-cursors' });
    // An idle session that dies is replaced at the next query.
    pool.on('error', () => undefined);
    try {
      await storing(() => pool.query(`BEGIN; SELECT pg_advisory_xact_lock(${SETUP_LOCK}); ${TABLE}; COMMIT`));
    } catch (error) {
      await pool.end();
      throw error;
    }
    return new PostgresCursorStore(pool);
  }

  async load(reader: string): Promise<number> {
    const { rows } = await storing(() =>
      this.#pool.query<{ position: string }>('SELECT position FROM workroom_feed_cursors WHERE reader = $1', [reader]),
    );
    return Number(rows[0]?.position ?? 0);
  }

  async save(reader: string, position: number): Promise<void> {
    await storing(() => this.#pool.query({ name: 'workroom_save_cursor', text: SAVE, values: [reader, position] }));
  }

  async forget(reader: string): Promise<void> {
    await storing(() => this.#pool.query('DELETE FROM workroom_feed_cursors WHERE reader = $1', [reader]));
  }

  async all() {
    const { rows } = await storing(() =>
      this.#pool.query<{ reader: string; position: string }>(
        'SELECT reader, position FROM workroom_feed_cursors ORDER BY reader',
      ),
    );
    return rows.map(({ reader, position }) => ({ reader, position: Number(position) }));
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
