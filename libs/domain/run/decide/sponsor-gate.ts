// The Sponsors' acceptance gates: decided for one candidate hash, reopened after expiry on a fresh evaluation.
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import type { Evaluation } from '../records/acceptance.js';
import type { RunState, SponsorGateState } from '../state.js';
import { Batch } from './batch.js';
import { cancelTask, rework, settle } from './consequences.js';
import { accept, awaiting, evaluate, follow, openGate } from './evaluation.js';
import type { Awaiting } from './evaluation.js';
import { checkSequence } from './expected-sequence.js';
import { checkGateAuthority } from './gate-authority.js';
import { findTask } from './lookup.js';
import { refuse, demand } from './refuse.js';

type Decision = RunCommandOf<'decide_sponsor_gate'>;
type Reopening = RunCommandOf<'reopen_sponsor_gate'>;

/** Only the newest gate of the candidate that awaits acceptance is current. */
function currentGate(state: RunState, { data }: Decision | Reopening): { task: Awaiting; gate: SponsorGateState } {
  const task = findTask(state, data.taskKey);
  demand(task.gate !== null, 'GATE_NOT_FOUND', `Task ${task.key} has no acceptance gate.`, { gateId: data.gateId });
  const { gate } = task;
  const stale =
    gate.gateId !== data.gateId ||
    gate.status === 'stale' ||
    gate.candidateHash !== data.candidateHash ||
    task.revision !== data.taskRevision;
  demand(
    !stale,
    'CANDIDATE_STALE',
    `Gate ${data.gateId} is not about the candidate that task ${task.key} has now; look at that one.`,
    {
      gateId: gate.gateId,
    },
  );
  const settled = !['open', 'expired'].includes(gate.status);
  demand(!settled, 'GATE_SETTLED', `Gate ${gate.gateId} is ${gate.status}; nothing is left to decide.`, { status: gate.status });
  return { task: awaiting(task), gate };
}

export function decideSponsorGate(state: RunState, command: Decision, context: DecideContext): readonly RunEvent[] {
  const { data, meta } = command;
  const { authority, authorization, soloApproval } = checkGateAuthority(state, command);
  checkSequence(state, data.expectedSequence, { kind: 'task', taskKey: data.taskKey });
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; its gates are closed.`);
  const { task, gate } = currentGate(state, command);
  const { decision, reason, taskKey } = data;
  if (decision !== 'cancel' && (gate.status === 'expired' || gate.deadline <= context.now)) {
    refuse('GATE_EXPIRED', `Gate ${gate.gateId} expired at ${gate.deadline}; reopen it or cancel the task.`, {
      expiredAt: gate.deadline,
    });
  }
  const { principalId } = meta.actor;
  const batch = new Batch(state, context);
  batch.emit('sponsor_gate.decided', {
    taskKey,
    gateId: gate.gateId,
    sponsorPrincipalId: principalId,
    authorizedBy: authority.authorizationRef,
    reason,
    candidateHash: data.candidateHash,
    decision,
    authorization,
    soloApproval,
  });
  const decided = awaiting(batch.task(taskKey));
  if (decision === 'approve') {
    accept(batch, decided, task.evaluation as Evaluation, {
      acceptor: principalId,
      decision: { gateId: gate.gateId, sponsorPrincipalId: principalId, soloApproval },
    });
  } else if (decision === 'cancel') cancelTask(batch, taskKey, reason);
  else rework(batch, decided, { reason });
  settle(batch);
  return batch.facts();
}

export function reopenSponsorGate(state: RunState, command: Reopening, context: DecideContext): readonly RunEvent[] {
  const { data } = command;
  checkGateAuthority(state, command);
  checkSequence(state, data.expectedSequence, { kind: 'task', taskKey: data.taskKey });
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; its gates are closed.`);
  const { task, gate } = currentGate(state, command);
  demand(gate.status === 'expired', 'GATE_SETTLED', `Gate ${gate.gateId} is ${gate.status}; only an expired gate is reopened.`, {
    status: gate.status,
  });
  const batch = new Batch(state, context);
  const evaluation = evaluate(batch, task, data.facts);
  const reviewed = task.review?.status === 'passed' && task.review.candidateHash === evaluation.candidateHash;
  const sponsors = evaluation.route === 'sponsor_required' || evaluation.route === 'reviewer_then_sponsor';
  if (sponsors && (reviewed || evaluation.route === 'sponsor_required')) {
    openGate(batch, task, evaluation, gate.verdictRef ?? undefined);
  } else follow(batch, task, evaluation);
  settle(batch);
  return batch.facts();
}
