// The Journal in plain files: immutable segments, made create-only by a hard link. For stores without a database.
import type { Operation, StreamHead } from '#domain/kernel';
import { storedEvent } from '#contracts/codec';
import type { EventRow, Receipt, StoredEvent } from '#contracts/codec';
import { admitBatch, checkBatch, committedReceipt, fenced } from '../admission.js';
import { GroupCommit } from '../group-commit.js';
import type { Answer } from '../group-commit.js';
import { Journal } from '../journal.js';
import type { AppendBatch, ReadAllOptions, ReadStreamOptions, RememberedOperation, StreamEnd } from '../journal.js';
import { Listeners } from '../listeners.js';
import { asStoreError } from './file-errors.js';
import { SegmentFolder } from './segment-folder.js';
import type { IndexedSegment } from './segment-index.js';
import { holdsLease, releaseLease, RENEW_MS, renewLease, takeLease } from './writer-file.js';

const PAGE = 500;

export interface FileJournalOptions {
  /** Holds nothing else; made with mode 0700 when it is missing. */
  readonly folder: string;
  /** A reader takes no lease; its appends are refused WRITER_FENCED. Default: writer. */
  readonly role?: 'writer' | 'reader';
  readonly clock?: () => number;
}

async function storing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error);
  }
}

function* pagesOf(rows: readonly EventRow[]): Generator<readonly StoredEvent[]> {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE).map(storedEvent);
}

export class FileJournal extends Journal {
  readonly capabilities = { densePositions: true, maxBatchBytes: 32 * 1024 * 1024 };
  readonly #path: string;
  readonly #segments: SegmentFolder;
  readonly #fence: number | undefined;
  readonly #clock: () => number;
  readonly #listeners = new Listeners();
  readonly #commits: GroupCommit;
  readonly #renewal: NodeJS.Timeout | undefined;

  private constructor(path: string, segments: SegmentFolder, fence: number | undefined, clock: () => number) {
    super();
    this.#path = path;
    this.#segments = segments;
    this.#fence = fence;
    this.#clock = clock;
    this.#commits = new GroupCommit({
      flush: (batches) => this.#flush(batches),
      committed: () => this.#listeners.wake(),
      asStoreError,
    });
    if (fence !== undefined) this.#renewal = setInterval(() => renewLease(path, fence), RENEW_MS).unref();
  }

  /** Throws Rejection STORE_LOCKED while another live process writes, LEGACY_JOURNAL, STORE_VERSION; Unavailable STORE_UNAVAILABLE. */
  static async open({ folder, role = 'writer', clock = Date.now }: FileJournalOptions): Promise<FileJournal> {
    return storing(async () => {
      const segments = await SegmentFolder.open(folder);
      if (role === 'reader') return new FileJournal(folder, segments, undefined, clock);
      const fence = await takeLease(folder);
      segments.sweep();
      await segments.refresh();
      return new FileJournal(folder, segments, fence, clock);
    });
  }

  async append(batch: AppendBatch): Promise<Receipt> {
    return this.#commits.add(batch, checkBatch(batch, this.capabilities.maxBatchBytes));
  }

  async *readStream(streamId: string, options: ReadStreamOptions = {}): AsyncIterable<readonly StoredEvent[]> {
    const { backwards = false, limit = Infinity } = options;
    const from = options.from ?? (backwards ? Infinity : 0);
    await this.#refreshed();
    const wanted = (row: EventRow) => (backwards ? row.revision <= from : row.revision >= from);
    yield* this.#pages(this.#segments.index.ofStream(streamId, from, backwards), limit, (rows) =>
      (backwards ? rows.toReversed() : rows).filter(wanted),
    );
  }

  async *readAll({ after, limit = Infinity }: ReadAllOptions): AsyncIterable<readonly StoredEvent[]> {
    await this.#refreshed();
    const { index } = this.#segments;
    const segments = function* () {
      for (let seen = 0, next = index.after(after, 0); next; next = index.after(after, seen)) {
        yield next;
        seen += 1;
      }
    };
    yield* this.#pages(segments(), limit, (rows) => rows.filter((row) => row.globalPosition > after));
  }

  async position(): Promise<number> {
    await this.#refreshed();
    return this.#segments.index.position;
  }

  async head(streamId: string): Promise<StreamHead> {
    await this.#refreshed();
    const { revision, hash } = this.#segments.index.head(streamId);
    return { revision, hash };
  }

  async findOperation(streamId: string, kind: Operation['kind'], key: string): Promise<RememberedOperation | undefined> {
    await this.#refreshed();
    return this.#segments.index.operation(streamId, kind, key);
  }

  async *heads(prefix = ''): AsyncIterable<readonly StreamEnd[]> {
    await this.#refreshed();
    const { index } = this.#segments;
    const ends = index.streams(prefix).map((streamId) => {
      const { revision, hash } = index.head(streamId);
      return { streamId, revision, hash };
    });
    if (ends.length > 0) yield ends;
  }

  async markBroken(streamId: string, revision: number): Promise<void> {
    await storing(() => this.#segments.markBroken(streamId, revision));
  }

  onAppend(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  now(): number {
    return this.#clock();
  }

  async close(): Promise<void> {
    clearInterval(this.#renewal);
    this.#listeners.clear();
    await this.#commits.idle();
    if (this.#fence !== undefined && holdsLease(this.#path, this.#fence)) releaseLease(this.#path, this.#fence);
  }

  /** A reader takes up what the writer's process has made since; the writer knows. */
  async #refreshed(): Promise<void> {
    if (this.#fence === undefined) await storing(() => this.#segments.refresh());
  }

  async *#pages(
    segments: Iterable<IndexedSegment>,
    limit: number,
    choose: (rows: readonly EventRow[]) => readonly EventRow[],
  ): AsyncIterable<readonly StoredEvent[]> {
    let page: EventRow[] = [];
    let left = limit;
    for (const segment of segments) {
      if (left <= 0) break;
      const chosen = choose(await storing(() => this.#segments.rows(segment))).slice(0, left);
      left -= chosen.length;
      page.push(...chosen);
      if (page.length < PAGE) continue;
      yield* pagesOf(page);
      page = [];
    }
    yield* pagesOf(page);
  }

  async #flush(batches: readonly AppendBatch[]): Promise<readonly Answer[]> {
    if (this.#fence === undefined) throw fenced();
    const answers: Answer[] = [];
    for (const batch of batches) {
      try {
        answers.push(await this.#write(batch, this.#fence));
      } catch (error) {
        answers.push(asStoreError(error) as Error);
      }
    }
    return answers;
  }

  async #write(batch: AppendBatch, fence: number): Promise<Receipt> {
    if (!holdsLease(this.#path, fence)) throw fenced();
    this.#segments.readBroken();
    const repeat = admitBatch(batch, this.#segments.index);
    if (repeat) return repeat;
    const position = await this.#segments.write(batch);
    if (position !== undefined) return committedReceipt(batch, position);
    await this.#segments.refresh();
    return this.#write(batch, fence);
  }
}
