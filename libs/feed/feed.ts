// The feed port: facts in order, resumable, for readers elsewhere. At least once; readers skip positions that they have seen.
import type { StoredEvent } from '#contracts/codec';

export interface FeedBatch {
  readonly events: readonly StoredEvent[];
  /** Every fact up to this position has been delivered to this reader, or does not concern it. */
  readonly position: number;
  /** False while the reader catches up, true once it has met the end of the Journal at least once. */
  readonly live: boolean;
}

/**
 * Order: batches rise in globalPosition without gap or repeat within one subscription: backfill, then cutover, then live.
 * The first time that a subscription meets the end, it delivers a batch with `live: true`, without events if there are none: an empty
 * Journal too is caught up with. Across subscriptions at least once: a reader resumes by `after`. Ends when the signal aborts. Thrown: Unavailable when the source is lost.
 */
export abstract class Feed {
  abstract subscribe(options: { readonly after: number; readonly signal: AbortSignal }): AsyncIterable<FeedBatch>;
}
