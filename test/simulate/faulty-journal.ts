// The memory Journal in a process that can die at a write: just before it, or just after it, when the answer is lost.
import type { Operation, StreamHead } from '#domain/kernel';
import { storedEvent } from '#contracts/codec';
import type { EventRow, Receipt, StoredEvent } from '#contracts/codec';
import { Journal } from '#journal';
import type {
  AppendBatch,
  JournalCapabilities,
  ReadAllOptions,
  ReadStreamOptions,
  RememberedOperation,
  StreamEnd,
} from '#journal';
import { MemoryJournal } from '#journal/memory';
import type { MemoryStore } from '#journal/memory';

export type CrashPlace = 'before_write' | 'after_write';

/** The process is gone; nothing of its memory is left. */
export class Crash extends Error {
  override readonly name = 'Crash';
  constructor(readonly place: CrashPlace) {
    super(`The process died ${place.replace('_', ' ')}.`);
  }
}

/** Each row is parsed once, whoever reads it; the deep checks alone parse the bytes anew. */
export class ParsedRows {
  private readonly events = new WeakMap<EventRow, StoredEvent>();

  eventOf(row: EventRow): StoredEvent {
    let event = this.events.get(row);
    if (!event) this.events.set(row, (event = storedEvent(row)));
    return event;
  }
}

export class FaultyJournal extends MemoryJournal {
  /** Where the next append dies; null: nowhere. */
  crashAt: CrashPlace | null = null;

  constructor(
    private readonly options: { readonly store: MemoryStore; readonly clock: () => number },
    private readonly parsed: ParsedRows,
  ) {
    super(options);
  }

  override async *readStream(
    streamId: string,
    { backwards, from = 0, limit }: ReadStreamOptions = {},
  ): AsyncIterable<readonly StoredEvent[]> {
    if (backwards) {
      yield* super.readStream(streamId, { backwards, from, ...(limit === undefined ? {} : { limit }) });
      return;
    }
    const rows = this.options.store.streams.get(streamId) ?? [];
    const until = limit === undefined ? rows.length : Math.min(rows.length, from + limit);
    if (until > from) yield rows.slice(from, until).map((row) => this.parsed.eventOf(row));
  }

  override async append(batch: AppendBatch): Promise<Receipt> {
    const { crashAt } = this;
    this.crashAt = null;
    if (crashAt === 'before_write') throw new Crash(crashAt);
    const receipt = await super.append(batch);
    if (crashAt === 'after_write') throw new Crash(crashAt);
    return receipt;
  }
}

/** A second way into the same Journal with folds of its own: what one door wrote makes the folds of the other old. */
export class SecondDoor extends Journal {
  readonly capabilities: JournalCapabilities;

  constructor(private readonly inner: Journal) {
    super();
    this.capabilities = inner.capabilities;
  }

  append(batch: AppendBatch): Promise<Receipt> {
    return this.inner.append(batch);
  }
  readStream(streamId: string, options?: ReadStreamOptions): AsyncIterable<readonly StoredEvent[]> {
    return this.inner.readStream(streamId, options);
  }
  readAll(options: ReadAllOptions): AsyncIterable<readonly StoredEvent[]> {
    return this.inner.readAll(options);
  }
  position(): Promise<number> {
    return this.inner.position();
  }
  head(streamId: string): Promise<StreamHead> {
    return this.inner.head(streamId);
  }
  findOperation(streamId: string, kind: Operation['kind'], key: string): Promise<RememberedOperation | undefined> {
    return this.inner.findOperation(streamId, kind, key);
  }
  heads(prefix?: string): AsyncIterable<readonly StreamEnd[]> {
    return this.inner.heads(prefix);
  }
  markBroken(streamId: string, revision: number): Promise<void> {
    return this.inner.markBroken(streamId, revision);
  }
  onAppend(listener: () => void): () => void {
    return this.inner.onAppend(listener);
  }
  now(): number {
    return this.inner.now();
  }
  close(): Promise<void> {
    return this.inner.close();
  }
}
