// The port of what is still going on: the streams that are not over, when each is next due, and up to where that is known.
// It can be thrown away: without it a reader begins at position 0. Every driver passes suite/working-set.suite.ts.

export interface OpenStream {
  readonly streamId: string;
  /** Epoch milliseconds; null while nothing of it waits for time. */
  readonly dueAt: number | null;
}

export interface KeptSet {
  /** Every fact up to here counts in `streams`; 0 when nothing was ever kept. */
  readonly position: number;
  /** In code-unit order of their ids. */
  readonly streams: readonly OpenStream[];
}

export interface SetChange {
  readonly position: number;
  /** Added or changed. */
  readonly open: readonly OpenStream[];
  /** Ids of streams that are over. */
  readonly closed: readonly string[];
}

/** Thrown: Unavailable STORE_UNAVAILABLE. */
export abstract class WorkingSet {
  abstract load(reader: string): Promise<KeptSet>;
  /** Streams and position change in one transaction, durable when it resolves. A smaller position than the kept one changes nothing. */
  abstract save(reader: string, change: SetChange): Promise<void>;
  /** Forgets all that a reader kept. */
  abstract forget(reader: string): Promise<void>;
}
