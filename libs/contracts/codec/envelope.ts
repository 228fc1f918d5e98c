// The stored form of a fact, version 3. What is hashed is exactly the text that is stored.
import type { Actor } from '#domain/kernel';

export const ENVELOPE_VERSION = 3;
export const ZERO_HASH = '0'.repeat(64);

export interface EnvelopeMetadata {
  /** The store's clock, epoch milliseconds. */
  readonly recordedAt: number;
  readonly actor: Actor;
  readonly commandId: string;
  readonly correlationId: string | null;
  readonly causationId: string | null;
  readonly projectId: string | null;
  readonly traceparent: string | null;
}

/** Everything that the hash covers, and the hash. */
export interface Envelope {
  readonly envelopeVersion: typeof ENVELOPE_VERSION;
  readonly eventId: string;
  readonly streamId: string;
  readonly revision: number;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: EnvelopeMetadata;
  /** 64 hex digits; 64 zeros at revision 0. */
  readonly prevHash: string;
  /** SHA-256 over the canonical JSON of the envelope without `hash`. */
  readonly hash: string;
}

/** An envelope as a store gave it back: with its place in the total order. */
export interface StoredEvent extends Envelope {
  readonly globalPosition: number;
}
