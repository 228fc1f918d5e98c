// Facts about Assignments: one attempt of one agent under one lease.
import { list, nullable, optional, record, shapes, word } from '../../kernel/index.js';
import { failureReason, progress, successor } from '../records/execution.js';
import { executionRole, one } from '../records/plan.js';

const { id, taskKey, digest, contentHash, count, time, flag } = shapes;
const observed = { assignmentId: id, observationId: id, observationDigest: digest, envelopeDigest: digest };

export const cancelOutcome = word('interrupted', 'committed', 'outcome_unknown');

export const assignmentEventShapes = {
  'assignment.claimed': record({
    taskKey,
    assignmentId: id,
    owner: id,
    role: executionRole,
    taskRevision: count,
    attempt: count,
    assignmentRevision: one,
    fence: count,
    envelopeDigest: digest,
    leaseExpiresAt: time,
  }),
  'assignment.started': record({ assignmentId: id }),
  'assignment.progress': record({ ...observed, progress }),
  'assignment.heartbeat': record({ ...observed, leaseExpiresAt: time }),
  'assignment.checkpointed': record({ ...observed, checkpointRef: id, checkpointDigest: digest }),
  'assignment.checkpoint_requested': record({
    decisionId: id,
    assignmentId: id,
    envelopeDigest: digest,
    /** null for a capacity reclaim. */
    reservedTaskKey: nullable(taskKey),
    requestedAt: time,
    deadline: time,
    takeoverFence: count,
    owner: id,
    allowedSuccessors: list(successor),
  }),
  'assignment.preempted': record({
    decisionId: id,
    assignmentId: id,
    checkpointRef: id,
    checkpointDigest: digest,
    outcome: word('interrupted'),
  }),
  'assignment.execution_completed': record({
    ...observed,
    reportRef: id,
    reportDigest: digest,
    candidateRef: id,
    candidateHash: digest,
    completionReceiptDigest: optional(digest),
  }),
  'assignment.execution_failed': record({ ...observed, reasonCode: failureReason, retryable: flag, reportRef: optional(id) }),
  'assignment.cancel_requested': record({ assignmentId: id, controlDeadline: time }),
  'assignment.cancelled': record({ assignmentId: id, outcome: cancelOutcome }),
  'assignment.lease_expired': record({ assignmentId: id }),
  'assignment.lease_released': record({
    assignmentId: id,
    operationId: id,
    requestDigest: digest,
    principalId: id,
    reasonDigest: nullable(contentHash),
    fence: count,
    minimumNextFence: count,
  }),
} as const;
