// Snapshots in PostgreSQL.
import { Pool } from 'pg';
import { SnapshotStore } from '../snapshot-store.js';
import type { Snapshot, SnapshotKey } from '../snapshot-store.js';
import { storing } from './postgres-errors.js';

const SETUP_LOCK = 0x736e6170;
const TABLE = `CREATE TABLE IF NOT EXISTS workroom_snapshots (
  stream_id text COLLATE "C" NOT NULL,
  decider text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  revision integer NOT NULL,
  hash text NOT NULL,
  at bigint NOT NULL,
  state text NOT NULL,
  PRIMARY KEY (stream_id, decider)
)`;
const SAVE = `INSERT INTO workroom_snapshots VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (stream_id, decider) DO UPDATE SET version = excluded.version, revision = excluded.revision, hash = excluded.hash,
    at = excluded.at, state = excluded.state`;

interface Row {
  readonly revision: number;
  readonly hash: string;
  readonly at: string;
  readonly state: string;
}

export class PostgresSnapshotStore extends SnapshotStore {
  readonly #pool: Pool;

  private constructor(pool: Pool) {
    super();
    this.#pool = pool;
  }

  /** Throws Unavailable STORE_UNAVAILABLE. */
  static async open(url: string): Promise<PostgresSnapshotStore> {
    const pool = new Pool({ connectionString: url, max: 2, application_name: 'workroom-snapshots' });
    // An idle session that dies is replaced at the next query.
    pool.on('error', () => undefined);
    try {
      await storing(() => pool.query(`BEGIN; SELECT pg_advisory_xact_lock(${SETUP_LOCK}); ${TABLE}; COMMIT`));
    } catch (error) {
      await pool.end();
      throw error;
    }
    return new PostgresSnapshotStore(pool);
  }

  async load(key: SnapshotKey): Promise<Snapshot | undefined> {
    const { rows } = await storing(() =>
      this.#pool.query<Row>({
        name: 'workroom_load_snapshot',
        text: 'SELECT revision, hash, at, state FROM workroom_snapshots WHERE stream_id = $1 AND decider = $2 AND version = $3',
        values: [key.streamId, key.decider, key.version],
      }),
    );
    const [row] = rows;
    return row && { ...key, head: { revision: row.revision, hash: row.hash }, at: Number(row.at), state: row.state };
  }

  async save({ streamId, decider, version, head, at, state }: Snapshot): Promise<void> {
    const values = [streamId, decider, version, head.revision, head.hash, at, state];
    await storing(() => this.#pool.query({ name: 'workroom_save_snapshot', text: SAVE, values }));
  }

  async dropAll(): Promise<void> {
    await storing(() => this.#pool.query('DELETE FROM workroom_snapshots'));
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
