// The status of a Run: derived, never stored. The first condition that holds is the answer.
import type { RunState, RunStatus, TaskState } from './state.js';

const isStuck = (task: TaskState): boolean =>
  task.status === 'blocked' ||
  task.review?.status === 'expired' ||
  task.gate?.status === 'expired' ||
  task.planGate?.status === 'expired';

/** Every task of the plan is accepted, or optional and closed. */
const isDone = (state: RunState): boolean =>
  state.plan !== null && state.tasks.length > 0 && state.open.length === 0 && state.broken.length === 0;

/** Tasks of the plan that are not accepted, failed or cancelled, in plan order. */
export const openTasks = (state: RunState): readonly TaskState[] => state.open.map((index) => state.tasks[index] as TaskState);

/** Required tasks of the plan that failed or were cancelled. */
export const brokenTasks = (state: RunState): readonly TaskState[] =>
  state.broken.map((index) => state.tasks[index] as TaskState);

export function runStatus(state: RunState): RunStatus {
  if (state.cancelled) return 'cancelled';
  if (state.cancelRequested) return 'cancelling';
  if (state.replan) return 'needs_replan';
  if (isDone(state)) return 'completed';
  if (state.broken.length > 0) return 'needs_replan';
  if (state.pause) return 'paused';
  return state.open.some((index) => isStuck(state.tasks[index] as TaskState)) ? 'blocked' : 'active';
}

/** completed or cancelled: no later command changes it. */
export const isTerminal = (state: RunState): boolean =>
  state.cancelled || (!state.cancelRequested && state.replan === null && isDone(state));

/** While this holds nothing is dispatched, whatever the status shows. */
export const isDispatchStopped = (state: RunState): boolean =>
  state.cancelled || state.cancelRequested || state.replan !== null || state.pause !== null || isDone(state);

/** Claims that the Run may still make. */
export const attemptsLeft = (state: RunState): number =>
  (state.plan?.header.budget.maxTotalAttempts ?? 0) + state.raised.attempts - state.attemptsUsed;
