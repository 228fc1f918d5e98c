// The Journal in memory: the double of every test and the reference of the suite.
import type { Operation, StreamHead } from '#domain/kernel';
import { rowOf, storedEvent, ZERO_HASH } from '#contracts/codec';
import type { EventRow, Receipt, StoredEvent } from '#contracts/codec';
import { admitBatch, checkBatch, committedReceipt, fenced } from '../admission.js';
import type { AdmissionView } from '../admission.js';
import { checkVersions } from '../legacy.js';
import { Journal } from '../journal.js';
import type { AppendBatch, ReadAllOptions, ReadStreamOptions, RememberedOperation, StreamEnd } from '../journal.js';
import { Listeners } from '../listeners.js';
import { MemoryStore } from './memory-store.js';

const PAGE = 500;
const operationKey = (streamId: string, kind: string, key: string): string => `${streamId} ${kind} ${key}`;

function* pagesOf(rows: Iterable<EventRow>): Generator<readonly StoredEvent[]> {
  let page: StoredEvent[] = [];
  for (const row of rows) {
    page.push(storedEvent(row));
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length) yield page;
}

export class MemoryJournal extends Journal {
  readonly capabilities = { densePositions: true, maxBatchBytes: 32 * 1024 * 1024 };
  readonly #store: MemoryStore;
  readonly #clock: () => number;
  readonly #fence: number;
  readonly #listeners = new Listeners();
  readonly #view: AdmissionView;

  /** Takes the store over: a Journal opened on it before is fenced. Throws Rejection LEGACY_JOURNAL or STORE_VERSION. */
  constructor(options: { readonly store?: MemoryStore; readonly clock?: () => number } = {}) {
    super();
    const store = options.store ?? new MemoryStore();
    checkVersions(store.rows.map((row) => row.envelopeVersion));
    this.#store = store;
    this.#clock = options.clock ?? Date.now;
    this.#fence = store.fence += 1;
    this.#view = {
      head: (streamId) => ({ ...this.#head(streamId), brokenAt: store.brokenAt.get(streamId) ?? null }),
      place: (eventId) => store.byEventId.get(eventId),
      operation: (streamId, kind, key) => store.operations.get(operationKey(streamId, kind, key)),
    };
  }

  async append(batch: AppendBatch): Promise<Receipt> {
    checkBatch(batch, this.capabilities.maxBatchBytes);
    if (this.#store.fence !== this.#fence) throw fenced();
    const repeat = admitBatch(batch, this.#view);
    if (repeat) return repeat;
    for (const event of batch.events) this.#store.put(rowOf(event, this.#store.rows.length + 1));
    const receipt = committedReceipt(batch, this.#store.rows.length);
    const { streamId, operation } = batch;
    if (operation) this.#store.operations.set(operationKey(streamId, operation.kind, operation.key), { operation, receipt });
    this.#listeners.wake();
    return receipt;
  }

  async *readStream(streamId: string, options: ReadStreamOptions = {}): AsyncIterable<readonly StoredEvent[]> {
    const rows = this.#store.streams.get(streamId) ?? [];
    const { backwards = false, limit = Infinity } = options;
    const chosen = backwards ? rows.slice(0, (options.from ?? rows.length) + 1).toReversed() : rows.slice(options.from ?? 0);
    yield* pagesOf(chosen.slice(0, limit));
  }

  async *readAll({ after, limit = Infinity }: ReadAllOptions): AsyncIterable<readonly StoredEvent[]> {
    const until = after + limit;
    for (let from = after; from < Math.min(until, this.#store.rows.length); from += PAGE) {
      yield* pagesOf(this.#store.rows.slice(from, Math.min(from + PAGE, until)));
    }
  }

  async position(): Promise<number> {
    return this.#store.rows.length;
  }

  async head(streamId: string): Promise<StreamHead> {
    return this.#head(streamId);
  }

  async findOperation(streamId: string, kind: Operation['kind'], key: string): Promise<RememberedOperation | undefined> {
    return this.#store.operations.get(operationKey(streamId, kind, key));
  }

  async *heads(prefix = ''): AsyncIterable<readonly StreamEnd[]> {
    const ids = [...this.#store.streams.keys()].filter((id) => id.startsWith(prefix)).toSorted();
    if (ids.length) yield ids.map((streamId) => ({ streamId, ...this.#head(streamId) }));
  }

  async markBroken(streamId: string, revision: number): Promise<void> {
    this.#store.brokenAt.set(streamId, revision);
  }

  onAppend(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  now(): number {
    return this.#clock();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
  }

  #head(streamId: string): StreamHead {
    const last = this.#store.streams.get(streamId)?.at(-1);
    return last ? { revision: last.revision, hash: last.hash } : { revision: -1, hash: ZERO_HASH };
  }
}
