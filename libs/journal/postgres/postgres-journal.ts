// The Journal on PostgreSQL: one fenced writer, group commit, positions without gaps, wake-ups across processes.
import { Pool } from 'pg';
import type { ClientConfig } from 'pg';
import type { Operation, StreamHead } from '#domain/kernel';
import { storedEvent } from '#contracts/codec';
import type { EventRow, Receipt, StoredEvent } from '#contracts/codec';
import { checkBatch, fenced } from '../admission.js';
import { GroupCommit } from '../group-commit.js';
import { Journal } from '../journal.js';
import type { AppendBatch, ReadAllOptions, ReadStreamOptions, RememberedOperation, StreamEnd } from '../journal.js';
import { Listeners } from '../listeners.js';
import { copyOut } from './copy-out.js';
import { copyStatement, readAfter, readBackwards, readForwards, rowFromCells } from './event-query.js';
import { operationKey, readEnds, readEndsAfter, readOperations } from './look-up.js';
import { asStoreError, storing } from './postgres-errors.js';
import { PostgresWriter } from './postgres-writer.js';
import { prepareJournal } from './schema.js';
import { StoreClock } from './store-clock.js';
import { WakeUps } from './wake-ups.js';
import { RENEW_MS } from './writer-lease.js';

const PAGE = 500;
/** From so many events on, a COPY is worth its snapshot. */
const BULK = 5000;
const READERS = 8;

export interface PostgresJournalOptions {
  /** postgres://… */
  readonly url: string;
  /** A reader takes no lease; its appends are refused WRITER_FENCED. Default: writer. */
  readonly role?: 'writer' | 'reader';
  /** While another process writes: wait as a standby (default), or refuse STORE_LOCKED. */
  readonly whenLocked?: 'wait' | 'refuse';
  /** Ends the waiting with STORE_LOCKED. */
  readonly signal?: AbortSignal;
}

export class PostgresJournal extends Journal {
  readonly capabilities = { densePositions: true, maxBatchBytes: 32 * 1024 * 1024 };
  readonly #pool: Pool;
  readonly #writer: PostgresWriter | undefined;
  readonly #commits: GroupCommit;
  readonly #clock: StoreClock;
  readonly #wakeUps: WakeUps | undefined;
  readonly #listeners: Listeners;
  readonly #renewal: NodeJS.Timeout | undefined;
  #closed: Promise<void> | undefined;

