// A projection: pure, versioned; one row a key. The runner stores row and position in one transaction and skips positions already seen.
import type { StoredEvent } from '#contracts/codec';

/** Columns by which rows are found and ordered, beside the row's own JSON. */
export interface RowIndex {
  readonly projectId: string;
  /** Closed vocabulary of the view, e.g. the Run's status; '' where the view has none. */
  readonly status: string;
  /** Epoch milliseconds; lists are newest first with the key as tie-break. */
  readonly at: number;
}

export interface Projection<Row> {
  /** The view's name: letters, digits and hyphens. */
  readonly name: string;
  /** Rises with any change of `project` or of the row's shape: another version is another generation, rebuilt beside. */
  readonly version: number;
  /** Event types that can change a row. */
  readonly handles: readonly string[];
  /** The row that an event concerns; null when none. */
  key(event: StoredEvent): string | null;
  /** The next row; null deletes it. Pure: same row and event, same result. */
  project(row: Row | undefined, event: StoredEvent): Row | null;
  index(row: Row): RowIndex;
}
