// Sponsors: decide and reopen gates, and control the Run. They race each other, and one of them is the requester.
import type { Actor } from '#domain/kernel';
import type { PlanGateState, RunCommandData, SponsorGateState, TaskState } from '#domain/run';
import { contentHashOf } from '#testing';
import type { Message } from '../message.js';
import { authorityOf, nextOperation, openOf, proofOf, say, SPONSORS } from '../scene.js';
import type { Scene } from '../scene.js';
import { factsFor } from './acceptance.js';

const DECISIONS = ['approve', 'approve', 'approve', 'reject', 'request_changes', 'cancel'] as const;
type Decision = (typeof DECISIONS)[number];

const gateOf = (scene: Scene, task: TaskState, gateId: string, action: string, by: Actor) => {
  const { sequence: expectedSequence } = scene.state;
  const target = { taskKey: task.key, targetId: gateId, expectedSequence };
  const sponsorCount = scene.random.chance(0.2) ? 1 : 3;
  return {
    operationId: nextOperation(scene.world),
    expectedSequence,
    taskKey: task.key,
    taskRevision: task.revision,
    gateId,
    authority: authorityOf(by, { sponsorCount }),
    authorization: proofOf(scene, action, by, target),
  };
};

export const decidePlanGate = (scene: Scene, task: TaskState, gate: PlanGateState, decision: Decision, by: Actor): Message =>
  say(scene, 'decide_plan_gate', by, { ...gateOf(scene, task, gate.gateId, decision, by), decision, reasonDigest: null });

export const reopenPlanGate = (scene: Scene, task: TaskState, gate: PlanGateState, by: Actor): Message =>
  say(scene, 'reopen_plan_gate', by, gateOf(scene, task, gate.gateId, 'reopen', by));

export const decideSponsorGate = (
  scene: Scene,
  task: TaskState,
  gate: SponsorGateState,
  decision: Decision,
  by: Actor,
): Message =>
  say(scene, 'decide_sponsor_gate', by, {
    ...gateOf(scene, task, gate.gateId, decision, by),
    candidateHash: gate.candidateHash,
    decision,
    reason: null,
  });

export const reopenSponsorGate = (scene: Scene, task: TaskState, gate: SponsorGateState, by: Actor, well = false): Message =>
  say(scene, 'reopen_sponsor_gate', by, {
    ...gateOf(scene, task, gate.gateId, 'reopen', by),
    candidateHash: gate.candidateHash,
    facts: factsFor(scene, task, well),
  });

export function decideGate(scene: Scene): Message | null {
  const { random, state } = scene;
  const by = random.pick(SPONSORS);
  const gated = openOf(state).filter(({ planGate, gate }) => planGate !== null || gate !== null);
  const task = random.pick(gated);
  if (!task) return null;
  const { planGate, gate } = task;
  const decision = random.pick(DECISIONS);
  if (gate && (!planGate || random.chance(0.5))) {
    return random.chance(gate.status === 'expired' ? 0.7 : 0.03)
      ? reopenSponsorGate(scene, task, gate, by)
      : decideSponsorGate(scene, task, gate, decision, by);
  }
  if (!planGate) return null;
  const sentBack = planGate.status === 'expired' || planGate.status === 'changes_requested';
  if (planGate.status === 'approved' && random.chance(0.8)) return null;
  return random.chance(sentBack ? 0.8 : 0.03)
    ? reopenPlanGate(scene, task, planGate, by)
    : decidePlanGate(scene, task, planGate, decision === 'cancel' && random.chance(0.9) ? 'approve' : decision, by);
}

const controlOf = ({ world, state }: Scene, by: Actor) => ({
  operationId: nextOperation(world),
  expectedSequence: state.sequence,
  authority: authorityOf(by),
});

export const cancelRun = (scene: Scene, by: Actor): Message =>
  say(scene, 'cancel_run', by, {
    ...controlOf(scene, by),
    reasonCode: 'operator_request',
    controlDeadline: scene.now + scene.random.pick([0, 10_000, 60_000] as const),
  });

