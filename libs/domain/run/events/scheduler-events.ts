// Facts about scheduling, dispatch and the clock.
import { list, record, shapes, text, word } from '../../kernel/index.js';
import {
  assignmentEnvelope,
  dispatchItem,
  dispatchRequested,
  preemptionRequested,
  priorityChanged,
  successor,
} from '../records/execution.js';

const { id, taskKey, digest, count, time } = shapes;

export const withdrawalReason = word(
  'unclaimed',
  'supply_lost',
  'run_paused',
  'run_cancelled',
  'plan_revised',
  'grant_lost',
  'task_blocked',
  'task_closed',
);
export const releaseReason = word('claimed', 'task_blocked', 'task_closed', 'plan_revised', 'run_cancelled', 'victim_ended');

export const schedulerEventShapes = {
  'scheduler.dispatch_requested': dispatchRequested,
  'scheduler.dispatch_withdrawn': record({
    decisionId: id,
    taskKey,
    taskRevision: count,
    reason: withdrawalReason,
    withdrawnAt: time,
  }),
  'scheduler.priority_changed': priorityChanged,
  'scheduler.preemption_requested': preemptionRequested,
  'scheduler.preemption_checkpoint_acknowledged': record({
    decisionId: id,
    assignmentId: id,
    envelopeDigest: digest,
    observationId: id,
    observationDigest: digest,
    checkpointRef: id,
    checkpointDigest: digest,
    assignmentAttempt: count,
    assignmentFence: count,
    takeoverFence: count,
  }),
  'scheduler.preemption_timed_out': record({
    decisionId: id,
    assignmentId: id,
    reservedTaskKey: taskKey,
    blockerId: id,
    owner: id,
    deadline: time,
    allowedSuccessors: list(successor),
    reason: text,
  }),
  'scheduler.reservation_released': record({
    decisionId: id,
    reservedTaskKey: taskKey,
    reservedTaskRevision: count,
    reason: releaseReason,
  }),
  'local_execution.requested': record({
    operationId: id,
    requestDigest: digest,
    agentDefinitionId: id,
    hostId: id,
    issuedAt: time,
    envelope: assignmentEnvelope,
  }),
  'remote_dispatch.requested': record({
    operationId: id,
    requestDigest: digest,
    issuedAt: time,
    reconcileDeadline: time,
    envelope: assignmentEnvelope,
    dispatchItem,
  }),
  'clock.advanced': record({ now: time }),
} as const;
