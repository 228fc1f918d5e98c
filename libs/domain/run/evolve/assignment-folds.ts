// Folds of Assignments: lease, observations, and every way in which one ends.
import type { RunEventData, RunEventType } from '../events/run-event.js';
import type { AssignmentState, TaskState } from '../state.js';
import { endAssignment, hasAttemptsLeft, patchAssignment, patchTask, requeued, taskOf, touchTaskOf } from './fold.js';
import type { Fold, Folds } from './fold.js';

/** Failures that leave a blocker behind: the task is not tried again until somebody has mended the cause. */
const BLOCKING: ReadonlySet<string> = new Set(['context_budget_exceeded', 'capability_missing', 'workspace_error']);
export const leavesBlocker = (reasonCode: string): boolean => BLOCKING.has(reasonCode);

function claim(fold: Fold, data: RunEventData<'assignment.claimed'>): void {
  const { run, at } = fold;
  run.assignments = [
    ...run.assignments,
    {
      assignmentId: data.assignmentId,
      taskKey: data.taskKey,
      taskRevision: data.taskRevision,
      status: 'leased',
      owner: data.owner,
      role: data.role,
      attempt: data.attempt,
      fence: data.fence,
      envelopeDigest: data.envelopeDigest,
      leaseExpiresAt: data.leaseExpiresAt,
      claimedAt: at,
      startedAt: null,
      endedAt: null,
      outcome: null,
      failureReason: null,
      checkpoint: null,
      progress: null,
      controlDeadline: null,
      checkpointRequest: null,
      execution: null,
      envelope: null,
      changeSets: [],
    },
  ];
  run.dispatches = run.dispatches.filter((one) => one.decision.taskKey !== data.taskKey);
  run.attemptsUsed += 1;
  run.lastFence = Math.max(run.lastFence, data.fence);
  run.counts = { ...run.counts, assignments: run.counts.assignments + 1 };
  patchTask(fold, data.taskKey, {
    status: 'executing',
    attempt: data.attempt,
    activeAssignmentId: data.assignmentId,
    unclaimedWithdrawals: 0,
  });
}

const exhausted = (fold: Fold): Partial<TaskState> => ({
  status: 'failed',
  failure: { reasonCode: 'attempts_exhausted', at: fold.at },
  closedAt: fold.at,
});

/** The lease is gone: what happened to the attempt is unknown, and the task goes back, or fails with its last attempt. */
function lose(fold: Fold, assignmentId: string): void {
  endAssignment(fold, assignmentId, { status: 'lost', outcome: 'outcome_unknown' }, (task) => {
    if (task.status === 'cancelling') return { status: 'cancelled', closedAt: fold.at };
    return hasAttemptsLeft(task) ? { status: 'ready', ...requeued(fold) } : exhausted(fold);
  });
}

function fail(fold: Fold, data: RunEventData<'assignment.execution_failed'>): void {
  endAssignment(fold, data.assignmentId, { status: 'failed', failureReason: data.reasonCode }, (task) => {
    const again = data.retryable || leavesBlocker(data.reasonCode);
    if (again) return hasAttemptsLeft(task) ? { status: 'ready', ...requeued(fold) } : exhausted(fold);
    return { ...exhausted(fold), failure: { reasonCode: 'execution_failed', at: fold.at } };
  });
}

function complete(fold: Fold, data: RunEventData<'assignment.execution_completed'>): void {
  endAssignment(fold, data.assignmentId, { status: 'execution_completed' }, (_task, ended) => ({
    status: 'awaiting_acceptance',
    candidate: {
      assignmentId: ended.assignmentId,
      producerPrincipalId: ended.owner,
      reportRef: data.reportRef,
      reportDigest: data.reportDigest,
      candidateRef: data.candidateRef,
      candidateHash: data.candidateHash,
      completionReceiptDigest: data.completionReceiptDigest ?? null,
      baseRevision: ended.envelope?.workspace.baseRevision ?? null,
      completedAt: fold.at,
    },
  }));
}

