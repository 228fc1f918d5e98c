// The command port between apps.
export type { Caller } from './caller.js';
export { CommandClient } from './command-client.js';
export { ControlClient } from './control-client.js';
export type { BlockerResolution, GateDecision, LeaseRelease, PriorityChange, RunControl } from './control-client.js';
export { ExecutionClient } from './execution-client.js';
export type {
  AssignmentOffer,
  AssignmentTarget,
  DependencyReport,
  Observation,
  Observed,
  PullWork,
  WorkspaceRecord,
} from './execution-client.js';
export { IngressClient } from './ingress-client.js';
export type { ConversationAddress, PostCard, Submitted, SubmitMessage } from './ingress-client.js';
export { PayloadClient } from './payload-client.js';
export type { OpenedText, OpenText, PayloadChannel, PayloadPurpose, RegisterText } from './payload-client.js';
export { QueryClient } from './query-client.js';
export type { CatalogProject, CatalogSnapshot, PlanningDiagnostics, RoomMessage } from './query-client.js';
export { ReviewClient } from './review-client.js';
export type { ReviewOffer, ReviewTarget, Verdict } from './review-client.js';
