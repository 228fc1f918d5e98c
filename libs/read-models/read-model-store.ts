// The store port of read models. Every driver passes suite/read-model-store.suite.ts.
import type { Entry } from './projection.js';

export interface RowChange {
  readonly key: string;
  /** The next row, JSON; null deletes the row with its entries. */
  readonly row: unknown;
  /** Replace all entries that the row had. */
  readonly entries: readonly Entry[];
}

export interface ApplyBatch {
  readonly view: string;
  readonly generation: string;
  /** The position at which the rows were read: the stored one must still be this one. */
  readonly after: number;
  /** The position that the rows stand at afterwards; above `after`. */
  readonly position: number;
  readonly changes: readonly RowChange[];
}

/** `moved`: the stored position is not `after`; `gone`: the generation is not there. Both change nothing. */
export type ApplyOutcome = 'applied' | 'moved' | 'gone';

export interface ListQuery {
  readonly projectId?: string;
  readonly status?: string;
  /** Entries strictly after this place in the order. */
  readonly after?: { readonly at: number; readonly key: string };
  readonly limit: number;
}

export interface ViewInfo {
  readonly view: string;
  readonly generation: string;
  readonly live: boolean;
  readonly position: number;
  readonly rows: number;
  /** Why the view stands still; null when it does not. */
  readonly failure: string | null;
}

/**
 * A view has generations; readers see the live one, or are told Unavailable RUNTIME_NOT_READY while there is none. Order: lists are newest
 * first (`at` falling), ties by key rising in code units. Atomicity: rows, entries and position of one `apply` are stored together or not
 * at all, and no reader sees a part of it. Idempotence: an `apply` that was applied, sent again, answers `moved`. Values are JSON and come
 * back as equal copies. `asOf` is a position that everything read is at least at. Positions are globalPositions; a new generation is at 0.
 */
export abstract class ReadModelStore {
  /** Does nothing when the generation exists. */
  abstract create(view: string, generation: string): Promise<void>;
  /** Position of a generation; undefined when it does not exist. */
  abstract position(view: string, generation: string): Promise<number | undefined>;
  /** The live generation and its position; undefined while there is none. */
  abstract live(view: string): Promise<{ readonly generation: string; readonly position: number } | undefined>;
  /** Rows of a generation by key; missing ones are absent. */
  abstract rows(view: string, generation: string, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  abstract apply(batch: ApplyBatch): Promise<ApplyOutcome>;
  /** Makes a generation the live one and drops the others, in one step; false, and nothing done, when it is gone or behind the live one. */
  abstract swap(view: string, generation: string): Promise<boolean>;
  /** Says why a generation stands still; null when it moves again. */
  abstract fail(view: string, generation: string, failure: string | null): Promise<void>;
  abstract get(view: string, key: string): Promise<{ readonly asOf: number; readonly row: unknown }>;
  /** One entry's body; undefined when it is not there. */
  abstract entry(view: string, list: string, key: string): Promise<{ readonly asOf: number; readonly entry: Entry | undefined }>;
  abstract list(
    view: string,
    list: string,
    query: ListQuery,
  ): Promise<{ readonly asOf: number; readonly entries: readonly Entry[] }>;
  /** Differs from an earlier one whenever readers may see something else, by whichever process; null where the store cannot tell. */
  abstract revision(): number | null;
  /** All generations, by view and generation. */
  abstract info(): Promise<readonly ViewInfo[]>;
  /** Drops every generation of a view. */
  abstract drop(view: string): Promise<void>;
  /** Calls back after an apply or a swap made in this process; wake-ups may coalesce: a waiter polls as well. Returns the way out. */
  abstract onApply(listener: () => void): () => void;
  abstract close(): Promise<void>;
}
