// The Journal's tables in PostgreSQL. Facts are never changed or deleted: the database itself refuses it.
import type { PoolClient } from 'pg';
import { Rejection } from '#domain/kernel';
import { ENVELOPE_VERSION } from '#contracts/codec';
import { checkVersions, legacyJournal, newerStore } from '../legacy.js';

/** Two processes that start at once make the tables once. */
const SETUP_LOCK = 0x776f726b;

const JOURNAL = `
CREATE TABLE workroom_events (
  global_position bigint PRIMARY KEY,
  id text NOT NULL GENERATED ALWAYS AS (stream_id || ':' || revision) STORED,
  stream_id text COLLATE "C" NOT NULL,
  revision integer NOT NULL,
  event_id uuid NOT NULL,
  envelope_version smallint NOT NULL,
  type text NOT NULL,
  schema_version integer NOT NULL,
  data_json json NOT NULL,
  metadata_json json NOT NULL,
  prev_hash text NOT NULL,
  hash text NOT NULL,
  row_binding_digest text NOT NULL
);
CREATE UNIQUE INDEX workroom_events_stream ON workroom_events (stream_id, revision);
CREATE UNIQUE INDEX workroom_events_event_id ON workroom_events (event_id);
CREATE INDEX workroom_events_foreign ON workroom_events (envelope_version) WHERE envelope_version <> ${ENVELOPE_VERSION};

CREATE FUNCTION workroom_events_are_facts() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'facts are never changed or deleted'; END $$;
CREATE TRIGGER workroom_events_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON workroom_events
FOR EACH STATEMENT EXECUTE FUNCTION workroom_events_are_facts();

CREATE TABLE workroom_stream_heads (
  stream_id text COLLATE "C" PRIMARY KEY,
  broken_at integer
);

CREATE TABLE workroom_idempotency (
  stream_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  digest text NOT NULL,
  principal text NOT NULL,
  receipt json NOT NULL,
  PRIMARY KEY (stream_id, kind, key)
);

CREATE TABLE workroom_journal_writer (
  id integer PRIMARY KEY CHECK (id = 1),
  position bigint NOT NULL,
  fence bigint NOT NULL,
  breaks bigint NOT NULL,
  holder text NOT NULL,
  expires_at bigint NOT NULL
) WITH (fillfactor = 10);
INSERT INTO workroom_journal_writer VALUES (1, 0, 0, 0, '', 0);

CREATE TABLE workroom_journal_schema (version integer NOT NULL);
INSERT INTO workroom_journal_schema VALUES (0);
`;

const SIGNED_HEADS = `
ALTER TABLE workroom_stream_heads
  ADD COLUMN signed_revision integer,
  ADD COLUMN signed_hash text,
  ADD COLUMN signed_at bigint,
  ADD COLUMN key_id text,
  ADD COLUMN signature text;
CREATE TABLE workroom_heads_cursor (position bigint NOT NULL);
INSERT INTO workroom_heads_cursor VALUES (0);
CREATE TABLE workroom_head_indexes (
  position bigint PRIMARY KEY,
  streams integer NOT NULL,
  digest text NOT NULL,
  signed_at bigint NOT NULL,
  key_id text NOT NULL,
  signature text NOT NULL
);
`;

/** Each leads from one version of the tables to the next. */
const STEPS = [JOURNAL, SIGNED_HEADS];

/** By the catalog, not by to_regclass, which may remember that there was none. */
async function exists(client: PoolClient, name: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM pg_class WHERE relname = $1 AND relnamespace = current_schema()::regnamespace';
  const { rowCount } = await client.query(sql, [name]);
  return rowCount !== 0;
}

async function versionOf(client: PoolClient): Promise<number> {
  if (!(await exists(client, 'workroom_journal_schema'))) return 0;
  const { rows } = await client.query<{ version: number }>('SELECT version FROM workroom_journal_schema');
  return rows[0]!.version;
}

/** Only reads. Throws Rejection LEGACY_JOURNAL or STORE_VERSION. */
async function inspect(client: PoolClient): Promise<void> {
  if ((await versionOf(client)) > STEPS.length) throw newerStore();
  if (!(await exists(client, 'workroom_events'))) return;
  const columns = await client.query(
    `SELECT 1 FROM pg_attribute WHERE attrelid = 'workroom_events'::regclass AND attname = 'envelope_version' AND NOT attisdropped`,
  );
  if (columns.rowCount === 0) throw legacyJournal();
  const indexed = await exists(client, 'workroom_events_foreign');
  const where = indexed ? `WHERE envelope_version <> ${ENVELOPE_VERSION}` : '';
  const { rows } = await client.query<{ version: number }>(
    `SELECT DISTINCT envelope_version::int AS version FROM workroom_events ${where}`,
  );
  checkVersions(rows.map(({ version }) => version));
}

/** Makes what is missing; a store that is refused stays as it is. */
export async function prepareJournal(client: PoolClient): Promise<void> {
  await inspect(client);
  if ((await versionOf(client)) === STEPS.length) return;
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [SETUP_LOCK]);
    const version = await versionOf(client);
    if (version === 0 && (await exists(client, 'workroom_events'))) {
      throw new Rejection('STORE_VERSION', 'The table workroom_events was not made by Workroom; name another database.');
    }
    for (const step of STEPS.slice(version)) await client.query(step);
    await client.query('UPDATE workroom_journal_schema SET version = $1', [STEPS.length]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
