// Blockers that are not gates: set by the Orchestrator or a system role, resolved by who owns them.
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import { isSupplyBlocker } from '../evolve/task-folds.js';
import { isWellFormed } from '../scheduler/wait-form.js';
import type { RunState } from '../state.js';
import { Batch } from './batch.js';
import { blockTask, settle } from './consequences.js';
import { checkTaskSequence } from './expected-sequence.js';
import { findTask } from './lookup.js';
import { refuse, demand } from './refuse.js';

export function blockTaskCommand(
  state: RunState,
  command: RunCommandOf<'block_task'>,
  context: DecideContext,
): readonly RunEvent[] {
  const { runId: _run, expectedSequence, ...blocked } = command.data;
  const { taskKey, kind, blockerId } = blocked;
  checkTaskSequence(state, command, expectedSequence, taskKey);
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; nothing is blocked any more.`);
  const task = findTask(state, taskKey);
  demand(
    task.status === 'ready' || task.status === 'blocked',
    'TASK_NOT_READY',
    `Task ${taskKey} is ${task.status}; only a ready task is blocked.`,
    {
      status: task.status,
    },
  );
  demand(
    kind !== 'approval' && kind !== 'dependency',
    'VALUE_INVALID',
    `A blocker of kind ${kind} comes from the plan; propose a plan revision.`,
    {
      field: 'kind',
    },
  );
  demand(
    isWellFormed(blocked) && blocked.deadline > context.now,
    'WAIT_MALFORMED',
    `Blocker ${blockerId} needs an owner, a deadline ahead and a cancel path.`,
    { blockerId },
  );
  if (task.blockers.some((one) => one.blockerId === blockerId)) return [];
  const batch = new Batch(state, context);
  blockTask(batch, blocked);
  return batch.facts();
}

export function resolveBlocker(
  state: RunState,
  command: RunCommandOf<'resolve_blocker'>,
  context: DecideContext,
): readonly RunEvent[] {
  const { taskKey, blockerId, expectedSequence } = command.data;
  const supply = command.meta.actor.role === 'supply';
  demand(
    supply === isSupplyBlocker(blockerId),
    'ACTOR_NOT_AUTHORIZED',
    `Blocker ${blockerId} is resolved by its own owner: supply its own, the Orchestrator all others.`,
  );
  checkTaskSequence(state, command, expectedSequence, taskKey);
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; nothing is unblocked any more.`);
  const task = findTask(state, taskKey);
  demand(task.status === 'blocked', 'TASK_NOT_BLOCKED', `Task ${taskKey} is ${task.status}; nothing blocks it.`, {
    status: task.status,
  });
  const blocker = task.blockers.find((one) => one.blockerId === blockerId);
  if (!blocker) refuse('BLOCKER_NOT_FOUND', `Task ${taskKey} has no blocker ${blockerId}.`, { blockerId });
  demand(
    blocker.kind !== 'approval',
    'BLOCKER_NEEDS_SPONSOR',
    `Blocker ${blockerId} of task ${taskKey} is a gate; only a Sponsor decides it.`,
    {
      blockerId,
    },
  );
  const batch = new Batch(state, context);
  batch.emit('task.blocker_resolved', { taskKey, blockerId });
  settle(batch);
  return batch.facts();
}
