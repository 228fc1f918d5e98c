// A projection: pure, versioned; one row a key, and of each row the entries by which lists find it.
// The runner stores rows, entries and position in one transaction and skips positions already seen.
import type { StoredEvent } from '#contracts/codec';

/** A place in a list of the view: lists answer the body, newest first, with the key as tie-break. */
export interface Entry<Body = unknown> {
  /** The list's name, e.g. `runs`, `attention`. */
  readonly list: string;
  /** Unique in its list. */
  readonly key: string;
  readonly projectId: string;
  /** Closed vocabulary of the list; '' where it has none. */
  readonly status: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** JSON: what the list answers for it. */
  readonly body: Body;
}

export interface Projection<Row> {
  /** The view's name: letters, digits and hyphens. */
  readonly name: string;
  /** Rises with any change of `project`, `entries` or the row's shape: another version is another generation, rebuilt beside. */
  readonly version: number;
  /** Event types that can change a row. */
  readonly handles: readonly string[];
  /** The row that an event concerns; null when none. */
  key(event: StoredEvent): string | null;
  /** The next row; null deletes it. Pure: same row and event, same result. Rows are JSON. */
  project(row: Row | undefined, event: StoredEvent): Row | null;
  /** All entries of a row, over all lists of the view. Pure. */
  entries(row: Row): readonly Entry[];
}
