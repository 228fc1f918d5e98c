// What every wait must own: an id, an owner, a deadline and allowed actions, among them a way out.
import type { TaskState } from '../state.js';

interface Wait {
  readonly owner: string;
  readonly deadline: number;
  readonly allowedActions: readonly string[];
}

const WAYS_OUT: ReadonlySet<string> = new Set(['cancel', 'cancel_run']);

export const isWellFormed = (wait: Wait): boolean =>
  wait.owner !== '' && wait.deadline > 0 && wait.allowedActions.some((action) => WAYS_OUT.has(action));

/** The id of the first current wait of a task that lacks something; null when all are whole. */
export function malformedWait(task: TaskState): string | null {
  const blocker = task.blockers.find((one) => !isWellFormed(one));
  if (blocker) return blocker.blockerId;
  if (task.status !== 'awaiting_acceptance') return null;
  if (task.review && !isWellFormed(task.review)) return task.review.assignmentId;
  return task.gate && !isWellFormed(task.gate) ? task.gate.gateId : null;
}
