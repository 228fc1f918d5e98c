// Everything in a Run that waits for somebody: who owns it, until when, and what they may do.
import type { RunState, TaskState } from '../state.js';
import { brokenTasks, isTerminal, openTasks } from '../status.js';

export type WaitKind =
  | 'plan_gate'
  | 'blocker'
  | 'reviewer_wait'
  | 'sponsor_gate'
  | 'policy_blocked'
  | 'task_broken'
  | 'preemption'
  | 'replan_request'
  | 'pause';

export interface OpenWait {
  readonly id: string;
  readonly kind: WaitKind;
  readonly status: 'open' | 'claimed' | 'expired' | 'changes_requested';
  readonly owner: string;
  /** Epoch milliseconds; null only for a pause. After it the wait is a matter for attention. */
  readonly deadline: number | null;
  readonly allowedActions: readonly string[];
  /** What a command on it must name; nulls where they do not apply. */
  readonly taskKey: string | null;
  readonly taskRevision: number | null;
  readonly candidateHash: string | null;
  /** What expectedSequence is compared with: the last counting fact of the task, or of the Run. */
  readonly subjectSequence: number;
  /** Blocker kind, control reason, or failure reason. */
  readonly reasonCode: string | null;
  readonly openedAt: number;
}

/** How long the Orchestrator has to mend a policy block or a broken task before it becomes a matter for attention. */
export const MENDING_MS = 15 * 60_000;

type OfTask = Pick<OpenWait, 'taskKey' | 'taskRevision' | 'subjectSequence'>;

const ofTask = (task: TaskState): OfTask => ({ taskKey: task.key, taskRevision: task.revision, subjectSequence: task.sequence });

const ofRun = (state: RunState) => ({
  taskKey: null,
  taskRevision: null,
  candidateHash: null,
  subjectSequence: state.runSequence,
});

function planWaits(task: TaskState): readonly OpenWait[] {
  const waits: OpenWait[] = [];
  const gate = task.planGate;
  const base = { ...ofTask(task), candidateHash: null };
  if (gate && (gate.status === 'open' || gate.status === 'expired' || gate.status === 'changes_requested')) {
    const { gateId: id, status, owner, deadline, allowedActions } = gate;
    waits.push({
      ...base,
      id,
      kind: 'plan_gate',
      status,
      owner,
      deadline,
      allowedActions,
      reasonCode: 'approval',
      openedAt: task.plannedAt,
    });
  }
  for (const { blockerId: id, kind: reasonCode, status, owner, deadline, allowedActions, openedAt } of task.blockers) {
    if (reasonCode === 'approval') continue;
    waits.push({ ...base, id, kind: 'blocker', status, owner, deadline, allowedActions, reasonCode, openedAt });
  }
  return waits;
}

function acceptanceWaits(state: RunState, task: TaskState): readonly OpenWait[] {
  if (task.status !== 'awaiting_acceptance') return [];
  const waits: OpenWait[] = [];
  const base = { ...ofTask(task), reasonCode: null };
  const { review, gate, candidate } = task;
  if (review && (review.status === 'open' || review.status === 'claimed' || review.status === 'expired')) {
    const { assignmentId: id, status, owner, deadline, allowedActions, candidateHash, openedAt } = review;
    waits.push({ ...base, id, kind: 'reviewer_wait', status, owner, deadline, allowedActions, candidateHash, openedAt });
  }
  if (gate && (gate.status === 'open' || gate.status === 'expired')) {
    const { gateId: id, status, owner, deadline, allowedActions, candidateHash, openedAt } = gate;
    waits.push({ ...base, id, kind: 'sponsor_gate', status, owner, deadline, allowedActions, candidateHash, openedAt });
  }
  if (task.acceptanceBlockedAt !== null && candidate && task.evaluation) {
    waits.push({
      ...base,
      id: task.evaluation.evaluationId,
      kind: 'policy_blocked',
      status: 'open',
      owner: `orchestrator:${state.projectId}`,
      deadline: task.acceptanceBlockedAt + MENDING_MS,
      allowedActions: ['evaluate', 'request_rework', 'replan', 'cancel'],
      candidateHash: candidate.candidateHash,
      openedAt: task.acceptanceBlockedAt,
    });
  }
  return waits;
}

const broken = (state: RunState, task: TaskState): OpenWait => ({
  ...ofTask(task),
  id: `task:${task.key}:${task.revision}`,
  kind: 'task_broken',
  status: 'open',
  owner: `orchestrator:${state.projectId}`,
  deadline: (task.closedAt ?? 0) + MENDING_MS,
  allowedActions: task.status === 'failed' ? ['revise', 'replan', 'cancel'] : ['replan', 'cancel'],
  candidateHash: null,
  reasonCode: task.failure?.reasonCode ?? task.status,
  openedAt: task.closedAt ?? 0,
});

function runWaits(state: RunState): readonly OpenWait[] {
  const waits: OpenWait[] = [];
  const { preemption, replan, pause } = state;
  if (preemption) {
    const { decisionId: id, owner, deadline, allowedSuccessors, requestedAt, reason, reservedTaskKey } = preemption.decision;
    const task = state.tasks[state.taskIndex[reservedTaskKey] ?? -1];
    const base = { ...ofRun(state), ...(task ? ofTask(task) : {}) };
    waits.push({
      ...base,
      id,
      kind: 'preemption',
      status: 'open',
      owner,
      deadline,
      allowedActions: allowedSuccessors,
      reasonCode: reason,
      openedAt: requestedAt,
    });
  }
  if (replan) {
    waits.push({
      ...ofRun(state),
      id: replan.operationId,
      kind: 'replan_request',
      status: replan.overdue ? 'expired' : 'open',
      owner: `orchestrator:${state.projectId}`,
      deadline: replan.deadline,
      allowedActions: ['replan', 'resume', 'cancel'],
      taskKey: replan.taskKey,
      reasonCode: replan.reasonCode,
      openedAt: replan.requestedAt,
    });
  }
  if (pause) {
    waits.push({
      ...ofRun(state),
      id: pause.operationId,
      kind: 'pause',
      status: 'open',
      owner: pause.principalId,
      deadline: null,
      allowedActions: ['resume', 'cancel'],
      reasonCode: pause.reasonCode,
      openedAt: pause.at,
    });
  }
  return waits;
}

/** Waits of the Run, then of its tasks in plan order; [] once the Run has ended. Expired ones stay until they are settled. */
export function openWaits(state: RunState): readonly OpenWait[] {
  if (state.sequence < 0 || isTerminal(state)) return [];
  const ofTasks = openTasks(state).flatMap((task) => [...planWaits(task), ...acceptanceWaits(state, task)]);
  return [...runWaits(state), ...ofTasks, ...brokenTasks(state).map((task) => broken(state, task))];
}
