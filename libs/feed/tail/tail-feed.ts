// The feed straight from the Journal: woken by appends, with a slow poll for wake-ups that were lost.
import type { Journal } from '#journal';
import { Feed } from '../feed.js';
import type { FeedBatch } from '../feed.js';

const POLL_MS = 1000;
const PAGE = 500;

export interface TailOptions {
  /** How long a lost wake-up can delay a fact, milliseconds. */
  readonly pollMs?: number;
  /** Events a batch holds at most. */
  readonly pageSize?: number;
}

/** Remembers a wake-up that comes while nobody waits. */
class Doorbell {
  #rung = false;
  #ring: (() => void) | undefined;

  readonly ring = (): void => {
    this.#rung = true;
    this.#ring?.();
  };

  /** Resolves at the next ring, at once if it rang since the last wait, or after `ms`. */
  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#ring = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      this.#ring = undefined;
    }
    this.#rung = false;
  }
}

export class TailFeed extends Feed {
  readonly #journal: Journal;
  readonly #pollMs: number;
  readonly #pageSize: number;

  constructor(journal: Journal, { pollMs = POLL_MS, pageSize = PAGE }: TailOptions = {}) {
    super();
    this.#journal = journal;
    this.#pollMs = pollMs;
    this.#pageSize = pageSize;
  }

  async *subscribe({ after, signal }: { readonly after: number; readonly signal: AbortSignal }): AsyncIterable<FeedBatch> {
    const bell = new Doorbell();
    const stopListening = this.#journal.onAppend(bell.ring);
    signal.addEventListener('abort', bell.ring);
    try {
      let position = after;
      for (let live = false; !signal.aborted;) {
        const batch = await this.#next(position, live);
        if (signal.aborted) return;
        if (batch.events.length > 0 || batch.live !== live) yield batch;
        ({ position, live } = batch);
        if (batch.events.length === 0) await bell.wait(this.#pollMs);
      }
    } finally {
      stopListening();
      signal.removeEventListener('abort', bell.ring);
    }
  }

  /** The cutover is the first time that nothing is left after `after`: from then on every batch is live. */
  async #next(after: number, live: boolean): Promise<FeedBatch> {
    for await (const events of this.#journal.readAll({ after, limit: this.#pageSize })) {
      return { events, position: events.at(-1)!.globalPosition, live };
    }
    return { events: [], position: after, live: true };
  }
}
