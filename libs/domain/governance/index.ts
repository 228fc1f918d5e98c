// Whether a body may go to a place: descriptors, classification, destinations, the decision, and the facts that give it authority.
export { classify, defaultRegistry, derive } from './classification.js';
export type { Classification, ClassificationRegistry, DerivedWindow, Proposal, QuarantineReason } from './classification.js';
export { ANY_REGION, descriptorDigest, rankOf } from './descriptor.js';
export type { Confidentiality, DataDescriptor, ObjectKind, Purpose } from './descriptor.js';
export { ANY_CATEGORY, sealContract, snapshotDigest } from './destination.js';
export type {
  DestinationContract,
  DestinationTerms,
  DisclosurePrincipal,
  PrincipalRole,
  Recipient,
  RecipientSnapshot,
} from './destination.js';
export { decideDisclosure, requestDigest } from './disclosure.js';
export type { DisclosureDecision, DisclosureReason, Disposition } from './disclosure.js';
export type { ComplianceApproval, DisclosureContext, DisclosureRequest } from './disclosure-request.js';
export type { DenialReason } from './hard-denials.js';
export { GOVERNANCE_EVENTS, GOVERNANCE_STREAM, governanceDecider, governanceEventCatalogue } from './governance-decider.js';
export type {
  ApprovalRecorded,
  AuthorityPublished,
  GovernanceCommand,
  GovernanceEvent,
  GovernanceState,
} from './governance-decider.js';
export { isLoopback, loopbackDeclaration, modelDestination, readModelDeclarations } from './model-contracts.js';
export type { ModelDeclaration } from './model-contracts.js';
export { defaultGovernancePolicy, defaultTenant, tighten } from './policy.js';
export type { Channel, ChannelPolicy, GovernancePolicy, MinimizingTransform, Tightening } from './policy.js';
export { consoleDestination, localDestination, principalOf, roomDestination, roomsOf } from './rooms.js';
export type { Destination, ProjectTenant, RoomMembership } from './rooms.js';
