// From a human message to a proposal of one Project: what it asks for, where it belongs, and what became of it.
export { clarificationReply, textSources } from './amendment.js';
export type { ClarificationReply } from './amendment.js';
export {
  CLARIFICATION_REASONS,
  clarificationLines,
  CLARIFICATIONS,
  HINTS,
  refusalLines,
  ROUTE_REFUSALS,
  successLine,
} from './clarification.js';
export type { ClarificationDetails, ClarificationReason, RouteRefusal } from './clarification.js';
export type {
  BudgetCommand,
  ControlCommand,
  ControlFamily,
  EffectCommand,
  GateCommand,
  LeaseCommand,
  LifecycleAction,
  LifecycleCommand,
  PortfolioAction,
  PortfolioCommand,
  PriorityCommand,
  QueryCommand,
  RunControlCommand,
} from './control-command.js';
export { INBOX_COMMANDS } from './inbox-commands.js';
export type { InboxCommand, InboxCommandData, InboxCommandOf, InboxCommandType } from './inbox-commands.js';
export { inboxDecider } from './inbox-decider.js';
export {
  applicationOperationId,
  handoffIdOf,
  INBOX_EVENTS,
  inboxEventCatalogue,
  inboxStream,
  proposalIdOf,
} from './inbox-events.js';
export type {
  AmendmentMode,
  AppliedKind,
  AuthorityRequirement,
  InboxEvent,
  InboxEventData,
  InboxEventOf,
  InboxEventType,
  PrincipalSnapshot,
  RecordedInboxEvent,
  SourceDisposition,
  SourceEvent,
  SpaceDecision,
  TaskInputTarget,
} from './inbox-events.js';
export { initialInbox } from './inbox-state.js';
export type { HandoffState, InboxState, ProposalState, ProposalStatus } from './inbox-state.js';
export { isCurrent, preRoute } from './pre-route.js';
export type { InboundMessage, Proposable, RepliedCard, Route, RouteContext } from './pre-route.js';
export { CLAIM_LEASE_MS, CLARIFICATION_OPEN_MS, isClaimable, RETRY_AFTER_MS } from './proposal-rules.js';
export { readMessage, readWorkRequest, startsWithVerb } from './read-message.js';
export type { Intent, ReadMessage, Unclear } from './read-message.js';
export { sourceDispositionOf } from './source-change.js';
export type { SourceChangeFacts } from './source-change.js';
export { taskInputOf } from './task-input.js';
export type { ActiveAssignmentEntry, TaskInputContext, TaskInputDecision } from './task-input.js';
export { USAGE } from './usage.js';
export type { UsageKey } from './usage.js';
