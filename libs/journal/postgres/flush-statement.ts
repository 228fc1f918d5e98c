// The one statement of a flush: counter, events, idempotency and wake-up in one transaction and one round trip.
import type { ClientBase } from 'pg';
import type { EventRow, Receipt } from '#contracts/codec';
import type { PrincipalOperation } from '../journal.js';
import { int4Array, int8Array, textArray } from './binary-array.js';
import { LEASE_MS, STORE_NOW } from './writer-lease.js';
import type { Counter } from './writer-lease.js';

export const CHANNEL = 'workroom_journal';

export interface RememberRow {
  readonly streamId: string;
  readonly operation: PrincipalOperation;
  readonly receipt: Receipt;
}

/** Nothing is written unless fence, position and breaks are as the writer knows them: its judgement of the batches then still holds. */
const WRITER = `writer AS (
  UPDATE workroom_journal_writer SET position = $4, expires_at = ${STORE_NOW} + ${LEASE_MS}
  WHERE fence = $1 AND position = $2 AND breaks = $3 RETURNING pg_notify('${CHANNEL}', '')
)`;
const INTO_EVENTS = `INSERT INTO workroom_events (global_position, stream_id, revision, event_id, envelope_version, type, schema_version,
  data_json, metadata_json, prev_hash, hash, row_binding_digest)`;
const INTO_OPERATIONS = 'INSERT INTO workroom_idempotency (stream_id, kind, key, digest, principal, receipt)';

const MANY = `
WITH ${WRITER}, events AS (
  ${INTO_EVENTS}
  SELECT e.position, e.stream_id, e.revision, e.event_id::uuid, e.envelope_version, e.type, e.schema_version, e.data::json,
    e.metadata::json, e.prev_hash, e.hash, e.binding
  FROM writer, unnest($5::int8[], $6::text[], $7::int4[], $8::text[], $9::int4[], $10::text[], $11::int4[], $12::text[], $13::text[],
    $14::text[], $15::text[], $16::text[])
    AS e (position, stream_id, revision, event_id, envelope_version, type, schema_version, data, metadata, prev_hash, hash, binding)
), operations AS (
  ${INTO_OPERATIONS}
  SELECT o.stream_id, o.kind, o.key, o.digest, o.principal, o.receipt::json
  FROM writer, unnest($17::text[], $18::text[], $19::text[], $20::text[], $21::text[], $22::text[])
    AS o (stream_id, kind, key, digest, principal, receipt)
)
SELECT 1 FROM writer`;

/** One event alone needs no arrays, which cost more than the insert itself. */
const ONE = `
WITH ${WRITER}, events AS (
  ${INTO_EVENTS}
  SELECT $5::bigint, $6::text, $7::int, $8::uuid, $9::int, $10::text, $11::int, $12::json, $13::json, $14::text, $15::text, $16::text
  FROM writer
), operations AS (
  ${INTO_OPERATIONS}
  SELECT $17::text, $18::text, $19::text, $20::text, $21::text, $22::json FROM writer WHERE $17::text IS NOT NULL
)
SELECT 1 FROM writer`;

const counterValues = ({ fence, position, breaks }: Counter, count: number) => [fence, position, breaks, position + count];

const oneEvent = (row: EventRow) => [
  row.globalPosition,
  row.streamId,
  row.revision,
  row.eventId,
  row.envelopeVersion,
  row.type,
  row.schemaVersion,
  row.dataJson,
  row.metadataJson,
  row.prevHash,
  row.hash,
  row.rowBindingDigest,
];

const oneOperation = (row: RememberRow | undefined) =>
  row
    ? [
        row.streamId,
        row.operation.kind,
        row.operation.key,
        row.operation.digest,
        row.operation.principalId,
        JSON.stringify(row.receipt),
      ]
    : Array<null>(6).fill(null);

const texts = <Row>(rows: readonly Row[], cell: (row: Row) => string): Buffer => textArray(rows.map(cell));

const manyEvents = (rows: readonly EventRow[]) => [
  int8Array(rows.map((row) => row.globalPosition)),
  texts(rows, (row) => row.streamId),
  int4Array(rows.map((row) => row.revision)),
  texts(rows, (row) => row.eventId),
  int4Array(rows.map((row) => row.envelopeVersion)),
  texts(rows, (row) => row.type),
  int4Array(rows.map((row) => row.schemaVersion)),
  texts(rows, (row) => row.dataJson),
  texts(rows, (row) => row.metadataJson),
  texts(rows, (row) => row.prevHash),
  texts(rows, (row) => row.hash),
  texts(rows, (row) => row.rowBindingDigest!),
];

const manyOperations = (rows: readonly RememberRow[]) => [
  texts(rows, (row) => row.streamId),
  texts(rows, (row) => row.operation.kind),
  texts(rows, (row) => row.operation.key),
  texts(rows, (row) => row.operation.digest),
  texts(rows, (row) => row.operation.principalId),
  texts(rows, (row) => JSON.stringify(row.receipt)),
];

/** False when the counter row is no longer as `counter` says; then nothing was written. Throws 23505 for a row that exists already. */
export async function flushRows(
  client: ClientBase,
  counter: Counter,
  events: readonly EventRow[],
  operations: readonly RememberRow[],
): Promise<boolean> {
  const alone = events.length === 1;
  const rows = alone
    ? [...oneEvent(events[0]!), ...oneOperation(operations[0])]
    : [...manyEvents(events), ...manyOperations(operations)];
  const { rowCount } = await client.query({
    name: alone ? 'workroom_flush_one' : 'workroom_flush_many',
    text: alone ? ONE : MANY,
    values: [...counterValues(counter, events.length), ...rows],
    rowMode: 'array',
  });
  return rowCount === 1;
}
