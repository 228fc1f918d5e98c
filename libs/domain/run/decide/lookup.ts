// Finding what a command names, with the refusal for what is not there.
import type { AssignmentState, RunState, TaskState } from '../state.js';
import { refuse } from './refuse.js';

export function findTask(state: RunState, taskKey: string): TaskState {
  const task = state.tasks[state.taskIndex[taskKey] ?? -1];
  return task ?? refuse('TASK_NOT_FOUND', `Run ${state.runId} has no task ${taskKey}.`, { taskKey });
}

/** The task as a command knows it: its revision must be the current one. */
export function findRevision(state: RunState, taskKey: string, revision: number): TaskState {
  const task = findTask(state, taskKey);
  if (task.revision === revision) return task;
  return refuse('TASK_REVISION_STALE', `Task ${taskKey} is at revision ${task.revision}, not ${revision}; read it again.`, {
    taskKey,
    actualRevision: task.revision,
  });
}

/** An Assignment of the Run, active or over. */
export function findAssignment(state: RunState, assignmentId: string): AssignmentState {
  const active = state.assignments.find((one) => one.assignmentId === assignmentId);
  if (active) return active;
  for (const task of state.tasks) {
    const past = task.pastAssignments.find((one) => one.assignmentId === assignmentId);
    if (past) return past;
  }
  return refuse('ASSIGNMENT_NOT_FOUND', `Run ${state.runId} has no Assignment ${assignmentId}.`, { assignmentId });
}

/** The newest Assignment of a task, active or over. */
export function newestAssignment(state: RunState, task: TaskState): AssignmentState | undefined {
  return state.assignments.find((one) => one.assignmentId === task.activeAssignmentId) ?? task.pastAssignments.at(-1);
}
