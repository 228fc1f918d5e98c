// The clock: everything that is due in one Run becomes one batch, by due instant, then kind, then id.
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import type { BlockerState, RunState } from '../state.js';
import { dueInstants, isStillDue } from '../views/due-instants.js';
import type { DueInstant, DueKind } from '../views/due-instants.js';
import { Batch } from './batch.js';
import { blockTask, orchestratorOf, settle, victimEnded, withdrawDispatch } from './consequences.js';
import { refuse } from './refuse.js';
import { MAX_UNCLAIMED, supplyBlocker } from './supply-blocker.js';
import { afterLoss } from './task-control.js';

type Settle = (batch: Batch, due: DueInstant) => void;

const taskKeyOf = ({ taskKey }: DueInstant): string => taskKey as string;

function expireBlocker(batch: Batch, due: DueInstant): void {
  const task = batch.task(taskKeyOf(due));
  const blocker = task.blockers.find((one) => one.blockerId === due.id) as BlockerState;
  const { blockerId, kind, owner, deadline } = blocker;
  batch.emit('task.blocker_expired', { taskKey: task.key, taskRevision: task.revision, blockerId, kind, owner, deadline });
}

function timeOutPreemption(batch: Batch, due: DueInstant): void {
  const preemption = batch.state.preemption;
  if (!preemption) return;
  const { decisionId, assignmentId, reservedTaskKey, allowedSuccessors } = preemption.decision;
  const blockerId = `preemption:${decisionId}`;
  const owner = orchestratorOf(batch);
  const deadline = batch.now + (batch.state.plan?.policy.replanTimeoutMs ?? 0);
  batch.emit('scheduler.preemption_timed_out', {
    decisionId: due.id,
    assignmentId,
    reservedTaskKey,
    blockerId,
    owner,
    deadline,
    allowedSuccessors,
    reason: null,
  });
  if (batch.task(reservedTaskKey).status !== 'ready') return;
  const allowedActions = ['resolve', 'replan', 'cancel'] as const;
  blockTask(batch, { taskKey: reservedTaskKey, blockerId, kind: 'external', owner, reason: null, deadline, allowedActions });
}

function withdrawUnclaimed(batch: Batch, due: DueInstant): void {
  const taskKey = taskKeyOf(due);
  withdrawDispatch(batch, taskKey, 'unclaimed');
  if (batch.task(taskKey).unclaimedWithdrawals < MAX_UNCLAIMED) return;
  blockTask(batch, supplyBlocker(taskKey, due.id, batch.now));
}

const SETTLE: Readonly<Record<DueKind, Settle>> = {
  assignment_cancel: (batch, due) => {
    batch.emit('assignment.cancelled', { assignmentId: due.id, outcome: 'outcome_unknown' });
    victimEnded(batch, due.id);
    batch.emit('task.cancelled', { taskKey: taskKeyOf(due), reason: null });
  },
  assignment_lease: (batch, due) => {
    batch.emit('assignment.lease_expired', { assignmentId: due.id });
    afterLoss(batch, due.id, taskKeyOf(due));
  },
  reviewer_wait: (batch, due) => batch.emit('reviewer.expired', { taskKey: taskKeyOf(due), assignmentId: due.id }),
  sponsor_gate: (batch, due) => batch.emit('sponsor_gate.expired', { taskKey: taskKeyOf(due), gateId: due.id }),
  plan_gate: (batch, due) => {
    const task = batch.task(taskKeyOf(due));
    const owner = task.planGate?.owner ?? orchestratorOf(batch);
    batch.emit('plan_gate.expired', {
      taskKey: task.key,
      taskRevision: task.revision,
      gateId: due.id,
      owner,
      deadline: due.at,
    });
  },
  blocker: expireBlocker,
  task_deadline: (batch, due) => {
    const { key, revision, status } = batch.task(due.id);
    batch.emit('task.deadline_missed', { taskKey: key, taskRevision: revision, deadline: due.at, status });
  },
  replan_request: (batch, due) =>
    batch.emit('run.replan_overdue', { operationId: due.id, owner: orchestratorOf(batch), deadline: due.at }),
  preemption: timeOutPreemption,
  dispatch: withdrawUnclaimed,
  starvation: () => undefined,
};

export function advanceClock(
  state: RunState,
  _command: RunCommandOf<'advance_clock'>,
  context: DecideContext,
): readonly RunEvent[] {
  if (context.now <= state.now) {
    refuse('CLOCK_NOT_ADVANCING', `Run ${state.runId} already stands at ${state.now}; the clock goes forward only.`, {
      now: state.now,
    });
  }
  const due = dueInstants(state).filter((one) => one.at <= context.now);
  const batch = new Batch(state, context);
  batch.emit('clock.advanced', { now: context.now });
  for (const one of due) {
    if (!isStillDue(batch.state, one)) continue;
    SETTLE[one.kind](batch, one);
    settle(batch);
    batch.closeSection();
  }
  return batch.facts();
}
