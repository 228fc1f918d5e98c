// The statements of the Journal on SQLite, prepared once a connection.
import type { Database } from 'better-sqlite3';
import type { Operation } from '#domain/kernel';
import { ZERO_HASH } from '#contracts/codec';
import type { EventRow, Receipt } from '#contracts/codec';
import type { AdmissionView, EventPlace } from '../admission.js';
import type { PrincipalOperation, RememberedOperation, StreamEnd } from '../journal.js';

const ROW = `global_position AS globalPosition, stream_id AS streamId, revision, event_id AS eventId, envelope_version AS envelopeVersion,
  type, schema_version AS schemaVersion, data_json AS dataJson, metadata_json AS metadataJson, prev_hash AS prevHash, hash,
  row_binding_digest AS rowBindingDigest`;

export class SqliteRows implements AdmissionView {
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#sql = statements(database);
  }

  head(streamId: string) {
    const row = this.#sql.head.get(streamId) as { revision: number; hash: string; brokenAt: number | null } | undefined;
    return row ?? { revision: -1, hash: ZERO_HASH, brokenAt: null };
  }

  /** In code-unit order: ids are ASCII. */
  heads(prefix: string, after: string, limit: number): readonly StreamEnd[] {
    return this.#sql.heads.all(after, prefix, `${prefix}\uffff`, limit) as StreamEnd[];
  }

  place(eventId: string): EventPlace | undefined {
    return this.#sql.place.get(eventId) as EventPlace | undefined;
  }

  operation(streamId: string, kind: Operation['kind'], key: string): RememberedOperation | undefined {
    const row = this.#sql.operation.get(streamId, kind, key) as
      { digest: string; principal: string; receipt: string } | undefined;
    if (!row) return undefined;
    const operation = { kind, key, digest: row.digest, principalId: row.principal };
    return { operation, receipt: JSON.parse(row.receipt) as Receipt };
  }

  insert(row: EventRow): void {
    this.#sql.insert.run(row);
  }

  setHead(streamId: string, revision: number, hash: string): void {
    this.#sql.setHead.run(streamId, revision, hash);
  }

  remember(streamId: string, { kind, key, digest, principalId }: PrincipalOperation, receipt: Receipt): void {
    this.#sql.remember.run(streamId, kind, key, digest, principalId, JSON.stringify(receipt));
  }

  markBroken(streamId: string, revision: number): void {
    this.#sql.markBroken.run(streamId, ZERO_HASH, revision);
  }

  /** The counter, while the fence holds. */
  counter(fence: number): number | undefined {
    return this.#sql.counter.get(fence) as number | undefined;
  }

  setCounter(position: number, expiresAt: number): void {
    this.#sql.setCounter.run(position, expiresAt);
  }

  position(): number {
    return this.#sql.position.get() as number;
  }

  forwards(streamId: string, from: number, limit: number): readonly EventRow[] {
    return this.#sql.forwards.all(streamId, from, limit) as EventRow[];
  }

  backwards(streamId: string, from: number, limit: number): readonly EventRow[] {
    return this.#sql.backwards.all(streamId, from, limit) as EventRow[];
  }

  after(position: number, limit: number): readonly EventRow[] {
    return this.#sql.after.all(position, limit) as EventRow[];
  }
}

const statements = (database: Database) => ({
  head: database.prepare('SELECT revision, hash, broken_at AS brokenAt FROM workroom_stream_heads WHERE stream_id = ?'),
  heads: database.prepare(
    'SELECT stream_id AS streamId, revision, hash FROM workroom_stream_heads WHERE stream_id > ? AND stream_id >= ? AND stream_id < ? ORDER BY stream_id LIMIT ?',
  ),
  place: database.prepare(
    'SELECT stream_id AS streamId, revision, global_position AS globalPosition FROM workroom_events WHERE event_id = ?',
  ),
  operation: database.prepare(
    'SELECT digest, principal, receipt FROM workroom_idempotency WHERE stream_id = ? AND kind = ? AND key = ?',
  ),
  insert: database.prepare(
    `INSERT INTO workroom_events (global_position, stream_id, revision, event_id, envelope_version, type, schema_version, data_json,
       metadata_json, prev_hash, hash, row_binding_digest)
     VALUES (@globalPosition, @streamId, @revision, @eventId, @envelopeVersion, @type, @schemaVersion, @dataJson,
       @metadataJson, @prevHash, @hash, @rowBindingDigest)`,
  ),
  setHead: database.prepare(
    `INSERT INTO workroom_stream_heads (stream_id, revision, hash) VALUES (?, ?, ?)
     ON CONFLICT (stream_id) DO UPDATE SET revision = excluded.revision, hash = excluded.hash`,
  ),
  remember: database.prepare('INSERT INTO workroom_idempotency VALUES (?, ?, ?, ?, ?, ?)'),
  markBroken: database.prepare(
    `INSERT INTO workroom_stream_heads (stream_id, revision, hash, broken_at) VALUES (?, -1, ?, ?)
     ON CONFLICT (stream_id) DO UPDATE SET broken_at = excluded.broken_at`,
  ),
  counter: database.prepare('SELECT position FROM workroom_journal_writer WHERE fence = ?').pluck(),
  setCounter: database.prepare('UPDATE workroom_journal_writer SET position = ?, expires_at = ?'),
  position: database.prepare('SELECT position FROM workroom_journal_writer').pluck(),
  forwards: database.prepare(
    `SELECT ${ROW} FROM workroom_events WHERE stream_id = ? AND revision >= ? ORDER BY revision LIMIT ?`,
  ),
  backwards: database.prepare(
    `SELECT ${ROW} FROM workroom_events WHERE stream_id = ? AND revision <= ? ORDER BY revision DESC LIMIT ?`,
  ),
  after: database.prepare(`SELECT ${ROW} FROM workroom_events WHERE global_position > ? ORDER BY global_position LIMIT ?`),
});
