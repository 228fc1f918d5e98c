// What a Journal whose events lie in another store keeps in PostgreSQL: the writer lease, places of events, ends of streams, operations.
import { hostname } from 'node:os';
import { Client, Pool } from 'pg';
import type { ClientConfig, PoolClient } from 'pg';
import { Rejection } from '#domain/kernel';
import type { StreamHead } from '#domain/kernel';
import type { AppendBatch, PrincipalOperation, StreamEnd } from '../journal.js';
import type { Receipt } from '#contracts/codec';
import { int4Array, int8Array, textArray } from './binary-array.js';
import { NOTHING_FOUND } from './judgement.js';
import type { Found, Known } from './judgement.js';
import { readBroken, readOperations } from './look-up.js';
import { asStoreError, storing } from './postgres-errors.js';
import { prepareJournal } from './schema.js';
import { StoreClock } from './store-clock.js';
import { releaseLease, RENEW_MS, renewLease, resumeLease, takeLease } from './writer-lease.js';

const SETUP_LOCK = 0x696e6465;
const TABLES = `
CREATE TABLE IF NOT EXISTS workroom_event_index (
  event_id uuid PRIMARY KEY,
  stream_id text COLLATE "C" NOT NULL,
  revision integer NOT NULL,
  position bigint NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS workroom_event_index_stream ON workroom_event_index (stream_id, revision);
CREATE INDEX IF NOT EXISTS workroom_event_index_position ON workroom_event_index (position);
CREATE TABLE IF NOT EXISTS workroom_indexed_streams (
  stream_id text COLLATE "C" PRIMARY KEY,
  revision integer NOT NULL,
  hash text NOT NULL
);`;

const ADD = `
WITH events AS (
  INSERT INTO workroom_event_index (event_id, stream_id, revision, position)
  SELECT e.event_id::uuid, e.stream_id, e.revision, e.position
  FROM unnest($1::text[], $2::text[], $3::int4[], $4::int8[]) AS e (event_id, stream_id, revision, position)
  ON CONFLICT DO NOTHING
), streams AS (
  INSERT INTO workroom_indexed_streams AS s (stream_id, revision, hash)
  SELECT * FROM unnest($5::text[], $6::int4[], $7::text[])
  ON CONFLICT (stream_id) DO UPDATE SET revision = excluded.revision, hash = excluded.hash WHERE s.revision < excluded.revision
), operations AS (
  INSERT INTO workroom_idempotency (stream_id, kind, key, digest, principal, receipt)
  SELECT o.stream_id, o.kind, o.key, o.digest, o.principal, o.receipt::json
  FROM unnest($8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
    AS o (stream_id, kind, key, digest, principal, receipt)
  ON CONFLICT DO NOTHING
)
UPDATE workroom_journal_writer SET position = greatest(position, $14)`;

/** An event as the index sees it. */
export interface IndexedEvent {
  readonly eventId: string;
  readonly streamId: string;
  readonly revision: number;
  readonly hash: string;
  readonly position: number;
}

export interface IndexedOperation {
  readonly streamId: string;
  readonly operation: PrincipalOperation;
  readonly receipt: Receipt;
}

export interface EventIndexOptions {
  readonly url: string;
  readonly role: 'writer' | 'reader';
  readonly whenLocked: 'wait' | 'refuse';
  readonly signal?: AbortSignal | undefined;
}

