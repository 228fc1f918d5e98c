// The vocabulary of the domain.
export { systemActor } from './actor.js';
export type { Actor, ActorKind, ActorRole, Capability } from './actor.js';
export { canonicalJson } from './canonical.js';
export type {
  Command,
  CommandMeta,
  DecideContext,
  Decider,
  DomainEvent,
  Operation,
  Process,
  Recorded,
  StreamHead,
} from './decider.js';
export { digest, digestHex, sha256Hex } from './digest.js';
export { catalogueOf } from './event-catalogue.js';
export type { CatalogueEntry } from './event-catalogue.js';
export {
  checkId,
  checkProjectId,
  checkRunId,
  checkTaskKey,
  compareIds,
  controlId,
  eventIdOf,
  isId,
  reactionId,
  runIdOf,
} from './ids.js';
export type { ControlIdKind } from './ids.js';
export { isPayloadReference, PAYLOAD_KIND } from './payload-reference.js';
export type { PayloadReference, TextRef } from './payload-reference.js';
export { joinPath, Reading } from './reading.js';
export type { Problem } from './reading.js';
export { Conflict, Rejection, Unavailable } from './rejection.js';
export { checkShape, list, nullable, optional, pattern, record, scalar, shapes, text, variants, word } from './shape.js';
export type { Infer, Misfit, OptionalShape, RecordOf, Shape } from './shape.js';
