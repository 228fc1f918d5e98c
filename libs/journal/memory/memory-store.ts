// What a memory Journal keeps: it outlives the Journal that is opened on it, as a file outlives a process.
import type { EventRow } from '#contracts/codec';
import type { RememberedOperation } from '../journal.js';

export class MemoryStore {
  /** By position, from 1 at index 0. */
  readonly rows: EventRow[] = [];
  readonly streams = new Map<string, EventRow[]>();
  readonly byEventId = new Map<string, EventRow>();
  readonly operations = new Map<string, RememberedOperation>();
  readonly brokenAt = new Map<string, number>();
  /** The fence of the last Journal that was opened to write. */
  fence = 0;

  put(row: EventRow): void {
    this.rows.push(row);
    this.byEventId.set(row.eventId, row);
    const stream = this.streams.get(row.streamId);
    if (stream) stream.push(row);
    else this.streams.set(row.streamId, [row]);
  }
}
