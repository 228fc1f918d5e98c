// Every instant at which a Run changes by time alone: what the ticker watches, and what advance_clock settles.
import { compareIds } from '../../kernel/index.js';
import { isClosed } from '../evolve/fold.js';
import { capacityUsed, candidates, starvationInstant } from '../scheduler/candidates.js';
import type { RunState, TaskState } from '../state.js';
import { isDispatchStopped, isTerminal, openTasks } from '../status.js';

/** In the order in which equal instants are settled. */
export const DUE_KINDS = [
  'assignment_cancel',
  'assignment_lease',
  'reviewer_wait',
  'sponsor_gate',
  'plan_gate',
  'blocker',
  'task_deadline',
  'replan_request',
  'preemption',
  'dispatch',
  'starvation',
] as const;

export type DueKind = (typeof DUE_KINDS)[number];

export interface DueInstant {
  /** Epoch milliseconds; due when at ≤ now. */
  readonly at: number;
  readonly kind: DueKind;
  /** Assignment, wait, blocker, task, operation or decision id. */
  readonly id: string;
  readonly taskKey: string | null;
}

const RANKS = new Map<DueKind, number>(DUE_KINDS.map((kind, rank) => [kind, rank]));

const compareDue = (one: DueInstant, other: DueInstant): number =>
  one.at - other.at || (RANKS.get(one.kind) ?? 0) - (RANKS.get(other.kind) ?? 0) || compareIds(one.id, other.id);

type Note = (at: number, kind: DueKind, id: string, taskKey: string | null) => void;

function taskInstants(task: TaskState, note: Note): void {
  const { key, review, gate, planGate, blockers, plan } = task;
  if (review && (review.status === 'open' || review.status === 'claimed')) {
    note(review.deadline, 'reviewer_wait', review.assignmentId, key);
  }
  if (gate?.status === 'open') note(gate.deadline, 'sponsor_gate', gate.gateId, key);
  if (planGate?.status === 'open') note(planGate.deadline, 'plan_gate', planGate.gateId, key);
  for (const one of blockers) {
    if (one.status === 'open' && one.kind !== 'approval') note(one.deadline, 'blocker', one.blockerId, key);
  }
  if (!task.deadlineMissed) note(plan.scheduler.deadline, 'task_deadline', key, key);
}

function executionInstants(state: RunState, note: Note): void {
  for (const { assignmentId, taskKey, status, controlDeadline, leaseExpiresAt } of state.assignments) {
    if (status === 'cancel_requested') note(controlDeadline ?? leaseExpiresAt, 'assignment_cancel', assignmentId, taskKey);
    else note(leaseExpiresAt, 'assignment_lease', assignmentId, taskKey);
  }
  const claimMs = state.plan?.policy.dispatchClaimMs ?? 0;
  for (const { decision, requestedAt } of state.dispatches) {
    note(requestedAt + claimMs, 'dispatch', decision.decisionId, decision.taskKey);
  }
  const { preemption, replan } = state;
  if (preemption && preemption.status !== 'takeover_ready') {
    const { deadline, decisionId, reservedTaskKey } = preemption.decision;
    note(deadline, 'preemption', decisionId, reservedTaskKey);
  }
  if (replan && !replan.overdue && !state.cancelRequested)
    note(replan.deadline, 'replan_request', replan.operationId, replan.taskKey);
}

/** A candidate that waits without a free slot: from then on it may push others aside. */
function starvationInstants(state: RunState, note: Note): void {
  const policy = state.plan?.policy;
  if (!policy || isDispatchStopped(state) || capacityUsed(state) < policy.capacity) return;
  for (const task of candidates(state)) {
    const at = starvationInstant(task, policy);
    if (at > state.now) note(at, 'starvation', task.key, task.key);
  }
}

/** Sorted by instant, then kind, then id; [] once the Run has ended. */
export function dueInstants(state: RunState): readonly DueInstant[] {
  if (state.sequence < 0 || isTerminal(state)) return [];
  const found: DueInstant[] = [];
  const note: Note = (at, kind, id, taskKey) => void found.push({ at, kind, id, taskKey });
  executionInstants(state, note);
  for (const task of openTasks(state)) taskInstants(task, note);
  starvationInstants(state, note);
  return found.sort(compareDue);
}

/** Whether what was due is so still, after other facts of the same batch. */
export function isStillDue(state: RunState, due: DueInstant): boolean {
  if (isTerminal(state)) return false;
  let found = false;
  const note: Note = (at, kind, id) => {
    found ||= at === due.at && kind === due.kind && id === due.id;
  };
  executionInstants(state, note);
  const task = due.taskKey === null ? undefined : state.tasks[state.taskIndex[due.taskKey] ?? -1];
  if (task?.inPlan && !isClosed(task.status)) taskInstants(task, note);
  return found;
}

/** When the ticker has to come next; null when nothing waits for time. */
export const nextDueAt = (state: RunState): number | null => dueInstants(state)[0]?.at ?? null;
