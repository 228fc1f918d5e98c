// Run control by Sponsors, and by ingress on behalf of the requester.
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import type { RunState } from '../state.js';
import { runStatus } from '../status.js';
import { runHeader } from '../views/run-header.js';
import { Batch } from './batch.js';
import { cancelWholeRun } from './cancel-run.js';
import { settle, withdrawAll } from './consequences.js';
import { checkSequence } from './expected-sequence.js';
import { requestDigest } from './operation.js';
import { checkController } from './person.js';
import { refuse, demand } from './refuse.js';

type Control = RunCommandOf<'cancel_run' | 'request_replan' | 'pause_run' | 'resume_run'>;

const ACTIONS = { cancel_run: 'cancel', request_replan: 'request_replan', pause_run: 'pause', resume_run: 'resume' } as const;
/** What ingress may ask for the requester, and for which reason only. */
const INGRESS_REASONS: Readonly<Record<string, string>> = {
  cancel_run: 'no_longer_required',
  request_replan: 'requirements_changed',
};
/** A cancelled attempt is never waited for longer. */
const MAX_CONTROL_MS = 3_600_000;

function checkControl(state: RunState, command: Control | RunCommandOf<'raise_budget'>): void {
  const { data, meta } = command;
  checkController(state, meta.actor, data.authority);
  demand(
    meta.actor.role !== 'ingress' || INGRESS_REASONS[command.type] === data.reasonCode,
    'ACTOR_NOT_AUTHORIZED',
    `Ingress may send ${command.type} only for ${INGRESS_REASONS[command.type] ?? 'no reason'}.`,
  );
  checkSequence(state, data.expectedSequence, { kind: 'run' });
}

function controlled(state: RunState, command: Control, context: DecideContext): Batch {
  const { data, meta } = command;
  const { authority } = data;
  const batch = new Batch(state, context);
  batch.emit('run.control_decided', {
    operationId: data.operationId,
    action: ACTIONS[command.type],
    reasonCode: data.reasonCode,
    expectedSequence: data.expectedSequence,
    principalId: meta.actor.role === 'ingress' ? authority.principalId : meta.actor.principalId,
    requestDigest: requestDigest(command),
    catalogRevision: authority.catalogRevision,
    projectDigest: authority.projectDigest,
    authorizationRef: authority.authorizationRef,
    stateSequence: state.sequence,
    stateStatus: runStatus(state),
    stateDigest: runHeader(state).digest,
  });
  return batch;
}

export function checkControlDeadline(controlDeadline: number, now: number): void {
  const legal = controlDeadline >= now && controlDeadline <= now + MAX_CONTROL_MS;
  demand(legal, 'VALUE_INVALID', 'A controlDeadline lies between now and one hour from now.', { field: 'controlDeadline' });
}

export function cancelRun(state: RunState, command: RunCommandOf<'cancel_run'>, context: DecideContext): readonly RunEvent[] {
  checkController(state, command.meta.actor, command.data.authority);
  if (state.cancelRequested) return [];
  checkControl(state, command);
  checkControlDeadline(command.data.controlDeadline, context.now);
  const batch = controlled(state, command, context);
  cancelWholeRun(batch, command.data.controlDeadline);
  settle(batch);
  return batch.facts();
}

function refuseCancelling(state: RunState): void {
  if (!state.cancelRequested) return;
  refuse('RUN_CANCELLING', `Run ${state.runId} is being cancelled; it takes no other control.`, { runId: state.runId });
}

const control = ({ operationId, reasonCode }: Control['data'], digest: string) => ({
  operationId,
  reasonCode,
  requestDigest: digest,
});

export function requestReplan(
  state: RunState,
  command: RunCommandOf<'request_replan'>,
  context: DecideContext,
): readonly RunEvent[] {
  checkControl(state, command);
  refuseCancelling(state);
  const batch = controlled(state, command, context);
  batch.emit('run.replan_requested', control(command.data, requestDigest(command)));
  return batch.facts();
}

export function pauseRun(state: RunState, command: RunCommandOf<'pause_run'>, context: DecideContext): readonly RunEvent[] {
  checkController(state, command.meta.actor, command.data.authority);
  if (state.pause && !state.cancelRequested) return [];
  checkControl(state, command);
  refuseCancelling(state);
  const batch = controlled(state, command, context);
  withdrawAll(batch, 'run_paused');
  batch.emit('run.paused', control(command.data, requestDigest(command)));
  settle(batch);
  return batch.facts();
}

export function resumeRun(state: RunState, command: RunCommandOf<'resume_run'>, context: DecideContext): readonly RunEvent[] {
  checkControl(state, command);
  refuseCancelling(state);
  demand(
    state.pause !== null || state.replan !== null,
    'RUN_NOT_PAUSED',
    `Run ${state.runId} is neither paused nor waiting for a replan; there is nothing to resume.`,
  );
  const batch = controlled(state, command, context);
  batch.emit('run.resumed', control(command.data, requestDigest(command)));
  return batch.facts();
}

/** Never lowered: an amount is added to what the plan allows. */
export function raiseBudget(state: RunState, command: RunCommandOf<'raise_budget'>, context: DecideContext): readonly RunEvent[] {
  checkControl(state, command);
  refuseCancelling(state);
  const { operationId, kind, amount, reasonCode } = command.data;
  demand(
    kind === 'attempts' || state.plan?.header.budget.maxCostMicros !== null,
    'VALUE_INVALID',
    `Run ${state.runId} has no money budget; there is nothing to raise.`,
    { field: 'kind' },
  );
  const batch = new Batch(state, context);
  batch.emit('run.budget_raised', { operationId, kind, amount, principalId: command.meta.actor.principalId, reasonCode });
  return batch.facts();
}
