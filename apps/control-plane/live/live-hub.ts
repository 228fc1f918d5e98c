// One tail of the Journal for all readers of the event stream: each fact is encoded once, and readers with one filter get one buffer.
import type { StoredEvent } from '#contracts/codec';
import { Unavailable } from '#domain/kernel';
import type { Feed, FeedBatch } from '#feed';
import { factFrame } from './frames.js';
import type { LiveReader, Meeting } from './live-reader.js';
import { concerns, filterKey } from './stream-filter.js';

export interface HubPorts {
  readonly feed: Feed;
  /** Largest visible position of the Journal: where the hub begins. */
  position(): Promise<number>;
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Told of each batch before its readers are. */
  seen(events: readonly StoredEvent[]): void;
  defect(error: unknown): void;
}

export class LiveHub implements Meeting {
  readonly #ports: HubPorts;
  /** filter key → readers that are level with the hub. */
  readonly #groups = new Map<string, Set<LiveReader>>();
  readonly #stop = new AbortController();
  #position = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(ports: HubPorts) {
    this.#ports = ports;
  }

  /** Everything up to here has been handed to the readers that joined. */
  get position(): number {
    return this.#position;
  }

  /** Resolves once the hub knows where the Journal ends. */
  async start(): Promise<void> {
    this.#position = await this.#ports.position();
    this.#running = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    for (const reader of this.readers()) reader.end();
    await this.#running;
  }

  /** The reader must be at the hub's position, or ahead of it: what it has seen is not sent again. */
  join(reader: LiveReader): void {
    const key = filterKey(reader.filter);
    const group = this.#groups.get(key) ?? new Set<LiveReader>();
    this.#groups.set(key, group.add(reader));
  }

  leave(reader: LiveReader): void {
    const key = filterKey(reader.filter);
    const group = this.#groups.get(key);
    group?.delete(reader);
    if (group?.size === 0) this.#groups.delete(key);
  }

  *readers(): IterableIterator<LiveReader> {
    for (const group of this.#groups.values()) yield* [...group];
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        for await (const batch of this.#ports.feed.subscribe({ after: this.#position, signal })) this.#publish(batch);
      } catch (error) {
        if (!(error instanceof Unavailable)) return this.#ports.defect(error);
        await this.#ports.pause(error.retryAfterMs, signal);
      }
    }
  }

  #publish({ events, position }: FeedBatch): void {
    if (events.length) this.#ports.seen(events);
    const encoded = new Map<StoredEvent, string>();
    for (const group of this.#groups.values()) {
      const [first] = group;
      if (!first) continue;
      const wanted = events.filter((event) => concerns(first.filter, event));
      const frames = wanted.map((event) => {
        const text = encoded.get(event) ?? factFrame(event);
        encoded.set(event, text);
        return text;
      });
      const whole = wanted.length ? Buffer.from(frames.join('')) : null;
      for (const reader of [...group]) {
        if (reader.position <= this.#position) reader.write(whole, position);
        else this.#catchUp(reader, wanted, position);
      }
    }
    this.#position = position;
  }

  /** A reader that joined ahead of the hub gets the rest only. */
  #catchUp(reader: LiveReader, wanted: readonly StoredEvent[], position: number): void {
    const rest = wanted.filter(({ globalPosition }) => globalPosition > reader.position);
    reader.write(rest.length ? Buffer.from(rest.map(factFrame).join('')) : null, Math.max(position, reader.position));
  }
}
