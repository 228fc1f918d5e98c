// Folds events into the rows that they concern: what a batch changes, without touching a store.
import type { StoredEvent } from '#contracts/codec';
import type { Projection } from '../projection.js';
import type { RowChange } from '../read-model-store.js';

/** A projection that threw: a defect that stops its view at this event. */
export class ProjectionDefect extends Error {
  override readonly name = 'ProjectionDefect';
  constructor(view: string, event: StoredEvent, cause: unknown) {
    super(
      `View ${view} cannot fold ${event.type} (event ${event.eventId}, position ${event.globalPosition}): ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

/** The events of a batch that concern a view, each with the key of its row. */
export function concerning<Row>(
  projection: Projection<Row>,
  handles: ReadonlySet<string>,
  events: readonly StoredEvent[],
  after: number,
): ReadonlyArray<readonly [key: string, event: StoredEvent]> {
  const found: Array<readonly [string, StoredEvent]> = [];
  for (const event of events) {
    if (event.globalPosition <= after || !handles.has(event.type)) continue;
    const key = projection.key(event);
    if (key !== null) found.push([key, event]);
  }
  return found;
}

/** The next rows by key; null where a row is deleted. Throws ProjectionDefect. */
export function foldBatch<Row>(
  projection: Projection<Row>,
  rows: ReadonlyMap<string, Row>,
  events: ReadonlyArray<readonly [key: string, event: StoredEvent]>,
): ReadonlyMap<string, Row | null> {
  const next = new Map<string, Row | null>();
  for (const [key, event] of events) {
    const before = next.has(key) ? next.get(key) : rows.get(key);
    try {
      next.set(key, projection.project(before ?? undefined, event));
    } catch (cause) {
      throw new ProjectionDefect(projection.name, event, cause);
    }
  }
  return next;
}

/** Rows as the store takes them, with their entries. */
export const changesOf = <Row>(projection: Projection<Row>, rows: ReadonlyMap<string, Row | null>): readonly RowChange[] =>
  [...rows].map(([key, row]) => ({ key, row, entries: row === null ? [] : projection.entries(row) }));
