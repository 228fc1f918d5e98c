// The facts of `inbox-<projectId>`: what people asked, by reference only, and what became of it. One closed shape a type.
import { catalogueOf, nullable, optional, pattern, record, shapes, word } from '#domain/kernel';
import type { DomainEvent, Infer, Recorded } from '#domain/kernel';
import { CLARIFICATION_REASONS } from './clarification.js';

const { id, projectId, runId, taskKey, anyDigest, count, natural, time, flag } = shapes;
const hex = pattern('64 hex digits', /^[0-9a-f]{64}$/);

export const sourceEvent = record({
  /** `conversation-event:<eventId>`. */
  ref: id,
  digest: anyDigest,
  /** The place in its conversation, from 1. */
  sequence: count,
  conversationKey: id,
});

/** As the transport proved it and the Catalog knew it; never read from the message. */
export const principalSnapshot = record({
  principalId: id,
  kind: word('human', 'agent', 'system'),
  sponsor: flag,
  catalogRevision: nullable(hex),
});

export const spaceDecision = record({
  space: word('workroom', 'sponsor_room', 'api'),
  projectId,
  addressHash: nullable(hex),
  bindingRevision: nullable(natural),
});

export const intent = word('discussion', 'work_request', 'control', 'query');
export const authorityRequirement = word('none', 'workroom_control', 'typed_sponsor_control');
export const appliedKind = word('discussion_recorded', 'plan_proposal_submitted', 'control_proposal_submitted', 'query_answered');
export const taskInputDisposition = word('accepted_context', 'applied_control', 'rejected', 'stale');
export const sourceDisposition = word('withdrawn', 'amended', 'ignored', 'replan_requested', 'run_cancelled', 'noted');
export const amendmentMode = word('append', 'replace');
export const sourceChange = word('edited', 'deleted');
export const sourcePolicy = word('withdraw', 'amend', 'ignore');
export const abandonReason = word('claims_exhausted', 'delivery_unknown', 'turn_failed', 'proposal_withdrawn');

const proposed = {
  proposalId: id,
  sourceEvent,
  principal: principalSnapshot,
  intent,
  spaceDecision,
  authorityRequirement,
};

export const taskInputTarget = record({
  runId,
  taskKey,
  assignmentId: id,
  cardRevision: nullable(natural),
  disposition: word('context_proposal'),
});

const handoff = { proposalId: id, handoffId: id };

export const INBOX_EVENTS = {
  'project_inbox.proposed': record(proposed),
  'task_input.proposed': record({ ...proposed, target: taskInputTarget }),
  'proposal.claimed': record({ proposalId: id, claimId: id, leaseExpiresAt: time }),
  'proposal.applied': record({ proposalId: id, operationId: id, kind: appliedKind, resultRef: optional(id) }),
  'proposal.clarification_required': record({
    proposalId: id,
    operationId: id,
    reasonCode: word(...CLARIFICATION_REASONS),
    openUntil: time,
  }),
  'proposal.retry_scheduled': record({ proposalId: id, reasonCode: word('downstream_unavailable'), retryAt: time }),
  'proposal.amended': record({
    proposalId: id,
    amendmentSourceRef: id,
    amendmentDigest: anyDigest,
    sequence: count,
    mode: amendmentMode,
  }),
  'proposal.withdrawn': record({ proposalId: id, sourceChangeRef: optional(id), policy: optional(sourcePolicy) }),
  'proposal.expired': record({ proposalId: id }),
  'task_input.dispositioned': record({ proposalId: id, disposition: taskInputDisposition, principalId: id }),
  'source.changed': record({
    proposalId: id,
    change: sourceChange,
    sourceEventRef: id,
    sourceEventDigest: anyDigest,
    disposition: sourceDisposition,
  }),
  'handoff.opened': record(handoff),
  'handoff.claimed': record({ ...handoff, claimId: id, leaseExpiresAt: time }),
  'handoff.delivered': record({ ...handoff, deliveryId: id }),
  'handoff.abandoned': record({ ...handoff, reasonCode: abandonReason }),
} as const;

export const inboxEventCatalogue = catalogueOf(INBOX_EVENTS);

export type InboxEventType = keyof typeof INBOX_EVENTS;
export type InboxEventData<Type extends InboxEventType> = Infer<(typeof INBOX_EVENTS)[Type]>;
export type InboxEventOf<Type extends InboxEventType> = { [T in Type]: DomainEvent<T, InboxEventData<T>> }[Type];
export type InboxEvent = InboxEventOf<InboxEventType>;
export type RecordedInboxEvent = Recorded<InboxEvent>;

export type SourceEvent = Infer<typeof sourceEvent>;
export type PrincipalSnapshot = Infer<typeof principalSnapshot>;
export type SpaceDecision = Infer<typeof spaceDecision>;
export type AuthorityRequirement = Infer<typeof authorityRequirement>;
export type AppliedKind = Infer<typeof appliedKind>;
export type TaskInputTarget = Infer<typeof taskInputTarget>;
export type SourceDisposition = Infer<typeof sourceDisposition>;
export type AmendmentMode = Infer<typeof amendmentMode>;

export const inboxStream = (project: string): string => `inbox-${project}`;
/** One source event makes at most one proposal. */
export const proposalIdOf = (project: string, sourceRef: string): string => `human-ingress:${project}:${sourceRef}`;
/** The idempotency key of everything that an application writes to its target stream. */
export const applicationOperationId = (proposalId: string): string => `human-ingress-application:${proposalId}`;
export const handoffIdOf = (proposalId: string): string => `handoff:${proposalId}`;