function preempt(fold: Fold, data: RunEventData<'assignment.preempted'>): void {
  const { run } = fold;
  const end = {
    status: 'cancelled',
    outcome: data.outcome,
    checkpoint: { ref: data.checkpointRef, digest: data.checkpointDigest },
  };
  endAssignment(fold, data.assignmentId, end as Partial<AssignmentState> & Pick<AssignmentState, 'status'>, (task) => ({
    status: 'ready',
    preemptions: task.preemptions + 1,
    ...requeued(fold),
  }));
  run.attemptsUsed -= 1;
  if (run.preemption?.decision.decisionId === data.decisionId) run.preemption = { ...run.preemption, status: 'takeover_ready' };
}

export const assignmentFolds: Folds<Extract<RunEventType, `assignment.${string}`>> = {
  'assignment.claimed': claim,
  'assignment.started': (fold, { assignmentId }) =>
    touchTaskOf(fold, patchAssignment(fold, assignmentId, { status: 'running', startedAt: fold.at })),
  'assignment.progress': (fold, { assignmentId, progress }) => {
    patchAssignment(fold, assignmentId, {
      progress: {
        summary: progress.summary,
        completedUnits: progress.completedUnits ?? null,
        totalUnits: progress.totalUnits ?? null,
      },
    });
  },
  'assignment.heartbeat': (fold, { assignmentId, leaseExpiresAt }) => {
    patchAssignment(fold, assignmentId, { leaseExpiresAt });
  },
  'assignment.checkpointed': (fold, { assignmentId, checkpointRef, checkpointDigest }) => {
    patchAssignment(fold, assignmentId, { checkpoint: { ref: checkpointRef, digest: checkpointDigest } });
  },
  'assignment.checkpoint_requested': (fold, data) => {
    const { decisionId, deadline, reservedTaskKey, takeoverFence } = data;
    const { preemption } = fold.run;
    if (preemption?.decision.decisionId === decisionId) fold.run.preemption = { ...preemption, status: 'checkpoint_requested' };
    const checkpointRequest = { decisionId, deadline, reservedTaskKey, takeoverFence };
    touchTaskOf(fold, patchAssignment(fold, data.assignmentId, { checkpointRequest }));
  },
  'assignment.preempted': preempt,
  'assignment.execution_completed': complete,
  'assignment.execution_failed': fail,
  'assignment.cancel_requested': (fold, { assignmentId, controlDeadline }) => {
    const { taskKey } = patchAssignment(fold, assignmentId, { status: 'cancel_requested', controlDeadline });
    patchTask(fold, taskKey, { status: 'cancelling' });
  },
  'assignment.cancelled': (fold, { assignmentId, outcome }) =>
    endAssignment(fold, assignmentId, { status: 'cancelled', outcome }, () => ({ status: 'cancelled', closedAt: fold.at })),
  'assignment.lease_expired': (fold, { assignmentId }) => lose(fold, assignmentId),
  'assignment.lease_released': (fold, { assignmentId, minimumNextFence }) => {
    fold.run.lastFence = Math.max(fold.run.lastFence, minimumNextFence - 1);
    lose(fold, assignmentId);
  },
};

/** The task of an Assignment that a fact names; active ones first. */
export const taskKeyOf = (fold: Fold, assignmentId: string): string | undefined =>
  fold.run.assignments.find((one) => one.assignmentId === assignmentId)?.taskKey ??
  fold.run.tasks.find((task) => task.pastAssignments.some((one) => one.assignmentId === assignmentId))?.key;

/** Notes a change set with the Assignment that made it, active or over. */
export function noteChangeSet(fold: Fold, data: RunEventData<'change_set.sealed'>): void {
  const taskKey = taskKeyOf(fold, data.assignmentId);
  if (taskKey === undefined) return;
  const active = fold.run.assignments.find((one) => one.assignmentId === data.assignmentId);
  if (active) {
    touchTaskOf(fold, patchAssignment(fold, data.assignmentId, { changeSets: [...active.changeSets, data] }));
    return;
  }
  const { pastAssignments } = taskOf(fold.run, taskKey);
  patchTask(fold, taskKey, {
    pastAssignments: pastAssignments.map((one) =>
      one.assignmentId === data.assignmentId ? { ...one, changeSets: [...one.changeSets, data] } : one,
    ),
  });
}
