// The Journal port: the only source of truth. Every driver passes suite/journal.suite.ts.
import type { Operation, StreamHead } from '#domain/kernel';
import type { Envelope, Receipt, StoredEvent } from '#contracts/codec';

/** An operation and the principal who sent it. */
export type PrincipalOperation = Operation & { readonly principalId: string };

export interface AppendBatch {
  readonly streamId: string;
  /** The end of the stream as the caller folded it: revision -1 and 64 zeros for a new stream. */
  readonly expected: StreamHead;
  /** Sealed by the codec on top of `expected`; at least one. */
  readonly events: readonly Envelope[];
  /** Remembered with the receipt in the same transaction; null for a batch that needs no memory. */
  readonly operation: PrincipalOperation | null;
}

/** What is remembered of an operation. */
export interface RememberedOperation {
  readonly operation: PrincipalOperation;
  readonly receipt: Receipt;
}

/** A stream and where it ends. */
export interface StreamEnd extends StreamHead {
  readonly streamId: string;
}

export interface ReadStreamOptions {
  /** First revision (forwards) or last revision (backwards) to read, inclusive. */
  readonly from?: number;
  readonly backwards?: boolean;
  /** At most so many events in all. */
  readonly limit?: number;
}

export interface ReadAllOptions {
  readonly after: number;
  /** At most so many events in all. */
  readonly limit?: number;
}

export interface JournalCapabilities {
  /** globalPosition has no gaps. */
  readonly densePositions: boolean;
  /** UTF-8 bytes of envelope text that one append may carry. */
  readonly maxBatchBytes: number;
}

/**
 * Order: globalPosition is a total order over the store, and a reader never sees a position before every smaller one is visible or
 * proven absent. Atomicity: a batch is stored with its operation, or not at all. Idempotence: a batch whose eventIds all stand in the
 * stream, in order, answers with the first receipt, marked duplicate, whatever revision it expects; some of them:
 * Rejection OPERATION_PAYLOAD_CONFLICT; the same for a batch whose operation the stream remembers, by its digest and principal.
 * Thrown: Conflict SEQUENCE_CONFLICT {streamId, expectedSequence, actualSequence} on another end of stream; Rejection BATCH_TOO_LARGE
 * {bytes, limit, ordinal, type, eventBytes} before anything is written; Unavailable STORE_UNAVAILABLE or STORE_FULL; Rejection
 * WRITER_FENCED, JOURNAL_TAMPERED. Facts are never changed or deleted.
 */
export abstract class Journal {
  abstract readonly capabilities: JournalCapabilities;
  /** Resolves when the batch is durable. */
  abstract append(batch: AppendBatch): Promise<Receipt>;
  /** Pages in revision order (backwards: falling). An unknown stream yields nothing. */
  abstract readStream(streamId: string, options?: ReadStreamOptions): AsyncIterable<readonly StoredEvent[]>;
  /** Pages in position order, of events with globalPosition > after, up to the end as it is when it gets there. */
  abstract readAll(options: ReadAllOptions): AsyncIterable<readonly StoredEvent[]>;
  /** Largest visible globalPosition; 0 for an empty store (positions start at 1). */
  abstract position(): Promise<number>;
  /** The last revision and hash of a stream, as kept beside the events; revision -1 and 64 zeros when it has no event. */
  abstract head(streamId: string): Promise<StreamHead>;
  /** A durable look-up, not a scan. */
  abstract findOperation(streamId: string, kind: Operation['kind'], key: string): Promise<RememberedOperation | undefined>;
  /** Pages of the ends of all streams whose id begins with `prefix`, in code-unit order of the ids. */
  abstract heads(prefix?: string): AsyncIterable<readonly StreamEnd[]>;
  /** Records a break of the chain: every later append to that stream is refused JOURNAL_TAMPERED, reads stay possible. */
  abstract markBroken(streamId: string, revision: number): Promise<void>;
  /** Calls back soon after an append became visible; wake-ups may coalesce and may be lost: a reader polls as well. Returns the way out. */
  abstract onAppend(listener: () => void): () => void;
  /** The store's clock, epoch milliseconds. */
  abstract now(): number;
  /** A second close does nothing. */
  abstract close(): Promise<void>;
}
