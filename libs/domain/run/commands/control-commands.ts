// What people, and ingress on behalf of the requester, may ask of a Run.
import { nullable, record, shapes, text, word } from '../../kernel/index.js';
import { sourceChange, sourcePolicy } from '../events/run-events.js';
import { sponsorDecision } from '../events/wait-events.js';
import { authorization, evaluationFacts } from '../records/acceptance.js';
import { personAuthority } from '../records/authority.js';
import { priorityProposal } from '../records/execution.js';

const { id, runId, taskKey, digest, anyDigest, contentHash, count, natural, time } = shapes;

export const CANCEL_REASONS = ['operator_request', 'no_longer_required', 'superseded', 'policy_change'] as const;
export const REPLAN_REASONS = ['requirements_changed', 'blocker_recovery', 'policy_change', 'operator_request'] as const;
export const PAUSE_REASONS = ['operator_request', 'incident', 'budget_review', 'policy_change'] as const;
export const RESUME_REASONS = ['operator_request', 'incident_resolved', 'policy_change'] as const;
export const BUDGET_REASONS = ['operator_request', 'budget_review'] as const;

const control = { runId, operationId: id, expectedSequence: natural, authority: personAuthority };
/** authority and authorization are null where no authority port is installed. */
const gate = {
  runId,
  operationId: id,
  expectedSequence: natural,
  taskKey,
  taskRevision: count,
  gateId: id,
  authority: nullable(personAuthority),
  authorization: nullable(authorization),
};

export const controlCommandShapes = {
  cancel_run: record({ ...control, reasonCode: word(...CANCEL_REASONS), controlDeadline: time }),
  request_replan: record({ ...control, reasonCode: word(...REPLAN_REASONS) }),
  pause_run: record({ ...control, reasonCode: word(...PAUSE_REASONS) }),
  resume_run: record({ ...control, reasonCode: word(...RESUME_REASONS) }),
  raise_budget: record({ ...control, reasonCode: word(...BUDGET_REASONS), kind: word('attempts', 'money'), amount: count }),
  release_lease: record({ ...control, assignmentId: id, reasonDigest: nullable(contentHash) }),
  cancel_task: record({ ...control, taskKey, reason: text, controlDeadline: time }),
  fail_task: record({ ...control, taskKey, reason: text }),
  commit_priority_change: record({ runId, proposal: priorityProposal, authority: nullable(personAuthority) }),
  decide_plan_gate: record({
    ...gate,
    decision: word('approve', 'reject', 'request_changes', 'cancel'),
    reasonDigest: nullable(contentHash),
  }),
  reopen_plan_gate: record(gate),
  decide_sponsor_gate: record({ ...gate, candidateHash: digest, decision: sponsorDecision, reason: text }),
  /** Opens a gate anew after expiry, on a fresh evaluation. */
  reopen_sponsor_gate: record({ ...gate, candidateHash: digest, facts: evaluationFacts }),
  note_source: record({
    runId,
    proposalId: id,
    sourceEventRef: id,
    sourceEventDigest: anyDigest,
    change: sourceChange,
    policy: sourcePolicy,
  }),
} as const;
