// Facts about tasks: their plan fields, blockers, and how they end.
import { list, nullable, optional, record, shapes, text, word } from '../../kernel/index.js';
import { acceptanceRecord, contract, evaluation } from '../records/acceptance.js';
import { approvalGate, executionRole, lane, preemptibility, requirements } from '../records/plan.js';

const { id, taskKey, count, natural, time, flag } = shapes;

export const blockerKind = word('dependency', 'approval', 'capability', 'external', 'human_input');
export const blockerAction = word('resolve', 'approve', 'reject', 'request_changes', 'reopen', 'replan', 'cancel');
export const taskStatus = word(
  'ready',
  'blocked',
  'executing',
  'awaiting_acceptance',
  'cancelling',
  'accepted',
  'failed',
  'cancelled',
);
export const taskFailure = word('attempts_exhausted', 'rework_exhausted', 'execution_failed', 'gate_rejected', 'operator');

const planFields = {
  taskKey,
  title: text,
  required: flag,
  maxAttempts: count,
  maxRevisions: count,
  role: executionRole,
  dependsOn: list(taskKey),
  distinctFrom: nullable(taskKey),
  requires: requirements,
  sponsorLane: lane,
  localRank: natural,
  deadline: time,
  enqueuedAt: time,
  preemptibility,
  approvalGate: optional(approvalGate),
};

export const taskEventShapes = {
  'task.planned': record(planFields),
  'task.plan_revised': record({ ...planFields, expectedTaskRevision: count, newTaskRevision: count, reason: text }),
  'task.blocked': record({
    taskKey,
    blockerId: id,
    kind: blockerKind,
    owner: id,
    reason: text,
    deadline: time,
    allowedActions: optional(list(blockerAction)),
  }),
  'task.blocker_resolved': record({ taskKey, blockerId: id }),
  'task.blocker_expired': record({
    taskKey,
    taskRevision: count,
    blockerId: id,
    kind: blockerKind,
    owner: id,
    deadline: time,
  }),
  'task.deadline_missed': record({ taskKey, taskRevision: count, deadline: time, status: taskStatus }),
  'task.cancel_requested': record({ taskKey, reason: text }),
  'task.cancelled': record({ taskKey, reason: text }),
  'task.failed': record({ taskKey, reason: text, reasonCode: taskFailure }),
  'task.revised': record({ taskKey, title: text, reason: text, maxAttempts: count }),
  'task.rework_requested': record({ taskKey, reason: text, evaluation: optional(evaluation) }),
  'task.acceptance_pinned': record({ taskKey, contract }),
  'task.acceptance_blocked': record({ taskKey, reportRef: id, reason: text, evaluation }),
  'task.accepted': record({ taskKey, reportRef: id, record: acceptanceRecord }),
} as const;
