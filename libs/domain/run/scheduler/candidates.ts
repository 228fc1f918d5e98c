// Who may be dispatched, and who goes first. Facts and the pinned policy are the only inputs.
import { compareIds } from '../../kernel/index.js';
import type { Lane, SchedulerPolicy } from '../records/plan.js';
import type { RunState, TaskState } from '../state.js';
import { openTasks } from '../status.js';

const LANES: Readonly<Record<Lane, number>> = { urgent: 0, high: 1, normal: 2, low: 3 };

/** Smaller is more urgent. */
export const laneRank = (lane: Lane): number => LANES[lane];

export const dependenciesAccepted = (state: RunState, task: TaskState): boolean =>
  task.plan.dependsOn.every((key) => state.tasks[state.taskIndex[key] ?? -1]?.status === 'accepted');

export const hasPendingDispatch = (state: RunState, key: string): boolean =>
  state.dispatches.some((one) => one.decision.taskKey === key);

/** Ready, contract pinned, no pending dispatch, every dependency accepted. */
export const isCandidate = (state: RunState, task: TaskState): boolean =>
  task.status === 'ready' && task.contract !== null && !hasPendingDispatch(state, task.key) && dependenciesAccepted(state, task);

/** In plan order. */
export const candidates = (state: RunState): readonly TaskState[] => openTasks(state).filter((task) => isCandidate(state, task));

/** From when on the task goes before all that are not starved. */
export const starvationInstant = (task: TaskState, policy: SchedulerPolicy): number =>
  task.enqueuedAt + policy.starvationBoundMs[task.lane];

export const isStarved = (task: TaskState, policy: SchedulerPolicy, now: number): boolean =>
  starvationInstant(task, policy) <= now;

const effectiveRank = (task: TaskState, policy: SchedulerPolicy, now: number): number =>
  task.localRank + Math.floor((now - task.enqueuedAt) / policy.agingStepMs);

/** The task for which a finished preemption made room; null otherwise. */
export const reservedKey = (state: RunState): string | null =>
  state.preemption?.status === 'takeover_ready' ? state.preemption.decision.reservedTaskKey : null;

/** Who of two goes first: negative for `one`. */
export function compareCandidates(state: RunState, policy: SchedulerPolicy, one: TaskState, other: TaskState): number {
  const { now } = state;
  const reserved = reservedKey(state);
  if (one.key === reserved || other.key === reserved) return one.key === reserved ? -1 : 1;
  const starved = Number(isStarved(other, policy, now)) - Number(isStarved(one, policy, now));
  if (starved !== 0) return starved;
  if (isStarved(one, policy, now)) {
    const earlier = starvationInstant(one, policy) - starvationInstant(other, policy);
    if (earlier !== 0) return earlier;
  }
  return (
    laneRank(one.lane) - laneRank(other.lane) ||
    one.plan.scheduler.deadline - other.plan.scheduler.deadline ||
    effectiveRank(other, policy, now) - effectiveRank(one, policy, now) ||
    one.enqueueSequence - other.enqueueSequence ||
    compareIds(one.key, other.key)
  );
}

/** One pass over the open tasks, without lists in between: it is asked for at every decision. */
export function headOf(state: RunState, policy: SchedulerPolicy): TaskState | null {
  let head: TaskState | null = null;
  for (const index of state.open) {
    const task = state.tasks[index] as TaskState;
    if (isCandidate(state, task) && (head === null || compareCandidates(state, policy, task, head) < 0)) head = task;
  }
  return head;
}

/** Slots in use: leased, running and cancel_requested Assignments, and pending dispatches. */
export const capacityUsed = (state: RunState): number => state.assignments.length + state.dispatches.length;

/** Lowest lane first, then key: who gives way to `head`; null when nobody safely can. */
export function victimFor(state: RunState, policy: SchedulerPolicy, head: TaskState): TaskState | null {
  const anyLane = isStarved(head, policy, state.now);
  let victim: TaskState | null = null;
  for (const assignment of state.assignments) {
    const task = state.tasks[state.taskIndex[assignment.taskKey] ?? -1];
    if (!task || assignment.status !== 'running' || assignment.checkpointRequest) continue;
    if (task.plan.scheduler.preemptibility !== 'checkpointable') continue;
    if (!anyLane && laneRank(task.lane) <= laneRank(head.lane)) continue;
    const order = victim === null ? -1 : laneRank(victim.lane) - laneRank(task.lane) || compareIds(task.key, victim.key);
    if (order < 0) victim = task;
  }
  return victim;
}
