// How an envelope lies in EventStoreDB: data as it is, the rest beside the metadata, the batch's operation with its first event.
import type { JSONEventData, JSONEventType, RecordedEvent } from '@eventstore/db-client';
import { canonicalJson } from '#domain/kernel';
import type { Envelope, EventRow } from '#contracts/codec';
import type { AppendBatch, PrincipalOperation } from '../journal.js';

/** Keeps our streams apart from others on the same server; their category is `workroom`. */
export const STREAM_PREFIX = 'workroom-';

/** What the store has no field for. It is outside the hashed envelope, and hashes still cover what they cover. */
interface Beside {
  readonly envelopeVersion: number;
  readonly schemaVersion: number;
  readonly prevHash: string;
  readonly hash: string;
  /** With the first event of a batch that has an operation: how many events the batch has. */
  readonly batch?: { readonly count: number; readonly operation: PrincipalOperation };
}

export interface ReadEvent {
  readonly row: EventRow;
  readonly batch: Beside['batch'];
}

export function eventsToStore({ events, operation }: AppendBatch): JSONEventData<JSONEventType>[] {
  return events.map((event, ordinal) => {
    const { envelopeVersion, schemaVersion, prevHash, hash } = event;
    const batch = ordinal === 0 && operation ? { batch: { count: events.length, operation } } : {};
    const workroom: Beside = { envelopeVersion, schemaVersion, prevHash, hash, ...batch };
    return {
      id: event.eventId,
      contentType: 'application/json',
      type: event.type,
      data: event.data as Record<string, unknown>,
      metadata: { ...event.metadata, workroom },
    };
  });
}

function textOf(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    return '';
  }
}

/** An event that was not written by us, or was changed, comes back unsound, not as an error. */
export function readEvent(event: RecordedEvent, streamId: string, globalPosition: number): ReadEvent {
  const { workroom, ...metadata } = (event.metadata ?? {}) as unknown as Envelope['metadata'] & { workroom?: Partial<Beside> };
  const row: EventRow = {
    streamId,
    revision: Number(event.revision),
    globalPosition,
    eventId: event.id,
    envelopeVersion: workroom?.envelopeVersion ?? 1,
    type: event.type,
    schemaVersion: workroom?.schemaVersion ?? 1,
    dataJson: textOf(event.data),
    metadataJson: textOf(metadata),
    prevHash: workroom?.prevHash ?? '',
    hash: workroom?.hash ?? '',
    rowBindingDigest: null,
  };
  return { row, batch: workroom?.batch };
}
