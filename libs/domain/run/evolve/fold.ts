// How a fact changes a Run: one fresh top level a fact, everything below it shared or replaced, never changed in place.
import type { RunEventData, RunEventType } from '../events/run-event.js';
import type { AssignmentState, RunState, TaskState, TaskStatus } from '../state.js';

export type Draft = { -readonly [K in keyof RunState]: RunState[K] };

export interface Fold {
  /** The next state; its sequence is already that of the fact. */
  readonly run: Draft;
  readonly at: number;
  /** Whether the fact counts for the expected sequence of its task. */
  readonly counts: boolean;
}

export type FoldOf<Type extends RunEventType> = (fold: Fold, data: RunEventData<Type>) => void;
export type Folds<Types extends RunEventType> = { readonly [T in Types]: FoldOf<T> };

const CLOSED: ReadonlySet<TaskStatus> = new Set(['accepted', 'failed', 'cancelled']);
export const isClosed = (status: TaskStatus): boolean => CLOSED.has(status);

const isOpen = (task: TaskState): boolean => task.inPlan && !CLOSED.has(task.status);
const isBroken = (task: TaskState): boolean =>
  task.inPlan && task.plan.required && (task.status === 'failed' || task.status === 'cancelled');

function withMember(indices: readonly number[], index: number, member: boolean): readonly number[] {
  if (!member) return indices.filter((other) => other !== index);
  const place = indices.findIndex((other) => other > index);
  return place < 0 ? [...indices, index] : [...indices.slice(0, place), index, ...indices.slice(place)];
}

export function taskOf(run: RunState, key: string): TaskState {
  const task = run.tasks[run.taskIndex[key] ?? -1];
  if (!task) throw new Error(`A fact of Run ${run.runId} names task ${key}, which no earlier fact planned.`);
  return task;
}

/** Puts a task in its place and keeps the lists of open and broken tasks true. */
export function putTask(run: Draft, index: number, task: TaskState): void {
  const before = run.tasks[index];
  run.tasks = before ? run.tasks.with(index, task) : [...run.tasks, task];
  const wasOpen = before !== undefined && isOpen(before);
  const wasBroken = before !== undefined && isBroken(before);
  if (wasOpen !== isOpen(task)) run.open = withMember(run.open, index, !wasOpen);
  if (wasBroken !== isBroken(task)) run.broken = withMember(run.broken, index, !wasBroken);
}

export function patchTask(fold: Fold, key: string, change: Partial<TaskState>): void {
  const { run } = fold;
  const task = taskOf(run, key);
  const sequence = fold.counts ? run.sequence : task.sequence;
  putTask(run, run.taskIndex[key] as number, { ...task, ...change, sequence });
}

/** Back into the queue: who waits longest is counted from here. */
export const requeued = (fold: Fold): Pick<TaskState, 'enqueuedAt' | 'enqueueSequence'> => ({
  enqueuedAt: fold.at,
  enqueueSequence: fold.run.sequence,
});

export function activeAssignment(run: RunState, assignmentId: string): AssignmentState {
  const found = run.assignments.find((one) => one.assignmentId === assignmentId);
  if (!found) throw new Error(`A fact of Run ${run.runId} names Assignment ${assignmentId}, which is not active.`);
  return found;
}

export function patchAssignment(fold: Fold, assignmentId: string, change: Partial<AssignmentState>): AssignmentState {
  const { run } = fold;
  const index = run.assignments.findIndex((one) => one.assignmentId === assignmentId);
  const before = run.assignments[index];
  if (!before) throw new Error(`A fact of Run ${run.runId} names Assignment ${assignmentId}, which is not active.`);
  const next = { ...before, ...change };
  run.assignments = run.assignments.with(index, next);
  return next;
}

/** Bumps the expected sequence of an Assignment's task where the fact changes nothing else of it. */
export const touchTaskOf = (fold: Fold, assignment: AssignmentState): void => patchTask(fold, assignment.taskKey, {});

/** The Assignment is over: it moves into its task's history, and the task changes with it. */
export function endAssignment(
  fold: Fold,
  assignmentId: string,
  end: Partial<AssignmentState> & Pick<AssignmentState, 'status'>,
  change: (task: TaskState, ended: AssignmentState) => Partial<TaskState>,
): void {
  const { run } = fold;
  const ended: AssignmentState = {
    ...activeAssignment(run, assignmentId),
    ...end,
    endedAt: fold.at,
    checkpointRequest: null,
    controlDeadline: null,
  };
  run.assignments = run.assignments.filter((one) => one.assignmentId !== assignmentId);
  const task = taskOf(run, ended.taskKey);
  const kept = ended.status === 'execution_completed' ? ended : { ...ended, envelope: null };
  patchTask(fold, ended.taskKey, {
    activeAssignmentId: null,
    pastAssignments: [...task.pastAssignments, kept],
    ...change(task, ended),
  });
}

/** Attempts of this revision that count: a preempted one was given back. */
export const attemptsOf = (task: TaskState): number => task.attempt - task.preemptions;
export const hasAttemptsLeft = (task: TaskState): boolean => attemptsOf(task) < task.plan.maxAttempts;
