// Set-wise look-ups of a flush: ends of streams, places of events, remembered operations, broken streams.
import type { ClientBase, Pool } from 'pg';
import type { Operation } from '#domain/kernel';
import { ZERO_HASH } from '#contracts/codec';
import type { Receipt } from '#contracts/codec';
import type { EventPlace } from '../admission.js';
import type { AppendBatch, PrincipalOperation, RememberedOperation, StreamEnd } from '../journal.js';
import { textArray } from './binary-array.js';

type Source = Pool | ClientBase;

const LAST = `LATERAL (SELECT revision, hash FROM workroom_events e WHERE e.stream_id = s.stream_id ORDER BY revision DESC LIMIT 1) h`;

/** One for each id asked for, -1 and 64 zeros where there is no event. */
export async function readEnds(source: Source, streamIds: readonly string[]): Promise<readonly StreamEnd[]> {
  const { rows } = await source.query<StreamEnd>({
    name: 'workroom_ends',
    text: `SELECT s.stream_id AS "streamId", coalesce(h.revision, -1) AS revision, coalesce(h.hash, '${ZERO_HASH}') AS hash
      FROM unnest($1::text[]) AS s (stream_id) LEFT JOIN ${LAST} ON true`,
    values: [textArray(streamIds)],
  });
  return rows;
}

/** The next ends in code-unit order, each found by one step down the index. */
export async function readEndsAfter(source: Source, prefix: string, after: string, limit: number): Promise<readonly StreamEnd[]> {
  const next = (condition: string) =>
    `SELECT e.stream_id FROM workroom_events e WHERE ${condition} AND e.stream_id < $3 ORDER BY e.stream_id LIMIT 1`;
  const { rows } = await source.query<StreamEnd>({
    name: 'workroom_ends_after',
    text: `WITH RECURSIVE s AS (
        (${next('e.stream_id > $1 AND e.stream_id >= $2')})
        UNION ALL
        SELECT (${next('e.stream_id > s.stream_id')}) FROM s WHERE s.stream_id IS NOT NULL
      )
      SELECT s.stream_id AS "streamId", h.revision, h.hash FROM s CROSS JOIN ${LAST} LIMIT $4`,
    values: [after, prefix, `${prefix}\uffff`, limit],
  });
  return rows;
}

export async function readPlaces(source: Source, batches: readonly AppendBatch[]): Promise<ReadonlyMap<string, EventPlace>> {
  const ids = batches.flatMap(({ events }) => events.map(({ eventId }) => eventId));
  const { rows } = await source.query<EventPlace & { eventId: string }>({
    name: 'workroom_places',
    text: `SELECT event_id AS "eventId", stream_id AS "streamId", revision, global_position::float8 AS "globalPosition"
      FROM workroom_events WHERE event_id = ANY ($1::text[]::uuid[])`,
    values: [textArray(ids)],
  });
  return new Map(rows.map((row) => [row.eventId, row]));
}

export const operationKey = (streamId: string, kind: string, key: string): string => `${streamId} ${kind} ${key}`;

interface OperationRow {
  readonly streamId: string;
  readonly kind: Operation['kind'];
  readonly key: string;
  readonly digest: string;
  readonly principal: string;
  readonly receipt: Receipt;
}

/** By operationKey. */
export async function readOperations(
  source: Source,
  wanted: ReadonlyArray<{ readonly streamId: string; readonly operation: Pick<PrincipalOperation, 'kind' | 'key'> }>,
): Promise<ReadonlyMap<string, RememberedOperation>> {
  const { rows } = await source.query<OperationRow>({
    name: 'workroom_operations',
    text: `SELECT i.stream_id AS "streamId", i.kind, i.key, i.digest, i.principal, i.receipt
      FROM unnest($1::text[], $2::text[], $3::text[]) AS o (stream_id, kind, key)
      JOIN workroom_idempotency i ON i.stream_id = o.stream_id AND i.kind = o.kind AND i.key = o.key`,
    values: [
      textArray(wanted.map(({ streamId }) => streamId)),
      textArray(wanted.map(({ operation }) => operation.kind)),
      textArray(wanted.map(({ operation }) => operation.key)),
    ],
  });
  return new Map(
    rows.map(({ streamId, kind, key, digest, principal, receipt }) => [
      operationKey(streamId, kind, key),
      { operation: { kind, key, digest, principalId: principal }, receipt },
    ]),
  );
}

/** Broken streams with the revision of the break. */
export async function readBroken(source: Source): Promise<ReadonlyMap<string, number>> {
  const { rows } = await source.query<{ streamId: string; brokenAt: number }>(
    'SELECT stream_id AS "streamId", broken_at AS "brokenAt" FROM workroom_stream_heads WHERE broken_at IS NOT NULL',
  );
  return new Map(rows.map(({ streamId, brokenAt }) => [streamId, brokenAt]));
}
