// The exact text that is hashed and stored. It is composed from the stored texts of data and metadata, never made anew from parsed values.
import { hash as digestOf } from 'node:crypto';
import { canonicalJson, Rejection } from '#domain/kernel';
import type { Envelope, ENVELOPE_VERSION, EnvelopeMetadata, StoredEvent } from './envelope.js';

/** What a store keeps of an event. Drivers write and read rows; nobody else does. */
export interface EventRow {
  readonly streamId: string;
  readonly revision: number;
  readonly globalPosition: number;
  readonly eventId: string;
  readonly envelopeVersion: number;
  readonly type: string;
  readonly schemaVersion: number;
  /** Canonical JSON. */
  readonly dataJson: string;
  readonly metadataJson: string;
  readonly prevHash: string;
  readonly hash: string;
  /** `sha256:` + digest of {id, globalPosition, hash}; null where the store has no row of its own. */
  readonly rowBindingDigest: string | null;
}

type Text = Omit<EventRow, 'globalPosition' | 'hash' | 'rowBindingDigest'>;

const sha256 = (text: string): string => digestOf('sha256', text, 'hex');
const quote = (text: string): string => JSON.stringify(text);

/** The canonical JSON of the envelope without `hash`: what is hashed. */
const hashedText = (row: Text): string =>
  `{"data":${row.dataJson},"envelopeVersion":${row.envelopeVersion},"eventId":${quote(row.eventId)},"metadata":${row.metadataJson},` +
  `"prevHash":${quote(row.prevHash)},"revision":${row.revision},"schemaVersion":${row.schemaVersion},` +
  `"streamId":${quote(row.streamId)},"type":${quote(row.type)}}`;

export const hashOf = (row: Text): string => sha256(hashedText(row));

/** Binds a row to its place: a moved or swapped row shows. */
export const rowBindingDigest = (row: Pick<EventRow, 'streamId' | 'revision' | 'globalPosition' | 'hash'>): string =>
  `sha256:${sha256(`{"globalPosition":${row.globalPosition},"hash":${quote(row.hash)},"id":${quote(`${row.streamId}:${row.revision}`)}}`)}`;

/** An envelope that remembers its exact texts; to everyone else it is a plain record. */
class TextedEnvelope implements Envelope {
  declare readonly envelopeVersion: typeof ENVELOPE_VERSION;
  declare readonly eventId: string;
  declare readonly streamId: string;
  declare readonly revision: number;
  declare readonly type: string;
  declare readonly schemaVersion: number;
  declare readonly data: Readonly<Record<string, unknown>>;
  declare readonly metadata: EnvelopeMetadata;
  declare readonly prevHash: string;
  declare readonly hash: string;
  readonly #dataJson: string;
  readonly #metadataJson: string;
  readonly #binding: string | null;

  constructor(row: Omit<EventRow, 'globalPosition'>, data: Readonly<Record<string, unknown>>, metadata: EnvelopeMetadata) {
    this.envelopeVersion = row.envelopeVersion as typeof ENVELOPE_VERSION;
    this.eventId = row.eventId;
    this.streamId = row.streamId;
    this.revision = row.revision;
    this.type = row.type;
    this.schemaVersion = row.schemaVersion;
    this.data = data;
    this.metadata = metadata;
    this.prevHash = row.prevHash;
    this.hash = row.hash;
    this.#dataJson = row.dataJson;
    this.#metadataJson = row.metadataJson;
    this.#binding = row.rowBindingDigest;
  }

  static textOf(envelope: Envelope): { dataJson: string; metadataJson: string; binding: string | null } {
    return #dataJson in envelope
      ? { dataJson: envelope.#dataJson, metadataJson: envelope.#metadataJson, binding: envelope.#binding }
      : { dataJson: canonicalJson(envelope.data), metadataJson: canonicalJson(envelope.metadata), binding: null };
  }
}

class TextedEvent extends TextedEnvelope implements StoredEvent {
  readonly globalPosition: number;
  constructor(row: EventRow, data: Readonly<Record<string, unknown>>, metadata: EnvelopeMetadata) {
    super(row, data, metadata);
    this.globalPosition = row.globalPosition;
  }
}

/** Seals a row of texts: adds the hash. */
export function envelopeOf(text: Text, data: Readonly<Record<string, unknown>>, metadata: EnvelopeMetadata): Envelope {
  return new TextedEnvelope({ ...text, hash: hashOf(text), rowBindingDigest: null }, data, metadata);
}

function textOf(envelope: Envelope): Text & { binding: string | null } {
  const { dataJson, metadataJson, binding } = TextedEnvelope.textOf(envelope);
  const { streamId, revision, eventId, envelopeVersion, type, schemaVersion, prevHash } = envelope;
  return { streamId, revision, eventId, envelopeVersion, type, schemaVersion, dataJson, metadataJson, prevHash, binding };
}

/** The text that was hashed, as stored. */
export const envelopeText = (envelope: Envelope): string => hashedText(textOf(envelope));

/** What a driver writes for an envelope at a position. */
export function rowOf(envelope: Envelope, globalPosition: number): EventRow {
  const { binding: _, ...text } = textOf(envelope);
  const placed = { ...text, globalPosition, hash: envelope.hash };
  return { ...placed, rowBindingDigest: rowBindingDigest(placed) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The event can be listed and verified; only its content refuses. */
function withUnreadable(event: StoredEvent, key: 'data' | 'metadata'): void {
  const { streamId, revision, globalPosition } = event;
  Object.defineProperty(event, key, {
    enumerable: true,
    get: () => {
      const why = `The ${key} of ${streamId} at revision ${revision} is no JSON any more. Run \`workroom journal verify\`.`;
      throw new Rejection('JOURNAL_TAMPERED', why, { streamId, revision, globalPosition });
    },
  });
}

/** What a driver hands out for a row that it read. */
export function storedEvent(row: EventRow): StoredEvent {
  const data = parsed(row.dataJson);
  const metadata = parsed(row.metadataJson);
  const event = new TextedEvent(row, data as StoredEvent['data'], metadata as EnvelopeMetadata);
  if (data === undefined) withUnreadable(event, 'data');
  if (metadata === undefined) withUnreadable(event, 'metadata');
  return event;
}

/** Whether the stored bytes still give the stored hash. */
export const isHashSound = (event: Envelope): boolean => hashOf(textOf(event)) === event.hash;

/** Whether the row still stands where it was written; true for stores that bind no rows. */
export function isRowSound(event: StoredEvent): boolean {
  const { binding } = TextedEnvelope.textOf(event);
  return binding === null || binding === rowBindingDigest(event);
}
