// What scheduler, supply, executors, workspace hosts and the clock may say.
import { list, nullable, optional, record, shapes, variants, word } from '../../kernel/index.js';
import { cancelOutcome } from '../events/assignment-events.js';
import { changeSetKeys, workspaceFactKeys } from '../events/workspace-events.js';
import { dispatchItem, failureReason, pin, progress, schedulerDecision, workspaceBackend } from '../records/execution.js';
import { executionRole } from '../records/plan.js';

const { id, runId, taskKey, digest, count, time, flag } = shapes;

const claim = {
  runId,
  operationId: id,
  decisionId: id,
  /** The consumed capacity grant; null while no Portfolio grants capacity. */
  grantId: nullable(id),
  taskKey,
  taskRevision: count,
  /** assignmentIdOf(decisionId). */
  assignmentId: id,
  /** Who will own the lease. */
  principalId: id,
  role: executionRole,
  /** Greater than every earlier fence of the Run. */
  fence: count,
  /** null where no authority resolver is installed. */
  authorityGrant: nullable(record({ grantRef: id, expiresAt: time })),
  pins: record({ agentDefinition: pin, contextPolicy: pin, capabilitySnapshot: pin, policySnapshot: pin }),
  /** leaseRef and mountRef are `workspace:<assignmentId>`, reserved before the claim. */
  workspace: record({ backend: workspaceBackend, baseRevision: nullable(id), scopeDigest: digest }),
  /** The member routes as they are now. */
  routeDigest: digest,
};

/** Which Assignment speaks; all of it must match the task's newest Envelope. */
const spoken = { runId, taskKey, taskRevision: count, assignmentId: id, attempt: count, fence: count, envelopeDigest: digest };

export const observation = variants('kind', {
  progress: { progress },
  heartbeat: {},
  checkpoint: { checkpointRef: id, checkpointDigest: digest },
  execution_completed: {
    reportRef: id,
    reportDigest: digest,
    candidateRef: id,
    candidateHash: digest,
    completionReceiptDigest: optional(digest),
  },
  execution_failed: { reasonCode: failureReason, retryable: flag, reportRef: optional(id) },
  /** Only the integration role. */
  integration_conflicted: { pathsDigest: digest, candidates: list(id) },
  integration_target_moved: { expectedRevision: id, actualRevision: id },
});

export const executionCommandShapes = {
  /** route: the member routes on which the scheduler service held a dispatch; null for a preemption. */
  commit_scheduler_decision: record({
    runId,
    decision: schedulerDecision,
    route: nullable(record({ catalogRevision: id, routeDigest: digest })),
  }),
  withdraw_dispatch: record({ runId, decisionId: id, reason: word('supply_lost', 'grant_lost') }),
  issue_local_assignment: record({ ...claim, agentDefinitionId: id, hostId: id }),
  issue_remote_assignment: record({ ...claim, dispatchItem }),
  start_assignment: record(spoken),
  apply_observation: record({ ...spoken, observationId: id, observation }),
  /** A capacity reclaim of the Portfolio: asks safe work back without a reserved task. */
  request_checkpoint: record({ runId, decisionId: id, assignmentId: id, deadline: time, owner: id }),
  settle_cancel: record({
    ...spoken,
    outcome: cancelOutcome,
    /** Every effect of the attempt; one that is outcome_unknown forces that outcome. */
    effects: list(record({ effectIntentId: id, outcome: word('committed', 'failed', 'outcome_unknown', 'cancelled') })),
    receiptDigests: list(digest),
  }),
  record_workspace: record({ runId, fact: variants('type', workspaceFactKeys) }),
  seal_change_set: record({ runId, ...changeSetKeys }),
  advance_clock: record({ runId }),
} as const;
