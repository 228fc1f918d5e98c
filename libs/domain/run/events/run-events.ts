// Facts about the Run itself and its plan.
import { nullable, optional, record, shapes, text, word } from '../../kernel/index.js';
import { plan, revisionCandidate, schedulerPolicy } from '../records/plan.js';

const { id, projectId, taskKey, digest, anyDigest, contentHash, count, natural, time, flag } = shapes;

export const controlReason = word(
  'operator_request',
  'no_longer_required',
  'superseded',
  'policy_change',
  'requirements_changed',
  'blocker_recovery',
  'gate_changes_requested',
  'incident',
  'budget_review',
  'incident_resolved',
);
export const planGateDecision = word('approve', 'reject', 'request_changes', 'cancel');
export const sourceChange = word('edited', 'deleted');
export const sourcePolicy = word('withdraw', 'amend', 'ignore');

export const runEventShapes = {
  'run.created': record({ projectId, title: text }),
  'run.control_decided': record({
    operationId: id,
    action: word('cancel', 'request_replan', 'pause', 'resume'),
    reasonCode: controlReason,
    expectedSequence: natural,
    principalId: id,
    requestDigest: digest,
    catalogRevision: id,
    projectDigest: digest,
    authorizationRef: id,
    stateSequence: natural,
    stateStatus: word('active', 'paused', 'blocked', 'needs_replan', 'cancelling', 'completed', 'cancelled'),
    stateDigest: digest,
  }),
  'run.replan_requested': record({
    operationId: id,
    reasonCode: controlReason,
    requestDigest: digest,
    taskKey: optional(taskKey),
    gateId: optional(id),
  }),
  'run.cancel_requested': record({ reason: text }),
  'run.cancelled': record({ reason: text }),
  'run.paused': record({ operationId: id, reasonCode: controlReason, requestDigest: digest }),
  'run.resumed': record({ operationId: id, reasonCode: controlReason, requestDigest: digest }),
  'run.replan_overdue': record({ operationId: id, owner: id, deadline: time }),
  'run.source_noted': record({
    proposalId: id,
    sourceEventRef: id,
    sourceEventDigest: anyDigest,
    change: sourceChange,
    policy: sourcePolicy,
    disposition: word('noted'),
  }),
  'run.budget_raised': record({
    operationId: id,
    kind: word('attempts', 'money'),
    amount: count,
    principalId: id,
    reasonCode: controlReason,
  }),
  'plan.admitted': record({
    operationId: id,
    sourceEventRef: id,
    sourceEventDigest: anyDigest,
    orchestratorAgentDefinitionId: id,
    plan,
    schedulerPolicy,
    requesterPrincipalId: id,
    separation: word('strict', 'solo'),
    baseRevision: nullable(id),
  }),
  'plan.revision_applied': record({ candidate: revisionCandidate, planRevision: count, recomputedDiffDigest: digest }),
  'plan_gate.decided': record({
    operationId: id,
    requestDigest: digest,
    taskKey,
    taskRevision: count,
    gateId: id,
    planDigest: digest,
    policyRevisionId: id,
    policyDigest: digest,
    decision: planGateDecision,
    sponsorPrincipalId: id,
    authorizedBy: id,
    reasonDigest: nullable(contentHash),
    soloApproval: flag,
  }),
  'plan_gate.expired': record({ taskKey, taskRevision: count, gateId: id, owner: id, deadline: time }),
  'plan_gate.reopened': record({
    operationId: id,
    requestDigest: digest,
    taskKey,
    taskRevision: count,
    gateId: id,
    deadline: time,
    cause: word('sponsor', 'plan_revision'),
    sponsorPrincipalId: optional(id),
    authorizedBy: optional(id),
  }),
} as const;
