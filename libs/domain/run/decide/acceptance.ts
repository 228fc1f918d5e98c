// Contracts are pinned, candidates evaluated, work sent back, failed tasks revised.
import type { DecideContext } from '../../kernel/index.js';
import { contractFlaw, contractIdOf } from '../acceptance/contract.js';
import { isAcceptanceWaiting } from '../acceptance/waiting.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import type { RunState } from '../state.js';
import { Batch } from './batch.js';
import { rework, settle } from './consequences.js';
import { awaiting, evaluate, follow } from './evaluation.js';
import { checkTaskSequence } from './expected-sequence.js';
import { findRevision } from './lookup.js';
import { demand } from './refuse.js';

const PINNABLE: ReadonlySet<string> = new Set(['ready', 'blocked']);

export function pinTaskAcceptance(
  state: RunState,
  { data }: RunCommandOf<'pin_task_acceptance'>,
  context: DecideContext,
): readonly RunEvent[] {
  const { taskKey, taskRevision, contract } = data;
  const task = findRevision(state, taskKey, taskRevision);
  if (task.contract?.contractId === contract.contractId) return [];
  demand(task.contract === null, 'TASK_REVISION_STALE', `Task ${taskKey} revision ${taskRevision} has its contract already.`);
  demand(
    PINNABLE.has(task.status) && task.inPlan,
    'TASK_NOT_READY',
    `Task ${taskKey} is ${task.status}; contracts are pinned before any claim.`,
  );
  const flaw = contractFlaw(contract, contractIdOf(state.projectId, state.runId, taskKey, taskRevision, contract.policyDigest));
  demand(flaw === null, 'VALUE_INVALID', `The contract of task ${taskKey} cannot be pinned: ${flaw}.`, { field: 'contract' });
  const batch = new Batch(state, context);
  batch.emit('task.acceptance_pinned', { taskKey, contract });
  settle(batch);
  return batch.facts();
}

export function evaluateTaskAcceptance(
  state: RunState,
  { data }: RunCommandOf<'evaluate_task_acceptance'>,
  context: DecideContext,
): readonly RunEvent[] {
  const { facts } = data;
  demand(facts !== null, 'AUTHORITY_PORT_MISSING', 'No acceptance policy is installed; nothing can be evaluated.');
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; nothing is accepted any more.`);
  const task = awaiting(findRevision(state, data.taskKey, data.taskRevision));
  const batch = new Batch(state, context);
  const evaluation = evaluate(batch, task, facts);
  const fails = evaluation.route === 'rework' || evaluation.route === 'policy_blocked';
  if (!fails && isAcceptanceWaiting(task)) return [];
  if (evaluation.route === 'policy_blocked' && task.acceptanceBlockedAt !== null) return [];
  follow(batch, task, evaluation);
  settle(batch);
  return batch.facts();
}

export function requestRework(
  state: RunState,
  command: RunCommandOf<'request_rework'>,
  context: DecideContext,
): readonly RunEvent[] {
  const { taskKey, taskRevision, expectedSequence, reason } = command.data;
  checkTaskSequence(state, command, expectedSequence, taskKey);
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; nothing is reworked any more.`);
  const task = awaiting(findRevision(state, taskKey, taskRevision));
  const batch = new Batch(state, context);
  rework(batch, task, { reason });
  settle(batch);
  return batch.facts();
}

export function reviseTask(state: RunState, command: RunCommandOf<'revise_task'>, context: DecideContext): readonly RunEvent[] {
  const { taskKey, taskRevision, expectedSequence, title, reason, maxAttempts } = command.data;
  checkTaskSequence(state, command, expectedSequence, taskKey);
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; nothing is revised any more.`);
  const task = findRevision(state, taskKey, taskRevision);
  demand(
    task.status === 'failed' && task.inPlan,
    'TASK_NOT_FAILED',
    `Task ${taskKey} is ${task.status}; only a failed task is revised.`,
  );
  demand(
    task.revisionsMade < task.plan.maxRevisions,
    'REWORK_EXHAUSTED',
    `Task ${taskKey} has had its ${task.plan.maxRevisions} revisions; only a plan revision may heal it.`,
  );
  const batch = new Batch(state, context);
  batch.emit('task.revised', { taskKey, title, reason, maxAttempts });
  settle(batch);
  return batch.facts();
}
