// Supply: turns dispatches into Assignments, takes back those that nobody can serve, and lifts its own blockers.
import { assignmentIdOf } from '#domain/run';
import type { DispatchState, RunCommandData } from '#domain/run';
import { digestOf, system } from '#testing';
import type { Message } from '../message.js';
import { openOf, routeDigest, say, taskBy, WORKERS } from '../scene.js';
import type { Scene } from '../scene.js';

const pin = (ref: string) => ({ ref, revision: '1', digest: digestOf(ref) });
const PINS = {
  contextPolicy: pin('context-policy'),
  capabilitySnapshot: pin('capability-snapshot'),
  policySnapshot: pin('policy-snapshot'),
} as const;

/** Agents that did not work on the task from which this one must differ. */
export function workersFor({ state }: Pick<Scene, 'state'>, key: string): readonly string[] {
  const other = taskBy(state, taskBy(state, key)?.plan.distinctFrom ?? '');
  const held = new Set([
    ...(other?.pastAssignments ?? []).map((one) => one.owner),
    ...state.assignments.filter((one) => one.taskKey === other?.key).map((one) => one.owner),
  ]);
  return WORKERS.filter((worker) => !held.has(`agent:${worker}`));
}

const remoteItem = (assignmentId: string): RunCommandData<'issue_remote_assignment'>['dispatchItem'] => ({
  dispatchId: `dispatch:${assignmentId}`,
  messageId: `message:${assignmentId}`,
  endpoint: {
    id: 'endpoint-1',
    owner: 'agent:remote',
    cardDigest: digestOf('card'),
    authBindingId: 'auth-1',
    transportBindingId: 'transport-1',
  },
  contextViewDigest: digestOf('view'),
  acceptanceContractId: 'contract-1',
  capabilitySnapshot: { ref: 'capability-snapshot', hash: digestOf('capability-snapshot'), grantRef: 'grant:1' },
  disclosureManifestDigest: digestOf('manifest'),
  workspaceDigest: digestOf('workspace'),
});

export function claimOf(scene: Scene, { decision }: DispatchState): Message | null {
  const { world, random, state } = scene;
  const task = taskBy(state, decision.taskKey);
  if (!task) return null;
  const worker = random.pick(workersFor(scene, task.key)) ?? WORKERS[0];
  const assignmentId = assignmentIdOf(decision.decisionId);
  const claim = {
    operationId: `claim:${decision.decisionId}`,
    decisionId: decision.decisionId,
    grantId: null,
    taskKey: task.key,
    taskRevision: decision.taskRevision,
    assignmentId,
    principalId: `agent:${worker}`,
    role: task.plan.role,
    fence: state.lastFence + 1,
    authorityGrant: { grantRef: 'grant:1', expiresAt: world.now + 86_400_000 },
    pins: { agentDefinition: pin(`agent-definition:${worker}`), ...PINS },
    workspace: { backend: 'git_worktree', baseRevision: state.plan?.baseRevision ?? null, scopeDigest: digestOf('scope') },
    routeDigest: routeDigest(world),
  } as const;
  if (random.chance(0.15))
    return say(scene, 'issue_remote_assignment', system('supply'), { ...claim, dispatchItem: remoteItem(assignmentId) });
  return say(scene, 'issue_local_assignment', system('supply'), { ...claim, agentDefinitionId: worker, hostId: 'host-1' });
}

/** The first supply blocker of the Run is lifted. */
export function resolveSupply(scene: Scene): Message | null {
  for (const task of openOf(scene.state)) {
    const blocker = task.blockers.find((one) => one.blockerId.startsWith('scheduler-supply:'));
    if (!blocker) continue;
    const { blockerId } = blocker;
    return say(scene, 'resolve_blocker', system('supply'), { taskKey: task.key, blockerId, expectedSequence: null });
  }
  return null;
}

/** Nobody can bring the victim of a preemption its request: the task that was to follow it is blocked. */
function undelivered(scene: Scene): Message | null {
  const { preemption } = scene.state;
  if (!preemption) return null;
  const { decisionId, reservedTaskKey } = preemption.decision;
  scene.world.counts.add('fault checkpoint request undelivered');
  return say(scene, 'block_task', system('supply'), {
    taskKey: reservedTaskKey,
    expectedSequence: null,
    blockerId: `checkpoint-delivery:${decisionId}`,
    kind: 'external',
    owner: `orchestrator:${scene.state.projectId}`,
    reason: null,
    deadline: scene.now + 300_000,
    allowedActions: ['resolve', 'replan', 'cancel'],
  });
}

export function supply(scene: Scene): Message | null {
  const { world, random, state } = scene;
  if (state.preemption && random.chance(0.03)) return undelivered(scene);
  const pending = random.pick(state.dispatches);
  if (!pending || random.chance(0.1)) return resolveSupply(scene);
  if (random.chance(0.04)) world.route += 1;
  if (!random.chance(0.08)) return claimOf(scene, pending);
  const reason = random.pick(['supply_lost', 'grant_lost'] as const);
  return say(scene, 'withdraw_dispatch', system('supply'), { decisionId: pending.decision.decisionId, reason });
}
