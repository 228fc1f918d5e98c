// Plan gates: a Sponsor lets a task begin, or not. They are looked up in the plan in force.
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import type { PlanGateState, PlanState, RunState, TaskState } from '../state.js';
import { Batch } from './batch.js';
import { cancelWholeRun } from './cancel-run.js';
import { failTask, settle } from './consequences.js';
import { checkSequence } from './expected-sequence.js';
import { checkGateAuthority } from './gate-authority.js';
import { findRevision } from './lookup.js';
import { requestDigest } from './operation.js';
import { refuse, demand } from './refuse.js';

type Decision = RunCommandOf<'decide_plan_gate'>;
type Reopening = RunCommandOf<'reopen_plan_gate'>;

function findGate(state: RunState, { data }: Decision | Reopening): { task: TaskState; gate: PlanGateState } {
  const task = findRevision(state, data.taskKey, data.taskRevision);
  const gate = task.planGate;
  if (task.inPlan && gate?.gateId === data.gateId) return { task, gate };
  return refuse('GATE_NOT_FOUND', `The plan in force has no gate ${data.gateId} on task ${data.taskKey}.`, {
    gateId: data.gateId,
  });
}

/** Open, or expired, or waiting for changes: what a Sponsor can still decide; cancel is open even after expiry. */
function checkDecidable(gate: PlanGateState, decision: Decision['data']['decision'], now: number): void {
  const waits =
    gate.status === 'open' || gate.status === 'expired' || (gate.status === 'changes_requested' && decision === 'cancel');
  demand(waits, 'GATE_SETTLED', `Gate ${gate.gateId} is ${gate.status}; nothing is left to decide.`, { status: gate.status });
  if (decision === 'cancel') return;
  if (gate.status === 'expired' || gate.deadline <= now) {
    refuse('GATE_EXPIRED', `Gate ${gate.gateId} expired at ${gate.deadline}; reopen it or cancel the Run.`, {
      expiredAt: gate.deadline,
    });
  }
}

export function decidePlanGate(state: RunState, command: Decision, context: DecideContext): readonly RunEvent[] {
  const { data, meta } = command;
  const { authority, soloApproval } = checkGateAuthority(state, command);
  checkSequence(state, data.expectedSequence, { kind: 'task', taskKey: data.taskKey });
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; its gates are closed.`);
  const { gate } = findGate(state, command);
  checkDecidable(gate, data.decision, context.now);
  const { operationId, taskKey, taskRevision, gateId, decision, reasonDigest } = data;
  const batch = new Batch(state, context);
  batch.emit('plan_gate.decided', {
    operationId,
    requestDigest: requestDigest(command),
    taskKey,
    taskRevision,
    gateId,
    planDigest: (state.plan as PlanState).header.digest,
    policyRevisionId: gate.policyRevisionId,
    policyDigest: gate.policyDigest,
    decision,
    sponsorPrincipalId: meta.actor.principalId,
    authorizedBy: authority.authorizationRef,
    reasonDigest,
    soloApproval,
  });
  if (decision === 'approve') batch.emit('task.blocker_resolved', { taskKey, blockerId: gateId });
  if (decision === 'reject') failTask(batch, taskKey, 'gate_rejected');
  if (decision === 'cancel') cancelWholeRun(batch, context.now);
  if (decision === 'request_changes') {
    batch.emit('run.replan_requested', {
      operationId,
      reasonCode: 'gate_changes_requested',
      requestDigest: requestDigest(command),
      taskKey,
      gateId,
    });
  }
  settle(batch);
  return batch.facts();
}

export function reopenPlanGate(state: RunState, command: Reopening, context: DecideContext): readonly RunEvent[] {
  const { data, meta } = command;
  const { authority } = checkGateAuthority(state, command);
  checkSequence(state, data.expectedSequence, { kind: 'task', taskKey: data.taskKey });
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; its gates are closed.`);
  const { gate } = findGate(state, command);
  const reopenable = gate.status === 'expired' || gate.status === 'changes_requested';
  demand(reopenable, 'GATE_SETTLED', `Gate ${gate.gateId} is ${gate.status}; only an expired or sent back gate is reopened.`, {
    status: gate.status,
  });
  const batch = new Batch(state, context);
  batch.emit('plan_gate.reopened', {
    operationId: data.operationId,
    requestDigest: requestDigest(command),
    taskKey: data.taskKey,
    taskRevision: data.taskRevision,
    gateId: gate.gateId,
    deadline: context.now + gate.decisionTimeoutMs,
    cause: 'sponsor',
    sponsorPrincipalId: meta.actor.principalId,
    authorizedBy: authority.authorizationRef,
  });
  return batch.facts();
}
