// What every driver asks before it writes a batch, in this order: size, broken stream, known eventIds, known operation, end of stream.
import { Conflict, Rejection } from '#domain/kernel';
import type { Operation, StreamHead } from '#domain/kernel';
import { envelopeText } from '#contracts/codec';
import type { Receipt } from '#contracts/codec';
import type { AppendBatch, PrincipalOperation, RememberedOperation } from './journal.js';

/** Where an event stands. */
export interface EventPlace {
  readonly streamId: string;
  readonly revision: number;
  readonly globalPosition: number;
}

/** The look-ups of a driver, inside its write transaction. */
export interface AdmissionView {
  head(streamId: string): StreamHead & { readonly brokenAt: number | null };
  place(eventId: string): EventPlace | undefined;
  operation(streamId: string, kind: Operation['kind'], key: string): RememberedOperation | undefined;
}

/** Throws Rejection BATCH_TOO_LARGE, or a defect when the batch does not stand on what it expects. Returns the batch's size in bytes. */
export function checkBatch(batch: AppendBatch, maxBatchBytes: number): number {
  let { revision, hash } = batch.expected;
  let bytes = 0;
  let largest = { eventBytes: -1, ordinal: 0, type: '' };
  batch.events.forEach((event, ordinal) => {
    revision += 1;
    if (event.streamId !== batch.streamId || event.revision !== revision || event.prevHash !== hash) {
      throw new Error(`Event ${ordinal} of a batch for ${batch.streamId} does not stand on revision ${revision - 1}.`);
    }
    hash = event.hash;
    const eventBytes = Buffer.byteLength(envelopeText(event));
    bytes += eventBytes;
    if (eventBytes > largest.eventBytes) largest = { eventBytes, ordinal, type: event.type };
  });
  if (largest.eventBytes < 0) throw new Error(`A batch for ${batch.streamId} has no event.`);
  if (bytes <= maxBatchBytes) return bytes;
  throw new Rejection(
    'BATCH_TOO_LARGE',
    `The ${batch.events.length} events for ${batch.streamId} take ${bytes} bytes, the store's limit for one append is ${maxBatchBytes}; ` +
      `the largest is ${largest.type} with ${largest.eventBytes}. Nothing was written; keep large results in the vault or split the plan.`,
    { streamId: batch.streamId, bytes, limit: maxBatchBytes, ...largest },
  );
}

export const sequenceConflict = (streamId: string, expectedSequence: number, actualSequence: number): Conflict =>
  new Conflict(
    'SEQUENCE_CONFLICT',
    `${streamId} ends at revision ${actualSequence}, not at ${expectedSequence} as expected; read it again and retry.`,
    { streamId, ...(streamId.startsWith('run-') ? { runId: streamId.slice(4) } : {}), expectedSequence, actualSequence },
  );

export const tampered = (streamId: string, revision: number): Rejection =>
  new Rejection(
    'JOURNAL_TAMPERED',
    `${streamId} is broken at revision ${revision}: writes to it are stopped, reads stay possible. Run \`workroom journal verify\`.`,
    { streamId, revision },
  );

export const fenced = (): Rejection =>
  new Rejection(
    'WRITER_FENCED',
    'Another process has taken the writer lease of this Journal; this one may no longer write. Restart it.',
  );

const payloadConflict = (streamId: string, why: string, details: Readonly<Record<string, unknown>>): Rejection =>
  new Rejection('OPERATION_PAYLOAD_CONFLICT', `${streamId} ${why}; send a new operation under a new id.`, {
    streamId,
    ...details,
  });

/** The remembered receipt for a repeat of the same operation; Rejection OPERATION_PAYLOAD_CONFLICT for another content or principal. */
export function repeatReceipt(streamId: string, known: RememberedOperation, offered: PrincipalOperation): Receipt {
  const { kind, key, digest, principalId } = known.operation;
  if (digest !== offered.digest || principalId !== offered.principalId) {
    throw payloadConflict(streamId, `knows ${kind} ${key} with other content or from another principal`, { kind, key });
  }
  return { ...known.receipt, outcome: 'duplicate' };
}

/** The first result of a batch of which every event is stored; undefined when none is. */
function storedReceipt(batch: AppendBatch, placeOf: (eventId: string) => EventPlace | undefined): Receipt | undefined {
  const places = batch.events.map(({ eventId }) => placeOf(eventId));
  const first = places.find((place) => place !== undefined);
  if (!first) return undefined;
  const inOrder = places.every(
    (place, ordinal) => place?.streamId === batch.streamId && place.revision === places[0]!.revision + ordinal,
  );
  if (!inOrder) throw payloadConflict(batch.streamId, 'was offered eventIds that are stored already, in part or elsewhere', {});
  const last = places.at(-1)!;
  const eventIds = batch.events.map(({ eventId }) => eventId);
  return { outcome: 'duplicate', streamId: batch.streamId, revision: last.revision, eventIds, position: last.globalPosition };
}

/** The first result of a batch whose events or operation are known; undefined for a new one. */
export function repeatOf(batch: AppendBatch, view: Pick<AdmissionView, 'place' | 'operation'>): Receipt | undefined {
  const { streamId, operation } = batch;
  const stored = storedReceipt(batch, (eventId) => view.place(eventId));
  if (stored) return stored;
  const known = operation && view.operation(streamId, operation.kind, operation.key);
  return known ? repeatReceipt(streamId, known, operation) : undefined;
}

/** The receipt of a repeat, or undefined when the batch is to be written now. */
export function admitBatch(batch: AppendBatch, view: AdmissionView): Receipt | undefined {
  const repeat = repeatOf(batch, view);
  if (repeat) return repeat;
  const { streamId, expected } = batch;
  const head = view.head(streamId);
  if (head.brokenAt !== null) throw tampered(streamId, head.brokenAt);
  if (head.revision !== expected.revision || head.hash !== expected.hash) {
    throw sequenceConflict(streamId, expected.revision, head.revision);
  }
  return undefined;
}

export const committedReceipt = (batch: AppendBatch, position: number): Receipt => ({
  outcome: 'committed',
  streamId: batch.streamId,
  revision: batch.expected.revision + batch.events.length,
  eventIds: batch.events.map(({ eventId }) => eventId),
  position,
});
