// The Journal on EventStoreDB or KurrentDB. Events lie there; lease, index, idempotency and clock are PostgreSQL's.
import { Rejection } from '#domain/kernel';
import type { Operation, StreamHead } from '#domain/kernel';
import { storedEvent } from '#contracts/codec';
import type { Receipt, StoredEvent } from '#contracts/codec';
import type { RecordedEvent } from '@eventstore/db-client';
import { checkBatch, fenced, sequenceConflict } from '../admission.js';
import { GroupCommit } from '../group-commit.js';
import type { Answer } from '../group-commit.js';
import { Journal } from '../journal.js';
import type { AppendBatch, ReadAllOptions, ReadStreamOptions, RememberedOperation, StreamEnd } from '../journal.js';
import { Listeners } from '../listeners.js';
import { EventIndex } from '../postgres/event-index.js';
import { judge } from '../postgres/judgement.js';
import { operationKey } from '../postgres/look-up.js';
import { EventLog, positionOf } from './event-log.js';
import { asStoreError, kindOf } from './eventstore-errors.js';
import { LogIndexer } from './log-indexer.js';
import { readEvent, STREAM_PREFIX } from './stored-form.js';

const PAGE = 500;

export interface EventStoreJournalOptions {
  /** esdb://… or kurrentdb://…; with credentials where the server wants them: reading $all is an administrator's right. */
  readonly url: string;
  /** postgres://… */
  readonly databaseUrl: string;
  /** Of the names of our streams on the server; default `workroom-`. */
  readonly prefix?: string;
  /** A reader takes no lease; its appends are refused WRITER_FENCED. Default: writer. */
  readonly role?: 'writer' | 'reader';
  /** While another process writes: wait as a standby (default), or refuse STORE_LOCKED. */
  readonly whenLocked?: 'wait' | 'refuse';
  readonly signal?: AbortSignal;
}

export class EventStoreJournal extends Journal {
  /** The server takes 1 MiB an append, counted in its own way. */
  readonly capabilities = { densePositions: false, maxBatchBytes: 900_000 };
  readonly #log: EventLog;
  readonly #index: EventIndex;
  readonly #indexer: LogIndexer;
  readonly #commits: GroupCommit;
  readonly #listeners = new Listeners();
  /** Whether the log may hold what the index does not. */
  #stale = false;
  #closed: Promise<void> | undefined;

  private constructor(log: EventLog, index: EventIndex, indexer: LogIndexer, role: 'writer' | 'reader') {
    super();
    this.#log = log;
    this.#index = index;
    this.#indexer = indexer;
    this.#commits = new GroupCommit({
      flush: (batches) => (role === 'writer' ? this.#flush(batches) : Promise.reject(fenced())),
      committed: () => this.#listeners.wake(),
      asStoreError,
    });
    if (role === 'reader') log.wake(() => this.#listeners.wake());
  }

  /** Throws Unavailable STORE_UNAVAILABLE; Rejection STORE_LOCKED, LEGACY_JOURNAL, STORE_VERSION. */
  static async open(options: EventStoreJournalOptions): Promise<EventStoreJournal> {
    const { url, databaseUrl, prefix = STREAM_PREFIX, role = 'writer', whenLocked = 'wait', signal } = options;
    const index = await EventIndex.open({ url: databaseUrl, role, whenLocked, signal });
    let log: EventLog | undefined;
    try {
      log = await EventLog.open(url, prefix);
      const indexer = new LogIndexer(log, index);
      await indexer.catchUp();
      return new EventStoreJournal(log, index, indexer, role);
    } catch (error) {
      await log?.close();
      await index.close();
      throw asStoreError(error);
    }
  }

  async append(batch: AppendBatch): Promise<Receipt> {
    return this.#commits.add(batch, checkBatch(batch, this.capabilities.maxBatchBytes));
  }

  async *readStream(streamId: string, options: ReadStreamOptions = {}): AsyncIterable<readonly StoredEvent[]> {
    const { backwards = false, limit = Infinity } = options;
    let from = options.from ?? (backwards ? Number.MAX_SAFE_INTEGER : 0);
    for (let left = limit; left > 0 && from >= 0;) {
      const wanted = Math.min(PAGE, left);
      const events = await this.#log.readStream(streamId, from, wanted, backwards);
      if (events.length > 0) yield await this.#placed(streamId, events);
      if (events.length < wanted) return;
      left -= events.length;
      from = Number(events.at(-1)!.revision) + (backwards ? -1 : 1);
    }
  }

  async *readAll({ after, limit = Infinity }: ReadAllOptions): AsyncIterable<readonly StoredEvent[]> {
    for (let cursor = after, left = limit, end = false; left > 0 && !end;) {
      const page = await this.#log.readAll(cursor, PAGE);
      const events = page.events.slice(0, left).map(({ row }) => storedEvent(row));
      if (events.length > 0) yield events;
      left -= events.length;
      cursor = page.last ?? cursor;
      end = page.end;
    }
  }

