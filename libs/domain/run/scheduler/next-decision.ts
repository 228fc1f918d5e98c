// The scheduler: a pure function of the Run. Every competing scheduler gives the same answer at the same sequence.
import { digest, Rejection } from '../../kernel/index.js';
import type { DispatchDecision, PreemptionDecision, SchedulerDecision } from '../records/execution.js';
import type { SchedulerPolicy } from '../records/plan.js';
import type { AssignmentState, RunState, TaskState } from '../state.js';
import { attemptsLeft, isDispatchStopped, openTasks } from '../status.js';
import { capacityUsed, headOf, isStarved, reservedKey, victimFor } from './candidates.js';
import { malformedWait } from './wait-form.js';

type Body<Decision> = Decision extends unknown ? Omit<Decision, 'digest' | 'decisionId'> : never;

const PREFIX = { dispatch_task: 'scheduler', prepare_preemption: 'scheduler-preemption' } as const;

/** The digest of a decision, and the id that follows from it. */
export function sealDecision<Decision extends SchedulerDecision>(body: Body<Decision>): Decision {
  const sealed = digest(body);
  const { type } = body as Pick<SchedulerDecision, 'type'>;
  return { ...body, digest: sealed, decisionId: `${PREFIX[type]}:${sealed.slice('sha256:'.length)}` } as unknown as Decision;
}

const anchorOf = (policy: SchedulerPolicy) => ({ ref: policy.policyRef, revision: policy.revision, digest: policy.digest });

function dispatch(state: RunState, policy: SchedulerPolicy, head: TaskState): DispatchDecision {
  const starved = isStarved(head, policy, state.now) ? 'starvation_bound' : 'scheduler_order';
  return sealDecision<DispatchDecision>({
    version: 1,
    type: 'dispatch_task',
    projectId: state.projectId,
    runId: state.runId,
    expectedSequence: state.sequence,
    taskKey: head.key,
    taskRevision: head.revision,
    role: head.plan.role,
    sponsorLane: head.lane,
    reason: reservedKey(state) === head.key ? 'preemption_reservation' : starved,
    policy: anchorOf(policy),
  });
}

function preemption(state: RunState, policy: SchedulerPolicy, head: TaskState): PreemptionDecision | null {
  const victim = victimFor(state, policy, head);
  const assignment = state.assignments.find((one) => one.taskKey === victim?.key) as AssignmentState;
  if (!victim) return null;
  return sealDecision<PreemptionDecision>({
    version: 1,
    type: 'prepare_preemption',
    projectId: state.projectId,
    runId: state.runId,
    expectedSequence: state.sequence,
    victimTaskKey: victim.key,
    victimTaskRevision: victim.revision,
    reservedTaskKey: head.key,
    reservedTaskRevision: head.revision,
    assignmentId: assignment.assignmentId,
    assignmentAttempt: assignment.attempt,
    assignmentFence: assignment.fence,
    assignmentEnvelopeDigest: assignment.envelopeDigest,
    owner: assignment.owner,
    requestedAt: state.now,
    deadline: state.now + policy.preemptionDeadlineMs,
    takeoverFence: assignment.fence + 1,
    reason: isStarved(head, policy, state.now) ? 'starvation_bound' : 'higher_priority',
    allowedSuccessors: ['replan', 'cancel_run'],
    policy: anchorOf(policy),
  });
}

/** Refuses a state with a wait that has no owner, deadline or way out. Throws Rejection WAIT_MALFORMED. */
function checkWaits(state: RunState): void {
  for (const task of openTasks(state)) {
    const id = malformedWait(task);
    if (id === null) continue;
    throw new Rejection(
      'WAIT_MALFORMED',
      `Wait ${id} of task ${task.key} lacks an owner, a deadline or a cancel path; settle it.`,
      {
        taskKey: task.key,
        waitId: id,
      },
    );
  }
}

/**
 * What the scheduler does now: dispatch the head into a free slot, or ask a victim for a checkpoint; null when there is nothing to do.
 * Ages are counted to the state's now, never to a wall clock. Throws Rejection WAIT_MALFORMED.
 */
export function nextDecision(state: RunState): SchedulerDecision | null {
  const policy = state.plan?.policy;
  if (!policy || isDispatchStopped(state)) return null;
  checkWaits(state);
  const head = headOf(state, policy);
  if (!head) return null;
  if (capacityUsed(state) < policy.capacity) {
    return attemptsLeft(state) > state.dispatches.length ? dispatch(state, policy, head) : null;
  }
  return state.preemption === null ? preemption(state, policy, head) : null;
}
