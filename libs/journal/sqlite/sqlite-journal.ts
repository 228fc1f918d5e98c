// The Journal on SQLite: appends of one turn of the event loop share one commit.
import type { Database } from 'better-sqlite3';
import { Conflict, Rejection } from '#domain/kernel';
import type { Operation, StreamHead } from '#domain/kernel';
import { rowOf, storedEvent } from '#contracts/codec';
import type { EventRow, Receipt, StoredEvent } from '#contracts/codec';
import { admitBatch, checkBatch, committedReceipt, fenced } from '../admission.js';
import { Journal } from '../journal.js';
import type { AppendBatch, ReadAllOptions, ReadStreamOptions, RememberedOperation, StreamEnd } from '../journal.js';
import { Listeners } from '../listeners.js';
import { prepareJournal } from './schema.js';
import { asStoreError } from './sqlite-errors.js';
import { SqliteRows } from './sqlite-rows.js';
import { LEASE_MS, releaseLease, RENEW_MS, renewLease, takeLease } from './writer-lease.js';

const PAGE = 500;
const NO_FENCE = -1;

interface Waiting {
  readonly batch: AppendBatch;
  readonly resolve: (receipt: Receipt) => void;
  readonly reject: (error: unknown) => void;
}

export interface SqliteJournalOptions {
  /** From openWorkroomDatabase; the caller closes it, after the Journal. */
  readonly database: Database;
  /** A reader takes no lease; its appends are refused WRITER_FENCED. Default: writer. */
  readonly role?: 'writer' | 'reader';
  readonly clock?: () => number;
}

export class SqliteJournal extends Journal {
  readonly capabilities = { densePositions: true, maxBatchBytes: 32 * 1024 * 1024 };
  readonly #database: Database;
  readonly #rows: SqliteRows;
  readonly #clock: () => number;
  readonly #fence: number;
  readonly #listeners = new Listeners();
  readonly #renewal: NodeJS.Timeout | undefined;
  #queue: Waiting[] = [];
  #flush: NodeJS.Immediate | undefined;

  /** Throws Rejection STORE_LOCKED while another live process writes, LEGACY_JOURNAL, STORE_VERSION; Unavailable STORE_UNAVAILABLE. */
  constructor({ database, role = 'writer', clock = Date.now }: SqliteJournalOptions) {
    super();
    this.#database = database;
    this.#clock = clock;
    try {
      prepareJournal(database);
      this.#fence = role === 'writer' ? takeLease(database, clock()) : NO_FENCE;
    } catch (error) {
      throw asStoreError(error);
    }
    this.#rows = new SqliteRows(database);
    if (role === 'writer') this.#renewal = setInterval(() => this.#renew(), RENEW_MS).unref();
  }

  append(batch: AppendBatch): Promise<Receipt> {
    return new Promise((resolve, reject) => {
      checkBatch(batch, this.capabilities.maxBatchBytes);
      this.#queue.push({ batch, resolve, reject });
      this.#flush ??= setImmediate(() => this.#flushNow());
    });
  }

  async *readStream(streamId: string, options: ReadStreamOptions = {}): AsyncIterable<readonly StoredEvent[]> {
    const { backwards = false, limit = Infinity } = options;
    const read = backwards
      ? (from: number, count: number) => this.#rows.backwards(streamId, from, count)
      : (from: number, count: number) => this.#rows.forwards(streamId, from, count);
    const step = backwards ? -1 : 1;
    const start = options.from ?? (backwards ? Number.MAX_SAFE_INTEGER : 0);
    yield* this.#pages(start, limit, read, (last) => last.revision + step);
  }

  async *readAll({ after, limit = Infinity }: ReadAllOptions): AsyncIterable<readonly StoredEvent[]> {
    const read = (position: number, count: number) => this.#rows.after(position, count);
    yield* this.#pages(after, limit, read, (last) => last.globalPosition);
  }

  async position(): Promise<number> {
    return this.#reading(() => this.#rows.position());
  }

