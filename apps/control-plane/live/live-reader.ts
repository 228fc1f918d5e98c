// One connection to the event stream: catches up from its cursor, joins the hub, and is cut when it reads too slowly.
import type { Feed } from '#feed';
import { closedFrame, factFrame, KEEPALIVE, positionFrame } from './frames.js';
import { concerns } from './stream-filter.js';
import type { StreamFilter } from './stream-filter.js';

/** What a connection is to its reader; the `ServerResponse` of Node is one. */
export interface Sink {
  /** False when the bytes wait in memory. */
  write(chunk: string | Buffer): boolean;
  end(): void;
  destroy(): void;
  /** Bytes that wait in memory. */
  readonly writableLength: number;
  once(event: 'drain' | 'close', listener: () => void): unknown;
}

/** Where readers meet the tail. */
export interface Meeting {
  /** Everything up to here has been handed to the readers that joined. */
  readonly position: number;
  join(reader: LiveReader): void;
  leave(reader: LiveReader): void;
}

/** A reader further behind than this reloads its lists instead. */
export const MOST_BEHIND = 10_000;
/** A reader with more unread bytes than this is cut; it comes back with its cursor. */
const MOST_UNREAD = 4 * 1024 * 1024;

export class LiveReader {
  readonly filter: StreamFilter;
  readonly #sink: Sink;
  readonly #hub: Meeting;
  #position = 0;
  readonly #left = new AbortController();
  #wake: () => void = () => undefined;

  constructor(sink: Sink, hub: Meeting, filter: StreamFilter) {
    this.filter = filter;
    this.#sink = sink;
    this.#hub = hub;
    sink.once('close', () => this.#leave());
  }

  /** Everything up to here that the filter lets through has been written. */
  get position(): number {
    return this.#position;
  }

  get gone(): boolean {
    return this.#left.signal.aborted;
  }

  /** Begins after `after`, or live when it is null; resolves when the reader is level with the hub, or gone. */
  async begin(after: number | null, feed: Feed): Promise<void> {
    const present = this.#hub.position;
    if (after === null || after > present || present - after > MOST_BEHIND) {
      this.#position = present;
      this.#sink.write(positionFrame(after === null ? 'sync' : 'reset', present));
      return this.#hub.join(this);
    }
    this.#position = after;
    this.#sink.write(KEEPALIVE);
    if (after === present) return this.#hub.join(this);
    await this.#backfill(feed);
  }

  /** `bytes` hold what the filter lets through up to `position`; null when that is nothing. */
  write(bytes: Buffer | null, position: number): void {
    if (this.gone) return;
    this.#position = position;
    if (!bytes) return;
    this.#sink.write(bytes);
    if (this.#sink.writableLength > MOST_UNREAD) {
      this.#leave();
      this.#sink.destroy();
    }
  }

  /** Shows that the connection lives, and moves the cursor of a reader that saw nothing. */
  beat(): void {
    if (!this.gone) this.#sink.write(KEEPALIVE + positionFrame('position', this.#position));
  }

  /** Authority was lost: says why, then ends. */
  close(code: string): void {
    if (this.gone) return;
    this.#sink.write(closedFrame(code, this.#position));
    this.end();
  }

  end(): void {
    if (this.gone) return;
    this.#leave();
    this.#sink.end();
  }

  /** Reads from the feed until it is level with the hub, and joins in that very moment; waits for a reader slower than the Journal. */
  async #backfill(feed: Feed): Promise<void> {
    for await (const { events, position } of feed.subscribe({ after: this.#position, signal: this.#left.signal })) {
      if (this.gone) return;
      const frames = events.filter((event) => concerns(this.filter, event)).map(factFrame);
      this.#position = position;
      if (frames.length && !this.#sink.write(frames.join(''))) await this.#drained();
      if (this.gone) return;
      if (this.#position >= this.#hub.position) return this.#hub.join(this);
    }
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#sink.once('drain', resolve);
      this.#wake = resolve;
    });
  }

  #leave(): void {
    this.#left.abort();
    this.#wake();
    this.#hub.leave(this);
  }
}
