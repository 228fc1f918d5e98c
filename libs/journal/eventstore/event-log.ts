// The client's calls as the driver needs them: bounded reads, one append, a wake-up. The client is loaded when a log is opened.
import type { AllStreamRecordedEvent, Credentials, EventStoreDBClient, RecordedEvent } from '@eventstore/db-client';
import type { AppendBatch } from '../journal.js';
import { storing } from './eventstore-errors.js';
import { eventsToStore, readEvent } from './stored-form.js';
import type { ReadEvent } from './stored-form.js';

const RETRY_MS = 1000;
/** Servers before 22.6 give no position with events that are read from their stream. */
const NO_POSITION = 2n ** 63n;

export interface AllPage {
  /** Of our streams only. */
  readonly events: readonly ReadEvent[];
  /** The position of the last event that was looked at; null when there was none. */
  readonly last: number | null;
  /** Whether the end of the log was reached. */
  readonly end: boolean;
}

/**
 * With credentials the client appends by a call of its own; without, it shares one stream whose late answers can end the process.
 * An insecure connection ignores what they say.
 */
function credentialsOf(url: string): Credentials | undefined {
  const { username, password, searchParams } = new URL(url.replace(/^[a-z0-9+]+:/i, 'http:'));
  if (username) return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return searchParams.get('tls')?.toLowerCase() === 'false' ? { username: 'insecure', password: 'insecure' } : undefined;
}

export const positionOf = (event: RecordedEvent): number | null =>
  event.position && event.position.commit < NO_POSITION ? Number(event.position.commit) : null;

export class EventLog {
  readonly #client: EventStoreDBClient;
  readonly #library: typeof import('@eventstore/db-client');
  /** Of the names of our streams. */
  readonly #prefix: string;
  readonly #credentials: { readonly credentials?: Credentials };
  #wakeUps: ReturnType<EventStoreDBClient['subscribeToAll']> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  private constructor(library: typeof import('@eventstore/db-client'), url: string, prefix: string) {
    this.#library = library;
    this.#prefix = prefix;
    // The client knows the older of the two names only.
    this.#client = library.EventStoreDBClient.connectionString(url.replace(/^kurrent(db)?(?=[+:])/, 'esdb'));
    const credentials = credentialsOf(url);
    this.#credentials = credentials ? { credentials } : {};
  }

  static async open(url: string, prefix: string): Promise<EventLog> {
    const loaded = (await import('@eventstore/db-client')) as typeof import('@eventstore/db-client') & {
      default?: typeof import('@eventstore/db-client');
    };
    return new EventLog(loaded.default ?? loaded, url, prefix);
  }

  /** Atomic. Throws the client's error as it is: the driver reads its kind. */
  async append(batch: AppendBatch): Promise<void> {
    const { streamId, expected } = batch;
    await this.#client.appendToStream(this.#prefix + streamId, eventsToStore(batch), {
      expectedRevision: expected.revision === -1 ? this.#library.NO_STREAM : BigInt(expected.revision),
      ...this.#credentials,
    });
  }

  /** At most `limit` events from `from` on, inclusive; a stream that is not there has none. */
  async readStream(streamId: string, from: number, limit: number, backwards: boolean): Promise<readonly RecordedEvent[]> {
    const { FORWARDS, BACKWARDS, END } = this.#library;
    return storing(async () => {
      const events: RecordedEvent[] = [];
      try {
        const stream = this.#client.readStream(this.#prefix + streamId, {
          direction: backwards ? BACKWARDS : FORWARDS,
          fromRevision: backwards && from >= Number.MAX_SAFE_INTEGER ? END : BigInt(from),
          maxCount: limit,
        });
        for await (const { event } of stream) if (event) events.push(event as RecordedEvent);
      } catch (error) {
        if (!(error instanceof this.#library.StreamNotFoundError)) throw error;
      }
      return events;
    });
  }

  /** The log behind `after`, which is the position of an event or 0. */
  async readAll(after: number, limit: number): Promise<AllPage> {
    const from = after === 0 ? this.#library.START : { commit: BigInt(after), prepare: BigInt(after) };
    return storing(async () => {
      const events: ReadEvent[] = [];
      let last: number | null = null;
      let count = 0;
      for await (const { event } of this.#client.readAll({ fromPosition: from, maxCount: limit })) {
        count += 1;
        if (!event) continue;
        const position = Number((event as AllStreamRecordedEvent).position.commit);
        if (position <= after) continue;
        last = position;
        if (!event.streamId.startsWith(this.#prefix)) continue;
        events.push(readEvent(event as RecordedEvent, event.streamId.slice(this.#prefix.length), position));
      }
      return { events, last, end: count < limit };
    });
  }

  /** Calls back on each append of any process. A subscription that ends is made again; readers poll meanwhile. */
  wake(listener: () => void): void {
    const filter = this.#library.streamNameFilter({ prefixes: [this.#prefix] });
    const subscription = this.#client.subscribeToAll({ fromPosition: this.#library.END, filter });
    const again = () => {
      if (this.#closed || subscription !== this.#wakeUps || this.#retry) return;
      this.#retry = setTimeout(() => {
        this.#retry = undefined;
        this.wake(listener);
      }, RETRY_MS).unref();
    };
    this.#wakeUps = subscription;
    subscription.on('data', listener).on('confirmation', listener).on('error', again).on('end', again).on('close', again);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#wakeUps?.unsubscribe().catch(() => undefined);
    await this.#client.dispose();
  }
}
