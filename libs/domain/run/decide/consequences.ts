// What follows from a fact in the same batch: closing tasks, giving reservations back, cascades, exhausted attempts, the Run's end.
import { compareIds } from '../../kernel/index.js';
import type { RunEventData } from '../events/run-event.js';
import type { Evaluation } from '../records/acceptance.js';
import { candidates, hasPendingDispatch } from '../scheduler/candidates.js';
import type { TaskState } from '../state.js';
import { attemptsLeft, openTasks } from '../status.js';
import type { Batch } from './batch.js';

type WithdrawalReason = RunEventData<'scheduler.dispatch_withdrawn'>['reason'];
type ReleaseReason = RunEventData<'scheduler.reservation_released'>['reason'];

/** Takes a pending dispatch of a task back, if there is one. */
export function withdrawDispatch(batch: Batch, taskKey: string, reason: WithdrawalReason): void {
  const pending = batch.state.dispatches.find((one) => one.decision.taskKey === taskKey);
  if (!pending) return;
  const { decisionId, taskRevision } = pending.decision;
  batch.emit('scheduler.dispatch_withdrawn', { decisionId, taskKey, taskRevision, reason, withdrawnAt: batch.now });
}

/** Takes every pending dispatch back, in key order. */
export function withdrawAll(batch: Batch, reason: 'run_paused' | 'run_cancelled'): void {
  const keys = batch.state.dispatches.map((one) => one.decision.taskKey).sort(compareIds);
  for (const key of keys) withdrawDispatch(batch, key, reason);
}

export function releaseReservation(batch: Batch, reason: ReleaseReason): void {
  const { preemption } = batch.state;
  if (!preemption) return;
  const { decisionId, reservedTaskKey, reservedTaskRevision } = preemption.decision;
  batch.emit('scheduler.reservation_released', { decisionId, reservedTaskKey, reservedTaskRevision, reason });
}

export function releaseReservationOf(batch: Batch, reservedTaskKey: string, reason: ReleaseReason): void {
  if (batch.state.preemption?.decision.reservedTaskKey === reservedTaskKey) releaseReservation(batch, reason);
}

/** A victim that ended in any way but by its checkpoint frees the reservation. */
export function victimEnded(batch: Batch, assignmentId: string): void {
  const { preemption } = batch.state;
  if (preemption?.decision.assignmentId !== assignmentId || preemption.status === 'takeover_ready') return;
  releaseReservation(batch, 'victim_ended');
}

function closing(batch: Batch, taskKey: string): void {
  withdrawDispatch(batch, taskKey, 'task_closed');
  releaseReservationOf(batch, taskKey, 'task_closed');
}

export function failTask(
  batch: Batch,
  taskKey: string,
  reasonCode: RunEventData<'task.failed'>['reasonCode'],
  reason: RunEventData<'task.failed'>['reason'] = null,
): void {
  closing(batch, taskKey);
  batch.emit('task.failed', { taskKey, reason, reasonCode });
}

export function cancelTask(batch: Batch, taskKey: string, reason: RunEventData<'task.cancelled'>['reason'] = null): void {
  closing(batch, taskKey);
  batch.emit('task.cancelled', { taskKey, reason });
}

/** A new revision of the work, or, when its revisions are used up, the end of the task. */
export function rework(
  batch: Batch,
  task: TaskState,
  because: { readonly reason?: RunEventData<'task.failed'>['reason']; readonly evaluation?: Evaluation },
): void {
  const { reason = null, evaluation } = because;
  if (task.revisionsMade >= task.plan.maxRevisions) return failTask(batch, task.key, 'rework_exhausted', reason);
  batch.emit('task.rework_requested', { taskKey: task.key, reason, ...(evaluation ? { evaluation } : {}) });
}

const isDead = (task: TaskState | undefined): boolean => task?.status === 'failed' || task?.status === 'cancelled';

/** Optional tasks whose dependency failed or was cancelled go with it, dependencies before dependents. */
function cascade(batch: Batch): void {
  for (let found = true; found;) {
    const { tasks, taskIndex } = batch.state;
    const doomed = openTasks(batch.state)
      .filter((task) => !task.plan.required && (task.status === 'ready' || task.status === 'blocked'))
      .filter((task) => task.plan.dependsOn.some((key) => isDead(tasks[taskIndex[key] ?? -1])))
      .map((task) => task.key)
      .sort(compareIds);
    found = doomed.length > 0;
    for (const key of doomed) cancelTask(batch, key);
  }
}

/** When the Run has no attempts left, whoever could still be dispatched fails. */
function exhaust(batch: Batch): void {
  if (attemptsLeft(batch.state) > 0) return;
  const doomed = candidates(batch.state).map((task) => task.key);
  for (const key of doomed.sort(compareIds)) failTask(batch, key, 'attempts_exhausted');
}

/** The last settlement of a Run that is being cancelled ends it, whoever settles. */
function finishCancel(batch: Batch): void {
  const { cancelRequested, cancelled, assignments, open } = batch.state;
  if (!cancelRequested || cancelled || assignments.length > 0 || open.length > 0) return;
  batch.emit('run.cancelled', { reason: null });
}

/** Everything that the facts so far bring with them. */
export function settle(batch: Batch): void {
  exhaust(batch);
  cascade(batch);
  finishCancel(batch);
}

/** The task takes a blocker; a dispatch that nobody claimed yet is taken back, and the room that was made for it is given up. */
export function blockTask(batch: Batch, blocked: RunEventData<'task.blocked'>): void {
  if (hasPendingDispatch(batch.state, blocked.taskKey)) withdrawDispatch(batch, blocked.taskKey, 'task_blocked');
  releaseReservationOf(batch, blocked.taskKey, 'task_blocked');
  batch.emit('task.blocked', blocked);
}

export const orchestratorOf = (batch: Batch): string => `orchestrator:${batch.before.projectId}`;
