export { mergeCatalogues } from './catalogue.js';
export type { EventCatalogue, EventDefinition } from './catalogue.js';
export { checkUuidV7, createCodec, plainCodec } from './codec.js';
export type { Codec, SealContext } from './codec.js';
export { ENVELOPE_VERSION, ZERO_HASH } from './envelope.js';
export type { Envelope, EnvelopeMetadata, StoredEvent } from './envelope.js';
export { envelopeText, isHashSound, isRowSound, rowOf, storedEvent } from './envelope-text.js';
export type { EventRow } from './envelope-text.js';
export type { Receipt } from './receipt.js';
