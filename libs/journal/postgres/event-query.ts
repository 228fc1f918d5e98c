// Reads events as rows of text columns: no type parsing but our own.
import type { ClientBase, Pool, QueryConfig } from 'pg';
import type { EventRow } from '#contracts/codec';

const COLUMNS = `global_position, stream_id, revision, event_id, envelope_version, type, schema_version, data_json, metadata_json,
  prev_hash, hash, row_binding_digest`;

const FORWARDS = `SELECT ${COLUMNS} FROM workroom_events WHERE stream_id = $1 AND revision >= $2 ORDER BY revision LIMIT $3`;
const BACKWARDS = `SELECT ${COLUMNS} FROM workroom_events WHERE stream_id = $1 AND revision <= $2 ORDER BY revision DESC LIMIT $3`;
const AFTER = `SELECT ${COLUMNS} FROM workroom_events WHERE global_position > $1 ORDER BY global_position LIMIT $2`;

/** The statement of a rebuild: everything in (after, until], in order. */
export const copyStatement = (after: number, until: number): string =>
  `COPY (SELECT ${COLUMNS} FROM workroom_events WHERE global_position > ${after} AND global_position <= ${until}
    ORDER BY global_position) TO STDOUT`;

type Cells = readonly string[];

/** From the text form of the columns above. */
export const rowFromCells = (cells: Cells): EventRow => ({
  globalPosition: Number(cells[0]),
  streamId: cells[1]!,
  revision: Number(cells[2]),
  eventId: cells[3]!,
  envelopeVersion: Number(cells[4]),
  type: cells[5]!,
  schemaVersion: Number(cells[6]),
  dataJson: cells[7]!,
  metadataJson: cells[8]!,
  prevHash: cells[9]!,
  hash: cells[10]!,
  rowBindingDigest: cells[11]!,
});

const asText = { getTypeParser: () => (text: string) => text } as unknown as NonNullable<QueryConfig['types']>;

async function rows(source: Pool | ClientBase, name: string, text: string, values: unknown[]): Promise<readonly EventRow[]> {
  const result = await source.query<string[]>({ name, text, values, rowMode: 'array', types: asText });
  return result.rows.map(rowFromCells);
}

export const readForwards = (source: Pool, streamId: string, from: number, limit: number) =>
  rows(source, 'workroom_forwards', FORWARDS, [streamId, from, limit]);

export const readBackwards = (source: Pool, streamId: string, from: number, limit: number) =>
  rows(source, 'workroom_backwards', BACKWARDS, [streamId, from, limit]);

export const readAfter = (source: Pool, after: number, limit: number) => rows(source, 'workroom_after', AFTER, [after, limit]);