/** Two sources of facts never coexist: a database that holds a Journal of its own is no index of another. */
async function prepare(client: PoolClient): Promise<void> {
  await prepareJournal(client);
  const { rowCount } = await client.query('SELECT 1 FROM workroom_events LIMIT 1');
  if (rowCount !== 0) {
    const why = 'DATABASE_URL names a database that holds a Journal of its own; unset EVENTSTORE_URL, or name another database.';
    throw new Rejection('STORE_VERSION', why);
  }
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${SETUP_LOCK}); ${TABLES} COMMIT`);
}

/** The session that holds the lease; it is opened again when it was lost, and refuses once the lease is another's. */
class Lease {
  readonly #config: ClientConfig;
  #client: Client;
  #fence = 0;
  #lost = false;

  private constructor(config: ClientConfig, client: Client) {
    this.#config = config;
    this.#client = client;
  }

  static async take(config: ClientConfig, options: EventIndexOptions): Promise<Lease> {
    const client = new Client(config);
    await client.connect();
    try {
      const lease = new Lease(config, client);
      lease.#watch();
      const { whenLocked, signal } = options;
      lease.#fence = (await takeLease(client, { holder: `Process ${process.pid} on ${hostname()}`, whenLocked, signal })).fence;
      return lease;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Throws Rejection WRITER_FENCED. */
  async check(): Promise<void> {
    if (!this.#lost) return void (await renewLease(this.#client, this.#fence));
    const client = new Client(this.#config);
    await client.connect();
    this.#client = client;
    this.#lost = false;
    this.#watch();
    await resumeLease(client, this.#fence);
  }

  async release(): Promise<void> {
    try {
      if (!this.#lost) await releaseLease(this.#client, this.#fence);
    } finally {
      await this.#client.end();
    }
  }

  #watch(): void {
    const client = this.#client;
    const lose = () => {
      if (client === this.#client) this.#lost = true;
    };
    client.on('error', lose);
    client.on('end', lose);
  }
}

export class EventIndex {
  readonly #pool: Pool;
  readonly #clock: StoreClock;
  readonly #lease: Lease | undefined;
  readonly #renewal: NodeJS.Timeout | undefined;

  private constructor(pool: Pool, clock: StoreClock, lease: Lease | undefined) {
    this.#pool = pool;
    this.#clock = clock;
    this.#lease = lease;
    // A lost lease or server shows at the next append.
    if (lease) this.#renewal = setInterval(() => void lease.check().catch(() => undefined), RENEW_MS).unref();
  }

  /** Throws Unavailable STORE_UNAVAILABLE; Rejection STORE_LOCKED, STORE_VERSION, LEGACY_JOURNAL. */
  static async open(options: EventIndexOptions): Promise<EventIndex> {
    const config: ClientConfig = {
      connectionString: options.url,
      application_name: `workroom-index-${options.role}`,
      keepAlive: true,
    };
    const pool = new Pool({ ...config, max: 4 });
    // An idle session that dies is replaced at the next query.
    pool.on('error', () => undefined);
    const clock = new StoreClock(pool);
    try {
      const client = await pool.connect();
      await prepare(client).finally(() => client.release());
      await clock.start();
      const lease = options.role === 'writer' ? await Lease.take(config, options) : undefined;
      return new EventIndex(pool, clock, lease);
    } catch (error) {
      clock.stop();
      await pool.end();
      throw asStoreError(error);
    }
  }

  /** Throws Rejection WRITER_FENCED. */
  async checkFence(): Promise<void> {
    await storing(async () => this.#lease?.check());
  }

  /** How far the other store was read. */
  async cursor(): Promise<number> {
    const { rows } = await storing(() =>
      this.#pool.query<{ position: number }>('SELECT position::float8 AS position FROM workroom_journal_writer'),
    );
    return rows[0]!.position;
  }

  /** In one transaction; what is known already stays as it is. */
  async add(events: readonly IndexedEvent[], operations: readonly IndexedOperation[], cursor: number): Promise<void> {
    const ends = new Map(events.map((event) => [event.streamId, event]));
    const streams = [...ends.values()];
    const texts = <Row>(rows: readonly Row[], cell: (row: Row) => string) => textArray(rows.map(cell));
    const values = [
      texts(events, ({ eventId }) => eventId),
      texts(events, ({ streamId }) => streamId),
      int4Array(events.map(({ revision }) => revision)),
      int8Array(events.map(({ position }) => position)),
      texts(streams, ({ streamId }) => streamId),
      int4Array(streams.map(({ revision }) => revision)),
      texts(streams, ({ hash }) => hash),
      texts(operations, ({ streamId }) => streamId),
      texts(operations, ({ operation }) => operation.kind),
      texts(operations, ({ operation }) => operation.key),
      texts(operations, ({ operation }) => operation.digest),
      texts(operations, ({ operation }) => operation.principalId),
      texts(operations, ({ receipt }) => JSON.stringify(receipt)),
      cursor,
    ];
    await storing(() => this.#pool.query({ name: 'workroom_index_add', text: ADD, values }));
  }

  /** All that judging these batches needs. */
  async known(batches: readonly AppendBatch[]): Promise<Known> {
    const streamIds = [...new Set(batches.map(({ streamId }) => streamId))];
    const [found, ends, broken, position] = await storing(() =>
      Promise.all([this.#found(batches), this.ends(streamIds), readBroken(this.#pool), this.lastPosition()]),
    );
    return { ...found, ends, broken, position };
  }

  async ends(streamIds: readonly string[]): Promise<ReadonlyMap<string, StreamHead>> {
    const { rows } = await storing(() =>
      this.#pool.query<StreamEnd>({
        name: 'workroom_index_ends',
        text: `SELECT w.stream_id AS "streamId", coalesce(s.revision, -1) AS revision, coalesce(s.hash, repeat('0', 64)) AS hash
          FROM unnest($1::text[]) AS w (stream_id) LEFT JOIN workroom_indexed_streams s ON s.stream_id = w.stream_id`,
        values: [textArray(streamIds)],
      }),
    );
    return new Map(rows.map(({ streamId, revision, hash }) => [streamId, { revision, hash }]));
  }

  async endsAfter(prefix: string, after: string, limit: number): Promise<readonly StreamEnd[]> {
    const { rows } = await storing(() =>
      this.#pool.query<StreamEnd>({
        name: 'workroom_index_ends_after',
        text: `SELECT stream_id AS "streamId", revision, hash FROM workroom_indexed_streams
          WHERE stream_id > $1 AND stream_id >= $2 AND stream_id < $3 ORDER BY stream_id LIMIT $4`,
        values: [after, prefix, `${prefix}\uffff`, limit],
      }),
    );
    return rows;
  }

  /** Positions of a stream's events, by revision. */
  async positions(streamId: string, from: number, to: number): Promise<ReadonlyMap<number, number>> {
    const { rows } = await storing(() =>
      this.#pool.query<{ revision: number; position: number }>({
        name: 'workroom_index_positions',
        text: `SELECT revision, position::float8 AS position FROM workroom_event_index
          WHERE stream_id = $1 AND revision BETWEEN $2 AND $3`,
        values: [streamId, from, to],
      }),
    );
    return new Map(rows.map(({ revision, position }) => [revision, position]));
  }

  /** The largest position of an indexed event; 0 for none. */
  async lastPosition(): Promise<number> {
    const { rows } = await storing(() =>
      this.#pool.query<{ position: number }>('SELECT coalesce(max(position), 0)::float8 AS position FROM workroom_event_index'),
    );
    return rows[0]!.position;
  }

  async operations(streamId: string, operation: Pick<PrincipalOperation, 'kind' | 'key'>) {
    return storing(() => readOperations(this.#pool, [{ streamId, operation }]));
  }

  async markBroken(streamId: string, revision: number): Promise<void> {
    const sql = `INSERT INTO workroom_stream_heads (stream_id, broken_at) VALUES ($1, $2)
      ON CONFLICT (stream_id) DO UPDATE SET broken_at = excluded.broken_at`;
    await storing(() => this.#pool.query(sql, [streamId, revision]));
  }

  now(): number {
    return this.#clock.now();
  }

  async close(): Promise<void> {
    clearInterval(this.#renewal);
    this.#clock.stop();
    try {
      await storing(async () => this.#lease?.release());
    } finally {
      await this.#pool.end();
    }
  }

  async #found(batches: readonly AppendBatch[]): Promise<Found> {
    if (batches.length === 0) return NOTHING_FOUND;
    const wanted = batches.flatMap(({ streamId, operation }) => (operation ? [{ streamId, operation }] : []));
    const ids = batches.flatMap(({ events }) => events.map(({ eventId }) => eventId));
    const [places, operations] = await Promise.all([
      this.#pool.query<{ eventId: string; streamId: string; revision: number; globalPosition: number }>({
        name: 'workroom_index_places',
        text: `SELECT event_id AS "eventId", stream_id AS "streamId", revision, position::float8 AS "globalPosition"
          FROM workroom_event_index WHERE event_id = ANY ($1::text[]::uuid[])`,
        values: [textArray(ids)],
      }),
      readOperations(this.#pool, wanted),
    ]);
    return { places: new Map(places.rows.map((row) => [row.eventId, row])), operations };
  }
}
