// Judges the batches of a flush in order, against what the writer knows and what the batches before would write.
import { Conflict, Rejection } from '#domain/kernel';
import type { Operation, StreamHead } from '#domain/kernel';
import { rowOf } from '#contracts/codec';
import type { EventRow, Receipt } from '#contracts/codec';
import { admitBatch, committedReceipt } from '../admission.js';
import type { AdmissionView, EventPlace } from '../admission.js';
import type { Answer } from '../group-commit.js';
import type { AppendBatch, RememberedOperation } from '../journal.js';
import type { RememberRow } from './flush-statement.js';
import { operationKey } from './look-up.js';

/** What was looked up of events and operations that are stored. */
export interface Found {
  readonly places: ReadonlyMap<string, EventPlace>;
  /** By operationKey. */
  readonly operations: ReadonlyMap<string, RememberedOperation>;
}

export const NOTHING_FOUND: Found = { places: new Map(), operations: new Map() };

export interface Known extends Found {
  /** The last position that was given away. */
  readonly position: number;
  readonly ends: ReadonlyMap<string, StreamHead>;
  /** The revision of the break of each broken stream. */
  readonly broken: ReadonlyMap<string, number>;
}

export interface Judgement {
  /** One a batch; receipts of batches to be written hold once the flush is committed. */
  readonly answers: Answer[];
  readonly events: readonly EventRow[];
  readonly operations: readonly RememberRow[];
  /** The ends of the streams that are written to, after the flush. */
  readonly ends: ReadonlyMap<string, StreamHead>;
}

/** A refusal is an answer; anything else is a defect. */
export function answerOf(work: () => Receipt): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Rejection || error instanceof Conflict) return error;
    throw error;
  }
}

class Draft implements AdmissionView {
  readonly ends = new Map<string, StreamHead>();
  readonly events: EventRow[] = [];
  readonly operations: RememberRow[] = [];
  readonly #places = new Map<string, EventPlace>();
  readonly #remembered = new Map<string, RememberedOperation>();

  constructor(readonly known: Known) {}

  head(streamId: string) {
    const end = this.ends.get(streamId) ?? this.known.ends.get(streamId)!;
    return { ...end, brokenAt: this.known.broken.get(streamId) ?? null };
  }

  place(eventId: string): EventPlace | undefined {
    return this.#places.get(eventId) ?? this.known.places.get(eventId);
  }

  operation(streamId: string, kind: Operation['kind'], key: string): RememberedOperation | undefined {
    const name = operationKey(streamId, kind, key);
    return this.#remembered.get(name) ?? this.known.operations.get(name);
  }

  add(batch: AppendBatch): Receipt {
    for (const event of batch.events) {
      const row = rowOf(event, this.known.position + this.events.length + 1);
      this.events.push(row);
      this.#places.set(event.eventId, row);
    }
    const { streamId, operation } = batch;
    const receipt = committedReceipt(batch, this.known.position + this.events.length);
    this.ends.set(streamId, { revision: receipt.revision, hash: batch.events.at(-1)!.hash });
    if (operation) {
      this.operations.push({ streamId, operation, receipt });
      this.#remembered.set(operationKey(streamId, operation.kind, operation.key), { operation, receipt });
    }
    return receipt;
  }
}

/** `known.ends` holds every stream of the batches. */
export function judge(batches: readonly AppendBatch[], known: Known): Judgement {
  const draft = new Draft(known);
  const answers = batches.map((batch) => answerOf(() => admitBatch(batch, draft) ?? draft.add(batch)));
  return { answers, events: draft.events, operations: draft.operations, ends: draft.ends };
}
