export { ENVELOPE_VERSION, ZERO_HASH } from './envelope.js';
export type { Envelope, EnvelopeMetadata, StoredEvent } from './envelope.js';
export type { Receipt } from './receipt.js';
