// Takes up in PostgreSQL what the log holds beyond the index: places, ends of streams, and operations of whole batches.
import { checkVersions } from '../legacy.js';
import type { EventIndex, IndexedEvent, IndexedOperation } from '../postgres/event-index.js';
import type { EventLog } from './event-log.js';
import type { ReadEvent } from './stored-form.js';

const PAGE = 500;

/** The operation of a batch is remembered once all its events are there. */
class Batches {
  readonly #open = new Map<string, { events: IndexedEvent[]; batch: NonNullable<ReadEvent['batch']> }>();
  readonly operations: IndexedOperation[] = [];

  get whole(): boolean {
    return this.#open.size === 0;
  }

  add(event: IndexedEvent, batch: ReadEvent['batch']): void {
    const open = batch ? { events: [], batch } : this.#open.get(event.streamId);
    if (!open) return;
    this.#open.set(event.streamId, open);
    open.events.push(event);
    if (open.events.length < open.batch.count) return;
    const { streamId, revision, position } = event;
    const eventIds = open.events.map(({ eventId }) => eventId);
    this.operations.push({
      streamId,
      operation: open.batch.operation,
      receipt: { outcome: 'committed', streamId, revision, eventIds, position },
    });
    this.#open.delete(streamId);
  }
}

export class LogIndexer {
  readonly #log: EventLog;
  readonly #index: EventIndex;
  #running: Promise<void> | undefined;
  #again = false;

  constructor(log: EventLog, index: EventIndex) {
    this.#log = log;
    this.#index = index;
  }

  /** Resolves when all that was in the log at the call is indexed. Throws Rejection LEGACY_JOURNAL or STORE_VERSION. */
  async catchUp(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      await this.#running.catch(() => undefined);
      if (!this.#again) return this.#running;
    }
    this.#again = false;
    this.#running = this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #run(): Promise<void> {
    let events: IndexedEvent[] = [];
    let batches = new Batches();
    for (let cursor = await this.#index.cursor(), end = false; !end;) {
      const page = await this.#log.readAll(cursor, PAGE);
      for (const { row, batch } of page.events) {
        checkVersions([row.envelopeVersion]);
        const { eventId, streamId, revision, hash, globalPosition: position } = row;
        const indexed = { eventId, streamId, revision, hash, position };
        events.push(indexed);
        batches.add(indexed, batch);
      }
      cursor = page.last ?? cursor;
      end = page.end;
      if (page.last === null || !batches.whole) continue;
      await this.#index.add(events, batches.operations, cursor);
      [events, batches] = [[], new Batches()];
    }
  }
}
