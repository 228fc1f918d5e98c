// Closed records of execution: the Assignment Envelope, scheduler decisions, remote dispatch items.
import { list, nullable, optional, record, shapes, text, variants, word } from '../../kernel/index.js';
import type { Infer } from '../../kernel/index.js';
import { executionRole, lane, one } from './plan.js';

const { id, projectId, runId, taskKey, digest, count, natural, time } = shapes;

/** What a claim was made against: it never changes under the Assignment. */
export const pin = record({ ref: id, revision: id, digest });

export const envelopeWorkspace = record({ leaseRef: id, mountRef: id, baseRevision: nullable(id), fence: count });

/** Built by the Kernel at the claim; every later word of the Executor is measured against its digest. */
export const assignmentEnvelope = record({
  version: one,
  digest,
  projectId,
  runId,
  taskKey,
  taskRevision: count,
  assignmentId: id,
  assignmentRevision: one,
  attempt: count,
  fence: count,
  principalId: id,
  role: executionRole,
  agentDefinition: pin,
  plan: pin,
  contextPolicy: pin,
  capabilitySnapshot: pin,
  policySnapshot: pin,
  /** The Run as it stood before the claim. */
  factAnchor: record({ ref: id, sequence: natural, digest }),
  workspace: envelopeWorkspace,
});

export const workspaceBackend = word('git_worktree', 'overlay', 'sandbox_volume', 'snapshot');

export const failureReason = word(
  'tool_error',
  'model_error',
  'budget_exceeded',
  'context_budget_exceeded',
  'capability_missing',
  'workspace_error',
  'disclosure_denied',
  'input_invalid',
  'internal_error',
);

export const progress = record({ summary: text, completedUnits: optional(natural), totalUnits: optional(natural) });

/** A remote dispatch: what is sent to one A2A endpoint, fixed at first writing. */
export const dispatchItem = record({
  dispatchId: id,
  messageId: id,
  endpoint: record({ id, owner: id, cardDigest: digest, authBindingId: id, transportBindingId: id }),
  contextViewDigest: digest,
  acceptanceContractId: id,
  capabilitySnapshot: record({ ref: id, hash: digest, grantRef: id }),
  disclosureManifestDigest: digest,
  workspaceDigest: digest,
  supersedes: optional(id),
});

export const policyAnchor = record({ ref: id, revision: natural, digest });
export const successor = word('replan', 'cancel_run');

const dispatchKeys = {
  version: one,
  decisionId: id,
  digest,
  projectId,
  runId,
  expectedSequence: natural,
  taskKey,
  taskRevision: count,
  role: executionRole,
  sponsorLane: lane,
  reason: word('scheduler_order', 'starvation_bound', 'preemption_reservation'),
  policy: policyAnchor,
};

const preemptionKeys = {
  version: one,
  decisionId: id,
  digest,
  projectId,
  runId,
  expectedSequence: natural,
  victimTaskKey: taskKey,
  victimTaskRevision: count,
  reservedTaskKey: taskKey,
  reservedTaskRevision: count,
  assignmentId: id,
  assignmentAttempt: count,
  assignmentFence: count,
  assignmentEnvelopeDigest: digest,
  owner: id,
  requestedAt: time,
  deadline: time,
  takeoverFence: count,
  reason: word('higher_priority', 'starvation_bound'),
  allowedSuccessors: list(successor),
  policy: policyAnchor,
};

/** What the scheduler decides and the Kernel recomputes. */
export const schedulerDecision = variants('type', { dispatch_task: dispatchKeys, prepare_preemption: preemptionKeys });

/** As recorded: with the member routes on which the scheduler service held it. */
export const dispatchRequested = record({
  type: word('dispatch_task'),
  ...dispatchKeys,
  catalogRevision: id,
  routeDigest: digest,
});
export const preemptionRequested = record({ type: word('prepare_preemption'), ...preemptionKeys });

const priorityKeys = {
  version: one,
  type: word('priority_change'),
  proposalId: id,
  digest,
  projectId,
  runId,
  taskKey,
  taskRevision: count,
  expectedSequence: natural,
  currentLane: lane,
  requestedLane: lane,
  localRank: natural,
  principalId: id,
  authority: word('sponsor', 'orchestrator'),
  authorityRef: id,
  deadline: time,
  owner: id,
  allowedSuccessors: list(word('restore', 'rebase', 'cancel_run')),
};
export const priorityProposal = record(priorityKeys);
export const priorityChanged = record({ ...priorityKeys, authorizedBy: id });

export type Pin = Infer<typeof pin>;
export type AssignmentEnvelope = Infer<typeof assignmentEnvelope>;
export type WorkspaceBackend = Infer<typeof workspaceBackend>;
export type FailureReason = Infer<typeof failureReason>;
export type DispatchItem = Infer<typeof dispatchItem>;
export type SchedulerDecision = Infer<typeof schedulerDecision>;
export type DispatchDecision = Extract<SchedulerDecision, { type: 'dispatch_task' }>;
export type PreemptionDecision = Extract<SchedulerDecision, { type: 'prepare_preemption' }>;
export type PriorityProposal = Infer<typeof priorityProposal>;
