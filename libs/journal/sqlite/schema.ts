// The Journal's tables in workroom.db. Facts are never changed or deleted: the database itself refuses it.
import type { Database } from 'better-sqlite3';
import { Rejection } from '#domain/kernel';
import { ENVELOPE_VERSION } from '#contracts/codec';
import { checkVersions, legacyJournal, newerStore } from '../legacy.js';

const JOURNAL = `
CREATE TABLE workroom_events (
  global_position INTEGER PRIMARY KEY,
  id TEXT GENERATED ALWAYS AS (stream_id || ':' || revision) VIRTUAL,
  stream_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  envelope_version INTEGER NOT NULL,
  type TEXT NOT NULL,
  schema_version INTEGER NOT NULL,
  data_json TEXT NOT NULL,
  metadata_json TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  row_binding_digest TEXT NOT NULL
);
CREATE UNIQUE INDEX workroom_events_stream ON workroom_events (stream_id, revision);
CREATE UNIQUE INDEX workroom_events_event_id ON workroom_events (event_id);
CREATE INDEX workroom_events_foreign ON workroom_events (envelope_version) WHERE envelope_version <> ${ENVELOPE_VERSION};
CREATE TRIGGER workroom_events_no_update BEFORE UPDATE ON workroom_events
BEGIN SELECT RAISE(ABORT, 'facts are never changed'); END;
CREATE TRIGGER workroom_events_no_delete BEFORE DELETE ON workroom_events
BEGIN SELECT RAISE(ABORT, 'facts are never deleted'); END;

CREATE TABLE workroom_stream_heads (
  stream_id TEXT PRIMARY KEY,
  revision INTEGER NOT NULL,
  hash TEXT NOT NULL,
  broken_at INTEGER
) WITHOUT ROWID;

CREATE TABLE workroom_idempotency (
  stream_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  digest TEXT NOT NULL,
  principal TEXT NOT NULL,
  receipt TEXT NOT NULL,
  PRIMARY KEY (stream_id, kind, key)
) WITHOUT ROWID;

CREATE TABLE workroom_journal_writer (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  position INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  process_start TEXT NOT NULL,
  expires_at INTEGER NOT NULL
);
INSERT INTO workroom_journal_writer VALUES (1, 0, 0, '', 0, '', 0);

CREATE TABLE workroom_journal_schema (version INTEGER NOT NULL);
INSERT INTO workroom_journal_schema VALUES (0);
`;

const SIGNED_HEADS = `
ALTER TABLE workroom_stream_heads ADD COLUMN signed_revision INTEGER;
ALTER TABLE workroom_stream_heads ADD COLUMN signed_hash TEXT;
ALTER TABLE workroom_stream_heads ADD COLUMN signed_at INTEGER;
ALTER TABLE workroom_stream_heads ADD COLUMN key_id TEXT;
ALTER TABLE workroom_stream_heads ADD COLUMN signature TEXT;
CREATE TABLE workroom_heads_cursor (position INTEGER NOT NULL);
INSERT INTO workroom_heads_cursor VALUES (0);
CREATE TABLE workroom_head_indexes (
  position INTEGER PRIMARY KEY,
  streams INTEGER NOT NULL,
  digest TEXT NOT NULL,
  signed_at INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  signature TEXT NOT NULL
);
`;

const has = (database: Database, kind: 'table' | 'index', name: string): boolean =>
  database.prepare('SELECT 1 FROM sqlite_master WHERE type = ? AND name = ?').get(kind, name) !== undefined;

/** Each leads from one version of the tables to the next. */
const STEPS = [JOURNAL, SIGNED_HEADS];

function versionOf(database: Database): number {
  if (!has(database, 'table', 'workroom_journal_schema')) return 0;
  return database.prepare('SELECT version FROM workroom_journal_schema').pluck().get() as number;
}

/**
 * Only reads. Throws Rejection LEGACY_JOURNAL when an event of another time is there, STORE_VERSION when a newer build wrote the store.
 */
export function inspectJournal(database: Database): void {
  if (versionOf(database) > STEPS.length) throw newerStore();
  if (!has(database, 'table', 'workroom_events')) return;
  const columns = database.prepare("SELECT name FROM pragma_table_xinfo('workroom_events')").pluck().all();
  if (!columns.includes('envelope_version')) throw legacyJournal();
  const where = has(database, 'index', 'workroom_events_foreign') ? `WHERE envelope_version <> ${ENVELOPE_VERSION}` : '';
  const versions = database.prepare(`SELECT DISTINCT envelope_version FROM workroom_events ${where}`).pluck().all();
  checkVersions(versions as number[]);
}

/** Makes what is missing. */
export function prepareJournal(database: Database): void {
  database
    .transaction(() => {
      inspectJournal(database);
      const version = versionOf(database);
      if (version === 0 && has(database, 'table', 'workroom_events')) {
        throw new Rejection(
          'STORE_VERSION',
          'The table workroom_events was not made by Workroom; start with another data directory.',
        );
      }
      if (version === STEPS.length) return;
      for (const step of STEPS.slice(version)) database.exec(step);
      database.prepare('UPDATE workroom_journal_schema SET version = ?').run(STEPS.length);
    })
    .immediate();
}
