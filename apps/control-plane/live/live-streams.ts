// The open event streams of this process: at most ten a token, each beating, each ended when its person may not read any more.
import { Rejection, Unavailable } from '#domain/kernel';
import type { StoredEvent } from '#contracts/codec';
import type { Feed } from '#feed';
import { LiveHub } from './live-hub.js';
import type { HubPorts } from './live-hub.js';
import { LiveReader } from './live-reader.js';
import type { Sink } from './live-reader.js';
import type { StreamFilter } from './stream-filter.js';

const MOST_A_TOKEN = 10;
const BEAT_MS = 15_000;
const RECHECK_MS = 60_000;

export interface StreamRequest {
  readonly tokenId: string;
  readonly filter: StreamFilter;
  /** null: from now on. */
  readonly after: number | null;
  /** Throws a Rejection when the person may not read this any more; asked again while the stream is open. */
  authorize(): Promise<void>;
}

export interface StreamPorts extends Omit<HubPorts, 'seen'> {
  /** The Catalog in force has changed: everybody's authority is found anew. */
  catalogChanged(): void;
}

export class LiveStreams {
  readonly #feed: Feed;
  readonly #hub: LiveHub;
  readonly #catalogChanged: () => void;
  readonly #open = new Map<LiveReader, StreamRequest>();
  #timers: readonly NodeJS.Timeout[] = [];

  constructor({ catalogChanged, ...ports }: StreamPorts) {
    this.#feed = ports.feed;
    this.#catalogChanged = catalogChanged;
    this.#hub = new LiveHub({ ...ports, seen: (events) => this.#seen(events) });
  }

  get size(): number {
    return this.#open.size;
  }

  async start(): Promise<void> {
    await this.#hub.start();
    this.#timers = [setInterval(() => this.beat(), BEAT_MS), setInterval(() => void this.recheck(), RECHECK_MS)];
    for (const timer of this.#timers) timer.unref();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const reader of this.#open.keys()) reader.end();
    await this.#hub.stop();
  }

  /** Asks for authority and room first, so that both can still be refused with a status. */
  async admit(request: StreamRequest): Promise<void> {
    await request.authorize();
    let held = 0;
    for (const { tokenId } of this.#open.values()) if (tokenId === request.tokenId) held += 1;
    if (held < MOST_A_TOKEN) return;
    throw new Unavailable('RATE_LIMITED', `This token has ${MOST_A_TOKEN} streams open; close one of them first.`, BEAT_MS, {
      limit: MOST_A_TOKEN,
    });
  }

  /** Streams into the sink until either side ends; resolves when the reader is level with the tail. */
  async open(request: StreamRequest, sink: Sink): Promise<void> {
    const reader = new LiveReader(sink, this.#hub, request.filter);
    this.#open.set(reader, request);
    sink.once('close', () => this.#open.delete(reader));
    await reader.begin(request.after, this.#feed);
  }

  /** Every 15 s: shows that connections live, and moves the cursors of filtered readers. */
  beat(): void {
    for (const reader of this.#open.keys()) reader.beat();
  }

  /** Ends the streams of those who lost their authority. */
  async recheck(): Promise<void> {
    await Promise.all(
      [...this.#open].map(async ([reader, request]) => {
        try {
          await request.authorize();
        } catch (error) {
          if (error instanceof Rejection) reader.close(error.code);
        }
      }),
    );
  }

  #seen(events: readonly StoredEvent[]): void {
    if (!events.some(({ type }) => type === 'catalog.replaced')) return;
    this.#catalogChanged();
    void this.recheck();
  }
}
