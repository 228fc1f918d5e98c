// The store port of read models. Every driver passes suite/read-model-store.suite.ts.
import type { RowIndex } from './projection.js';

export interface RowChange {
  readonly key: string;
  /** null deletes. */
  readonly row: unknown;
  readonly index: RowIndex | null;
}

export interface RowQuery {
  readonly projectId?: string;
  readonly status?: string;
  /** Rows strictly after this place in the order (at falling, then key rising in code units). */
  readonly after?: { readonly at: number; readonly key: string };
  readonly limit: number;
}

export interface ViewInfo {
  readonly view: string;
  readonly generation: string;
  readonly live: boolean;
  readonly position: number;
  readonly rows: number;
}

/**
 * A view has generations; readers see the live one. Atomicity: rows and position of one `apply` are stored together or not at all.
 * Idempotence: an `apply` whose position is not above the stored one changes nothing.
 */
export abstract class ReadModelStore {
  /** Position of a generation; undefined when it does not exist. */
  abstract position(view: string, generation: string): Promise<number | undefined>;
  abstract create(view: string, generation: string): Promise<void>;
  abstract rows(view: string, generation: string, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  abstract apply(view: string, generation: string, changes: readonly RowChange[], position: number): Promise<void>;
  /** Makes this generation the live one and drops the others, in one transaction. */
  abstract swap(view: string, generation: string): Promise<void>;
  abstract live(view: string): Promise<string | undefined>;
  abstract get(view: string, key: string): Promise<unknown>;
  abstract list(
    view: string,
    query: RowQuery,
  ): Promise<ReadonlyArray<{ readonly key: string; readonly row: unknown; readonly index: RowIndex }>>;
  abstract info(): Promise<readonly ViewInfo[]>;
  /** Drops every generation of a view. */
  abstract drop(view: string): Promise<void>;
  abstract close(): Promise<void>;
}