  async position(): Promise<number> {
    await this.#indexer.catchUp();
    return this.#index.lastPosition();
  }

  /** Where the index knows more than the log shows, events were taken away: the index's end counts. */
  async head(streamId: string): Promise<StreamHead> {
    const ends = await this.#index.ends([streamId]);
    const [last] = await this.#log.readStream(streamId, Number.MAX_SAFE_INTEGER, 1, true);
    const indexed = ends.get(streamId)!;
    if (!last || Number(last.revision) < indexed.revision) return indexed;
    const { revision, hash } = readEvent(last, streamId, 0).row;
    return { revision, hash };
  }

  async findOperation(streamId: string, kind: Operation['kind'], key: string): Promise<RememberedOperation | undefined> {
    const found = await this.#index.operations(streamId, { kind, key });
    return found.get(operationKey(streamId, kind, key));
  }

  async *heads(prefix = ''): AsyncIterable<readonly StreamEnd[]> {
    await this.#indexer.catchUp();
    for (let after = ''; ;) {
      const page = await this.#index.endsAfter(prefix, after, PAGE);
      if (page.length > 0) yield page;
      if (page.length < PAGE) return;
      after = page.at(-1)!.streamId;
    }
  }

  async markBroken(streamId: string, revision: number): Promise<void> {
    await this.#index.markBroken(streamId, revision);
  }

  onAppend(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  now(): number {
    return this.#index.now();
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#listeners.clear();
    await this.#commits.idle();
    try {
      await this.#log.close();
    } finally {
      await this.#index.close();
    }
  }

  /** Events read from their stream carry their place in the log only on newer servers; the index knows it in any case. */
  async #placed(streamId: string, events: readonly RecordedEvent[]): Promise<readonly StoredEvent[]> {
    let known: ReadonlyMap<number, number> = new Map();
    if (events.some((event) => positionOf(event) === null)) {
      const revisions = events.map(({ revision }) => Number(revision));
      const look = () => this.#index.positions(streamId, Math.min(...revisions), Math.max(...revisions));
      known = await look();
      if (known.size < events.length) {
        await this.#indexer.catchUp();
        known = await look();
      }
    }
    return events.map((event) => {
      const position = positionOf(event) ?? known.get(Number(event.revision)) ?? 0;
      return storedEvent(readEvent(event, streamId, position).row);
    });
  }

  /** The index answers repeats and conflicts; what is new goes to the log, streams at once, a stream's batches one after another. */
  async #flush(batches: readonly AppendBatch[]): Promise<readonly Answer[]> {
    await this.#index.checkFence();
    if (this.#stale) await this.#indexer.catchUp();
    const judged = judge(batches, await this.#index.known(batches)).answers;
    const streams = new Map<string, AppendBatch[]>();
    batches.forEach((batch, index) => {
      const answer = judged[index]!;
      if (answer instanceof Error || answer.outcome !== 'committed') return;
      streams.set(batch.streamId, [...(streams.get(batch.streamId) ?? []), batch]);
    });
    if (streams.size === 0) return judged;
    this.#stale = true;
    const failures = new Map<string, Error>();
    await Promise.all([...streams.values()].map((stream) => this.#appendInTurn(stream, failures)));
    await this.#indexer.catchUp();
    this.#stale = failures.size > 0;
    const { places } = await this.#index.known(batches);
    return judged.map((answer) => {
      if (answer instanceof Error) return answer;
      const last = answer.eventIds.at(-1)!;
      return failures.get(last) ?? { ...answer, position: places.get(last)?.globalPosition ?? answer.position };
    });
  }

  /** `failures` by the last eventId of a batch. */
  async #appendInTurn(batches: readonly AppendBatch[], failures: Map<string, Error>): Promise<void> {
    for (const batch of batches) {
      try {
        await this.#log.append(batch);
      } catch (error) {
        failures.set(batch.events.at(-1)!.eventId, this.#appendError(batch, error));
      }
    }
  }

  #appendError({ streamId, expected }: AppendBatch, error: unknown): Error {
    if (kindOf(error) === 'wrong-expected-version') {
      const { actualVersion } = error as { actualVersion?: bigint | string };
      return sequenceConflict(streamId, expected.revision, typeof actualVersion === 'bigint' ? Number(actualVersion) : -1);
    }
    if (kindOf(error) === 'maximum-append-size-exceeded') {
      const limit = (error as { maxAppendSize?: number }).maxAppendSize ?? this.capabilities.maxBatchBytes;
      const why = `The events for ${streamId} exceed what EventStoreDB takes in one append (${limit} bytes); nothing was written.`;
      return new Rejection('BATCH_TOO_LARGE', why, { streamId, limit });
    }
    const told = asStoreError(error);
    return told instanceof Error ? told : new Error(String(told));
  }
}
