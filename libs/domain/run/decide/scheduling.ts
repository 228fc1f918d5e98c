// Scheduler decisions, recomputed before they count; withdrawals; capacity reclaims; priorities.
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import { nextDecision } from '../scheduler/next-decision.js';
import type { RunState } from '../state.js';
import { Batch } from './batch.js';
import { blockTask, settle, withdrawDispatch } from './consequences.js';
import { checkSequence } from './expected-sequence.js';
import { findAssignment, findTask } from './lookup.js';
import { refuse, demand } from './refuse.js';
import { supplyBlocker } from './supply-blocker.js';

export function commitSchedulerDecision(
  state: RunState,
  { data }: RunCommandOf<'commit_scheduler_decision'>,
  context: DecideContext,
): readonly RunEvent[] {
  const { decision, route } = data;
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; nothing is dispatched any more.`);
  demand(state.pause === null, 'RUN_PAUSED', `Run ${state.runId} is paused; resume it to dispatch.`);
  if (decision.expectedSequence !== state.sequence) {
    refuse('SEQUENCE_CONFLICT', `Run ${state.runId} stands at ${state.sequence}; decide anew.`, {
      runId: state.runId,
      expectedSequence: decision.expectedSequence,
      actualSequence: state.sequence,
    });
  }
  const own = nextDecision(state);
  if (own?.digest !== decision.digest || own.decisionId !== decision.decisionId) {
    refuse('SCHEDULER_DECISION_MISMATCH', `At sequence ${state.sequence} the Kernel of Run ${state.runId} decides otherwise.`, {
      decided: own?.decisionId ?? null,
    });
  }
  const batch = new Batch(state, context);
  if (own.type === 'dispatch_task') {
    demand(route !== null, 'VALUE_INVALID', 'A dispatch names the member routes on which it was held.', { field: 'route' });
    batch.emit('scheduler.dispatch_requested', { ...own, ...route });
  } else {
    batch.emit('scheduler.preemption_requested', own);
    batch.emit('assignment.checkpoint_requested', {
      decisionId: own.decisionId,
      assignmentId: own.assignmentId,
      envelopeDigest: own.assignmentEnvelopeDigest,
      reservedTaskKey: own.reservedTaskKey,
      requestedAt: own.requestedAt,
      deadline: own.deadline,
      takeoverFence: own.takeoverFence,
      owner: own.owner,
      allowedSuccessors: own.allowedSuccessors,
    });
  }
  return batch.facts();
}

export function withdrawDispatchCommand(
  state: RunState,
  { data }: RunCommandOf<'withdraw_dispatch'>,
  context: DecideContext,
): readonly RunEvent[] {
  const { decisionId, reason } = data;
  const pending = state.dispatches.find((one) => one.decision.decisionId === decisionId);
  if (!pending) {
    demand(
      state.tasks.some((task) => task.withdrawnDispatches.includes(decisionId)),
      'DISPATCH_NOT_FOUND',
      `Run ${state.runId} has no pending dispatch ${decisionId}.`,
      { decisionId },
    );
    return [];
  }
  const batch = new Batch(state, context);
  const { taskKey } = pending.decision;
  withdrawDispatch(batch, taskKey, reason);
  if (reason === 'supply_lost') blockTask(batch, supplyBlocker(taskKey, decisionId, context.now));
  settle(batch);
  return batch.facts();
}

/** A capacity reclaim: the owner is asked for a checkpoint; no task is reserved. */
export function requestCheckpoint(
  state: RunState,
  { data }: RunCommandOf<'request_checkpoint'>,
  context: DecideContext,
): readonly RunEvent[] {
  const assignment = findAssignment(state, data.assignmentId);
  const task = findTask(state, assignment.taskKey);
  demand(
    assignment.status === 'running' && task.plan.scheduler.preemptibility === 'checkpointable',
    'ASSIGNMENT_NOT_RUNNING',
    `Assignment ${data.assignmentId} is not running checkpointable work; leave it alone.`,
  );
  demand(data.deadline > context.now, 'VALUE_INVALID', 'The deadline of a reclaim lies ahead.', { field: 'deadline' });
  if (assignment.checkpointRequest) return [];
  const batch = new Batch(state, context);
  batch.emit('assignment.checkpoint_requested', {
    decisionId: data.decisionId,
    assignmentId: data.assignmentId,
    envelopeDigest: assignment.envelopeDigest,
    reservedTaskKey: null,
    requestedAt: context.now,
    deadline: data.deadline,
    takeoverFence: assignment.fence + 1,
    owner: data.owner,
    allowedSuccessors: ['replan', 'cancel_run'],
  });
  return batch.facts();
}

type PriorityChange = RunCommandOf<'commit_priority_change'>;

function checkPriorityAuthority(state: RunState, { data, meta }: PriorityChange): void {
  const { proposal, authority } = data;
  const { actor } = meta;
  demand(
    authority !== null || actor.role !== 'sponsor',
    'AUTHORITY_PORT_MISSING',
    'No authority port is installed; priorities of Sponsors cannot be proven.',
  );
  const asSponsor =
    actor.role === 'sponsor' &&
    actor.kind === 'human' &&
    proposal.authority === 'sponsor' &&
    authority?.isSponsor === true &&
    !authority.agentHeld &&
    authority.principalId === actor.principalId;
  const asOrchestrator = actor.role === 'orchestrator' && actor.kind === 'agent' && proposal.authority === 'orchestrator';
  demand(
    (asSponsor || asOrchestrator) && proposal.principalId === actor.principalId,
    'PRIORITY_UNAUTHORIZED',
    `Priorities of Run ${state.runId} belong to its Sponsors, and ranks inside a lane to its Orchestrator.`,
  );
  demand(
    asSponsor || proposal.requestedLane === proposal.currentLane,
    'PRIORITY_CROSS_LANE',
    `The Orchestrator may change the rank inside lane ${proposal.currentLane}; ask a Sponsor for another lane.`,
  );
}

export function commitPriorityChange(state: RunState, command: PriorityChange, context: DecideContext): readonly RunEvent[] {
  const { proposal } = command.data;
  checkPriorityAuthority(state, command);
  demand(
    proposal.runId === state.runId && proposal.projectId === state.projectId,
    'VALUE_INVALID',
    'The proposal names another Run or Project than the command.',
    {
      field: 'proposal',
    },
  );
  checkSequence(state, proposal.expectedSequence, { kind: 'task', taskKey: proposal.taskKey });
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; priorities no longer matter.`);
  const task = findTask(state, proposal.taskKey);
  demand(
    task.revision === proposal.taskRevision && task.lane === proposal.currentLane,
    'PRIORITY_STALE',
    `Task ${task.key} is at revision ${task.revision} in lane ${task.lane}; propose anew.`,
  );
  demand(proposal.deadline >= context.now, 'PRIORITY_EXPIRED', `The priority proposal for task ${task.key} has expired.`);
  if (task.lane === proposal.requestedLane && task.localRank === proposal.localRank) return [];
  const batch = new Batch(state, context);
  batch.emit('scheduler.priority_changed', { ...proposal, authorizedBy: proposal.authorityRef });
  return batch.facts();
}