  async head(streamId: string): Promise<StreamHead> {
    const { revision, hash } = this.#reading(() => this.#rows.head(streamId));
    return { revision, hash };
  }

  async findOperation(streamId: string, kind: Operation['kind'], key: string): Promise<RememberedOperation | undefined> {
    return this.#reading(() => this.#rows.operation(streamId, kind, key));
  }

  async *heads(prefix = ''): AsyncIterable<readonly StreamEnd[]> {
    for (let after = ''; ;) {
      const page = this.#reading(() => this.#rows.heads(prefix, after, PAGE));
      if (page.length === 0) return;
      yield page;
      after = page.at(-1)!.streamId;
    }
  }

  async markBroken(streamId: string, revision: number): Promise<void> {
    this.#reading(() => this.#rows.markBroken(streamId, revision));
  }

  onAppend(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  now(): number {
    return this.#clock();
  }

  /** What was appended before is written first; the lease is given back. */
  async close(): Promise<void> {
    clearInterval(this.#renewal);
    if (this.#flush) this.#flushNow();
    this.#listeners.clear();
    if (this.#database.open) this.#reading(() => releaseLease(this.#database, this.#fence));
  }

  #reading<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      throw asStoreError(error);
    }
  }

  *#pages(
    start: number,
    limit: number,
    read: (from: number, count: number) => readonly EventRow[],
    next: (last: EventRow) => number,
  ): Generator<readonly StoredEvent[]> {
    for (let from = start, left = limit; left > 0;) {
      const rows = this.#reading(() => read(from, Math.min(PAGE, left)));
      if (rows.length > 0) yield rows.map(storedEvent);
      if (rows.length < PAGE) return;
      left -= rows.length;
      from = next(rows.at(-1)!);
    }
  }

  /** A lost lease shows at the next append; a busy disk now does not end the process. */
  #renew(): void {
    if (!this.#database.open) return;
    try {
      renewLease(this.#database, this.#fence, this.#clock());
    } catch (error) {
      if (asStoreError(error) === error) throw error;
    }
  }

  #flushNow(): void {
    clearImmediate(this.#flush);
    this.#flush = undefined;
    const queue = this.#queue;
    this.#queue = [];
    let answers: readonly (Receipt | Error)[];
    try {
      answers = this.#database.transaction(() => this.#write(queue)).immediate();
    } catch (error) {
      for (const { reject } of queue) reject(asStoreError(error));
      return;
    }
    queue.forEach(({ resolve, reject }, index) => {
      const answer = answers[index]!;
      if (answer instanceof Error) reject(answer);
      else resolve(answer);
    });
    if (answers.some((answer) => !(answer instanceof Error) && answer.outcome === 'committed')) this.#listeners.wake();
  }

  #write(queue: readonly Waiting[]): readonly (Receipt | Error)[] {
    const before = this.#rows.counter(this.#fence);
    if (before === undefined) return queue.map(() => fenced());
    let position = before;
    const answers = queue.map(({ batch }) => {
      try {
        const receipt = this.#writeBatch(batch, position);
        if (receipt.outcome === 'committed') position = receipt.position!;
        return receipt;
      } catch (error) {
        if (error instanceof Rejection || error instanceof Conflict) return error;
        throw error;
      }
    });
    if (position > before) this.#rows.setCounter(position, this.#clock() + LEASE_MS);
    return answers;
  }

  #writeBatch(batch: AppendBatch, position: number): Receipt {
    const repeat = admitBatch(batch, this.#rows);
    if (repeat) return repeat;
    batch.events.forEach((event, ordinal) => this.#rows.insert(rowOf(event, position + ordinal + 1)));
    const receipt = committedReceipt(batch, position + batch.events.length);
    this.#rows.setHead(batch.streamId, receipt.revision, batch.events.at(-1)!.hash);
    if (batch.operation) this.#rows.remember(batch.streamId, batch.operation, receipt);
    return receipt;
  }
}