  private constructor(parts: {
    pool: Pool;
    clock: StoreClock;
    listeners: Listeners;
    writer: PostgresWriter | undefined;
    wakeUps: WakeUps | undefined;
  }) {
    super();
    const { writer, listeners } = parts;
    this.#pool = parts.pool;
    this.#clock = parts.clock;
    this.#listeners = listeners;
    this.#writer = writer;
    this.#wakeUps = parts.wakeUps;
    this.#commits = new GroupCommit({
      flush: (batches) => (writer ? writer.flush(batches) : Promise.reject(fenced())),
      committed: () => listeners.wake(),
      asStoreError,
    });
    // A lost lease or server shows at the next append.
    if (writer) this.#renewal = setInterval(() => void writer.renew().catch(() => undefined), RENEW_MS).unref();
  }

  /** Throws Unavailable STORE_UNAVAILABLE; Rejection STORE_LOCKED, LEGACY_JOURNAL, STORE_VERSION. */
  static async open(options: PostgresJournalOptions): Promise<PostgresJournal> {
    const { role = 'writer', whenLocked = 'wait', signal } = options;
    const config: ClientConfig = { connectionString: options.url, application_name: `workroom-journal-${role}`, keepAlive: true };
    const pool = new Pool({ ...config, max: READERS });
    // An idle session that dies is replaced at the next query.
    pool.on('error', () => undefined);
    const listeners = new Listeners();
    const clock = new StoreClock(pool);
    try {
      const client = await pool.connect();
      await prepareJournal(client).finally(() => client.release());
      await clock.start();
      const writer = role === 'writer' ? await PostgresWriter.open(config, pool, { whenLocked, signal }) : undefined;
      const wakeUps = writer ? undefined : new WakeUps(config, () => listeners.wake());
      await wakeUps?.start();
      return new PostgresJournal({ pool, clock, listeners, writer, wakeUps });
    } catch (error) {
      clock.stop();
      await pool.end();
      throw asStoreError(error);
    }
  }

  async append(batch: AppendBatch): Promise<Receipt> {
    return this.#commits.add(batch, checkBatch(batch, this.capabilities.maxBatchBytes));
  }

  async *readStream(streamId: string, options: ReadStreamOptions = {}): AsyncIterable<readonly StoredEvent[]> {
    const { backwards = false, limit = Infinity } = options;
    const read = backwards ? readBackwards : readForwards;
    const step = backwards ? -1 : 1;
    yield* this.#pages(
      options.from ?? (backwards ? 2 ** 31 - 1 : 0),
      limit,
      (from, count) => read(this.#pool, streamId, from, count),
      (last) => last.revision + step,
    );
  }

  async *readAll({ after, limit = Infinity }: ReadAllOptions): AsyncIterable<readonly StoredEvent[]> {
    let from = after;
    if (limit === Infinity) {
      const until = await this.position();
      if (until - after > BULK) {
        yield* this.#copied(after, until);
        from = until;
      }
    }
    const read = (position: number, count: number) => readAfter(this.#pool, position, count);
    yield* this.#pages(from, limit, read, (last) => last.globalPosition);
  }

  async position(): Promise<number> {
    const sql = 'SELECT position::float8 AS position FROM workroom_journal_writer';
    const { rows } = await storing(() => this.#pool.query<{ position: number }>(sql));
    return rows[0]!.position;
  }

  async head(streamId: string): Promise<StreamHead> {
    const [end] = await storing(() => readEnds(this.#pool, [streamId]));
    return { revision: end!.revision, hash: end!.hash };
  }

  async findOperation(streamId: string, kind: Operation['kind'], key: string): Promise<RememberedOperation | undefined> {
    const found = await storing(() => readOperations(this.#pool, [{ streamId, operation: { kind, key } }]));
    return found.get(operationKey(streamId, kind, key));
  }

  async *heads(prefix = ''): AsyncIterable<readonly StreamEnd[]> {
    for (let after = ''; ;) {
      const page = await storing(() => readEndsAfter(this.#pool, prefix, after, PAGE));
      if (page.length > 0) yield page;
      if (page.length < PAGE) return;
      after = page.at(-1)!.streamId;
    }
  }

  async markBroken(streamId: string, revision: number): Promise<void> {
    const sql = `WITH broken AS (
      INSERT INTO workroom_stream_heads (stream_id, broken_at) VALUES ($1, $2)
      ON CONFLICT (stream_id) DO UPDATE SET broken_at = excluded.broken_at
    ) UPDATE workroom_journal_writer SET breaks = breaks + 1`;
    await storing(() => this.#pool.query(sql, [streamId, revision]));
  }

  onAppend(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  now(): number {
    return this.#clock.now();
  }

  /** What was appended before is written first; the lease is given back. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    clearInterval(this.#renewal);
    this.#clock.stop();
    this.#listeners.clear();
    await this.#commits.idle();
    try {
      await this.#wakeUps?.close();
      await this.#writer?.close();
    } catch (error) {
      throw asStoreError(error);
    } finally {
      await this.#pool.end();
    }
  }

  async *#copied(after: number, until: number): AsyncIterable<readonly StoredEvent[]> {
    const client = await storing(() => this.#pool.connect());
    try {
      for await (const page of copyOut(client, copyStatement(after, until), PAGE)) {
        yield page.map((cells) => storedEvent(rowFromCells(cells)));
      }
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** The next page is on its way while the reader works on this one. */
  async *#pages(
    start: number,
    limit: number,
    read: (from: number, count: number) => Promise<readonly EventRow[]>,
    next: (last: EventRow) => number,
  ): AsyncIterable<readonly StoredEvent[]> {
    let left = limit;
    let coming = left > 0 ? read(start, Math.min(PAGE, left)) : undefined;
    while (coming) {
      const rows = await storing(() => coming!);
      left -= rows.length;
      coming = rows.length === PAGE && left > 0 ? read(next(rows.at(-1)!), Math.min(PAGE, left)) : undefined;
      coming?.catch(() => undefined);
      if (rows.length > 0) yield rows.map(storedEvent);
    }
  }
}