export const resumeRun = (scene: Scene, by: Actor): Message =>
  say(scene, 'resume_run', by, { ...controlOf(scene, by), reasonCode: 'operator_request' });

export const raiseAttempts = (scene: Scene, by: Actor, amount: number): Message =>
  say(scene, 'raise_budget', by, { ...controlOf(scene, by), reasonCode: 'budget_review', kind: 'attempts', amount });

function controlTask(scene: Scene, by: Actor, type: 'cancel_task' | 'fail_task'): Message | null {
  const { random, now } = scene;
  const task = random.pick(openOf(scene.state));
  if (!task) return null;
  const said = { ...controlOf(scene, by), taskKey: task.key, reason: null };
  return type === 'fail_task'
    ? say(scene, type, by, said)
    : say(scene, type, by, { ...said, controlDeadline: now + random.between(0, 60_000) });
}

function releaseLease(scene: Scene, by: Actor): Message | null {
  const held = scene.random.pick(scene.state.assignments);
  if (!held) return null;
  return say(scene, 'release_lease', by, {
    ...controlOf(scene, by),
    assignmentId: held.assignmentId,
    reasonDigest: contentHashOf('stuck'),
  });
}

export function priorityChange(scene: Scene, by: Actor, authority: 'sponsor' | 'orchestrator'): Message | null {
  const { world, random, state, run, now } = scene;
  const task = random.pick(openOf(state));
  if (!task) return null;
  const crosses = authority === 'sponsor' || random.chance(0.1);
  const proposal: RunCommandData<'commit_priority_change'>['proposal'] = {
    version: 1,
    type: 'priority_change',
    proposalId: nextOperation(world),
    digest: `sha256:${'1'.repeat(64)}`,
    projectId: state.projectId,
    runId: run.runId,
    taskKey: task.key,
    taskRevision: task.revision,
    expectedSequence: state.sequence,
    currentLane: task.lane,
    requestedLane: crosses ? random.pick(['urgent', 'high', 'normal', 'low'] as const) : task.lane,
    localRank: random.below(6),
    principalId: by.principalId,
    authority,
    authorityRef: 'priority-authority:1',
    deadline: now + random.between(0, 60_000),
    owner: by.principalId,
    allowedSuccessors: ['restore', 'rebase', 'cancel_run'],
  };
  return say(scene, 'commit_priority_change', by, { proposal, authority: authority === 'sponsor' ? authorityOf(by) : null });
}

export function control(scene: Scene): Message | null {
  const { random, state } = scene;
  const by = random.pick(SPONSORS);
  const stopped = state.pause !== null || state.replan !== null;
  const next = random.weighted({
    pause: 8,
    resume: stopped ? 30 : 2,
    replan: 4,
    cancel: 1,
    attempts: 4,
    money: 1,
    cancelTask: 2,
    failTask: 2,
    release: 4,
    priority: 10,
  });
  const said = controlOf(scene, by);
  if (next === 'pause') return say(scene, 'pause_run', by, { ...said, reasonCode: 'incident' });
  if (next === 'resume') return resumeRun(scene, by);
  if (next === 'replan') return say(scene, 'request_replan', by, { ...said, reasonCode: 'requirements_changed' });
  if (next === 'cancel') return cancelRun(scene, by);
  if (next === 'attempts') return raiseAttempts(scene, by, random.between(1, 4));
  if (next === 'money')
    return say(scene, 'raise_budget', by, { ...said, reasonCode: 'budget_review', kind: 'money', amount: 1_000 });
  if (next === 'cancelTask') return controlTask(scene, by, 'cancel_task');
  if (next === 'failTask') return controlTask(scene, by, 'fail_task');
  return next === 'release' ? releaseLease(scene, by) : priorityChange(scene, by, 'sponsor');
}
