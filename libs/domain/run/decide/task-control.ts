// What a Sponsor may do to one task: cancel it, fail it, take a lease away.
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import { isClosed } from '../evolve/fold.js';
import type { RunState, TaskState } from '../state.js';
import { Batch } from './batch.js';
import { cancelTask, failTask, settle, victimEnded } from './consequences.js';
import { checkSequence } from './expected-sequence.js';
import { findAssignment, findTask } from './lookup.js';
import { requestDigest } from './operation.js';
import { checkController } from './person.js';
import { refuse, demand } from './refuse.js';
import { checkControlDeadline } from './run-control.js';

function controlledTask(state: RunState, command: RunCommandOf<'cancel_task' | 'fail_task'>): TaskState {
  const { data, meta } = command;
  checkController(state, meta.actor, data.authority);
  checkSequence(state, data.expectedSequence, { kind: 'task', taskKey: data.taskKey });
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; its tasks end with it.`);
  const task = findTask(state, data.taskKey);
  if (isClosed(task.status) || !task.inPlan) {
    refuse('TASK_NOT_READY', `Task ${task.key} is ${task.status}; only an open task of the plan can be ended.`, {
      status: task.status,
    });
  }
  return task;
}

export function cancelTaskCommand(
  state: RunState,
  command: RunCommandOf<'cancel_task'>,
  context: DecideContext,
): readonly RunEvent[] {
  const { controlDeadline, reason } = command.data;
  const task = controlledTask(state, command);
  checkControlDeadline(controlDeadline, context.now);
  if (task.status === 'cancelling') return [];
  const batch = new Batch(state, context);
  if (task.status === 'executing' && task.activeAssignmentId !== null) {
    batch.emit('assignment.cancel_requested', { assignmentId: task.activeAssignmentId, controlDeadline });
    batch.emit('task.cancel_requested', { taskKey: task.key, reason });
  } else cancelTask(batch, task.key, reason);
  settle(batch);
  return batch.facts();
}

export function failTaskCommand(
  state: RunState,
  command: RunCommandOf<'fail_task'>,
  context: DecideContext,
): readonly RunEvent[] {
  const task = controlledTask(state, command);
  demand(
    task.activeAssignmentId === null,
    'TASK_NOT_READY',
    `Task ${task.key} is ${task.status}; cancel it, or release its lease first.`,
    {
      status: task.status,
    },
  );
  const batch = new Batch(state, context);
  failTask(batch, task.key, 'operator', command.data.reason);
  settle(batch);
  return batch.facts();
}

const HELD: ReadonlySet<string> = new Set(['leased', 'running', 'cancel_requested']);

/** The task of a lost Assignment goes where its fold put it; what that means for others is written down. */
export function afterLoss(batch: Batch, assignmentId: string, taskKey: string): void {
  victimEnded(batch, assignmentId);
  const task = batch.task(taskKey);
  if (task.status === 'failed') failTask(batch, taskKey, task.failure?.reasonCode ?? 'attempts_exhausted');
  if (task.status === 'cancelled') batch.emit('task.cancelled', { taskKey, reason: null });
}

export function releaseLease(
  state: RunState,
  command: RunCommandOf<'release_lease'>,
  context: DecideContext,
): readonly RunEvent[] {
  const { data, meta } = command;
  checkController(state, meta.actor, data.authority);
  const assignment = findAssignment(state, data.assignmentId);
  checkSequence(state, data.expectedSequence, { kind: 'task', taskKey: assignment.taskKey });
  demand(
    HELD.has(assignment.status),
    'ASSIGNMENT_NOT_RUNNING',
    `Assignment ${data.assignmentId} is ${assignment.status}; it holds no lease.`,
    {
      status: assignment.status,
    },
  );
  const batch = new Batch(state, context);
  batch.emit('assignment.lease_released', {
    assignmentId: data.assignmentId,
    operationId: data.operationId,
    requestDigest: requestDigest(command),
    principalId: meta.actor.principalId,
    reasonDigest: data.reasonDigest,
    fence: assignment.fence,
    minimumNextFence: assignment.fence + 1,
  });
  afterLoss(batch, data.assignmentId, assignment.taskKey);
  settle(batch);
  return batch.facts();
}
