// Hands every fact, in order and at least once, to the readers inside this process; their working sets grow from nothing else.
import { Unavailable } from '#domain/kernel';
import type { StoredEvent } from '#contracts/codec';
import type { Feed } from '#feed';

export interface FactReader {
  /** Called one batch after another; facts that the reader has seen already may come again after a restart. */
  read(events: readonly StoredEvent[]): Promise<void> | void;
}

export class FactTail {
  readonly #stop = new AbortController();
  readonly #waiting = new Map<() => void, number>();
  #position = 0;
  #done: Promise<void> = Promise.resolve();

  constructor(
    private readonly feed: Feed,
    private readonly readers: readonly FactReader[],
    private readonly onDefect: (name: string, error: unknown) => void,
  ) {}

  /** Every fact up to here has been read by every reader. */
  get position(): number {
    return this.#position;
  }

  start(after: number): void {
    this.#position = after;
    this.#done = this.#follow();
  }

  /** Resolves when the readers have seen the fact at `position`; at once when they have, or when the tail has stopped. */
  async reached(position: number): Promise<void> {
    if (position <= this.#position || this.#stop.signal.aborted) return;
    await new Promise<void>((resolve) => this.#waiting.set(resolve, position));
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#done;
    this.#release(Infinity);
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        for await (const batch of this.feed.subscribe({ after: this.#position, signal })) {
          for (const reader of this.readers) await reader.read(batch.events);
          this.#position = batch.position;
          this.#release(batch.position);
        }
      } catch (error) {
        if (!(error instanceof Unavailable)) return this.#broken(error);
        await new Promise<void>((resolve) => void setTimeout(resolve, error.retryAfterMs));
      }
    }
  }

  #broken(error: unknown): void {
    this.#stop.abort();
    this.#release(Infinity);
    this.onDefect('fact-tail', error);
  }

  #release(position: number): void {
    for (const [resolve, wanted] of this.#waiting) {
      if (wanted > position) continue;
      this.#waiting.delete(resolve);
      resolve();
    }
  }
}
