// Cancelling a Run: who runs is asked to stop until a deadline, whatever else is open ends at once.
import { compareIds } from '../../kernel/index.js';
import { openTasks } from '../status.js';
import type { Batch } from './batch.js';
import { releaseReservation, withdrawAll } from './consequences.js';

export function cancelWholeRun(batch: Batch, controlDeadline: number): void {
  const running = batch.state.assignments.filter((one) => one.status !== 'cancel_requested');
  for (const { assignmentId } of running) batch.emit('assignment.cancel_requested', { assignmentId, controlDeadline });
  withdrawAll(batch, 'run_cancelled');
  releaseReservation(batch, 'run_cancelled');
  const asked = new Set(running.map((one) => one.taskKey));
  const open = openTasks(batch.state).toSorted((one, other) => compareIds(one.key, other.key));
  for (const { key, activeAssignmentId } of open) {
    if (asked.has(key)) batch.emit('task.cancel_requested', { taskKey: key, reason: null });
    else if (activeAssignmentId === null) batch.emit('task.cancelled', { taskKey: key, reason: null });
  }
  batch.emit('run.cancel_requested', { reason: null });
}
