// The Orchestrator agent: blockers, rework, failed tasks, ranks, and plan revisions, often on an old view.
import { planDiff, plannedTasks } from '#domain/run';
import type { PlanTask, TaskState } from '#domain/run';
import { digestOf, system, textOf } from '#testing';
import { MINUTE, sealPlan, wideLimits } from '#testing/run';
import type { Message } from '../message.js';
import { nextOperation, openOf, ORCHESTRATOR, say } from '../scene.js';
import type { Scene } from '../scene.js';
import { randomTask } from './planning.js';
import { priorityChange } from './sponsor.js';
import { workersFor } from './supply.js';

const onTask = ({ state }: Scene, task: TaskState) => ({ taskKey: task.key, expectedSequence: state.sequence });

/** Lifts the first blocker that is the Orchestrator's to lift. */
export function resolveBlocker(scene: Scene): Message | null {
  for (const task of openOf(scene.state)) {
    const blocker = task.blockers.find((one) => one.kind !== 'approval' && !one.blockerId.startsWith('scheduler-supply:'));
    if (blocker) return say(scene, 'resolve_blocker', ORCHESTRATOR, { ...onTask(scene, task), blockerId: blocker.blockerId });
  }
  return null;
}

function blockTask(scene: Scene): Message | null {
  const { world, random, state, now } = scene;
  const task = random.pick(openOf(state));
  if (!task) return null;
  return say(scene, 'block_task', ORCHESTRATOR, {
    ...onTask(scene, task),
    blockerId: `blocker:${nextOperation(world)}`,
    kind: random.pick(['capability', 'external', 'human_input', 'approval'] as const),
    owner: 'orchestrator:demo',
    reason: textOf('reason', 'something is missing'),
    deadline: now + random.between(1, 10) * MINUTE,
    allowedActions: random.chance(0.95) ? ['resolve', 'replan', 'cancel'] : ['resolve'],
  });
}

/** A failed task that may still be revised. */
export function reviseTask(scene: Scene): Message | null {
  const { random, state } = scene;
  const task = random.pick(
    state.tasks.filter((one) => one.inPlan && one.status === 'failed' && one.revisionsMade < one.plan.maxRevisions),
  );
  if (!task) return null;
  return say(scene, 'revise_task', ORCHESTRATOR, {
    ...onTask(scene, task),
    taskRevision: task.revision,
    title: task.plan.title,
    reason: textOf('reason', 'try again'),
    maxAttempts: random.between(1, 3),
  });
}

function requestRework(scene: Scene): Message | null {
  const task = scene.random.pick(openOf(scene.state).filter(({ status }) => status === 'awaiting_acceptance'));
  if (!task) return null;
  return say(scene, 'request_rework', ORCHESTRATOR, { ...onTask(scene, task), taskRevision: task.revision, reason: null });
}

export function orchestrate(scene: Scene): Message | null {
  const { random } = scene;
  const next = random.weighted({ resolve: 10, block: 2, revise: 8, rework: 1, rank: 3 });
  if (next === 'resolve') return resolveBlocker(scene);
  if (next === 'block') return blockTask(scene);
  if (next === 'revise') return reviseTask(scene);
  return next === 'rework' ? requestRework(scene) : priorityChange(scene, ORCHESTRATOR, 'orchestrator');
}

/** A revision to these tasks, on the plan as the proposer sees it. */
export function revisionTo(scene: Scene, tasks: readonly PlanTask[]): Message | null {
  const { world, state } = scene;
  const { plan } = state;
  if (!plan) return null;
  const proposalId = nextOperation(world);
  const proposed = sealPlan({
    ...plan.header,
    proposalId,
    tasks: tasks.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  });
  return say(scene, 'admit_plan_revision', system('planning'), {
    proposalId,
    expectedSequence: state.sequence,
    candidate: {
      version: 1,
      plan: proposed,
      baseRevision: plan.revision,
      baseDigest: plan.header.digest,
      baseTaskRevisions: state.tasks.filter((task) => task.inPlan).map(({ key, revision }) => ({ taskKey: key, revision })),
      provenance: { principalId: ORCHESTRATOR.principalId, sourceRef: 'conversation-event:2', sourceDigest: digestOf('why') },
      reason: textOf('reason', 'a better way'),
      diff: planDiff(plannedTasks(state), proposed),
    },
    limits: wideLimits,
  });
}

const without = (tasks: readonly PlanTask[], key: string, instead: readonly string[]): readonly PlanTask[] =>
  tasks
    .filter((task) => task.key !== key)
    .map((task) => {
      if (!task.dependsOn.includes(key) && task.distinctFrom !== key) return task;
      const dependsOn = [...new Set(task.dependsOn.flatMap((one) => (one === key ? instead : [one])))];
      return { ...task, dependsOn, distinctFrom: task.distinctFrom === key ? null : task.distinctFrom };
    });

const mapped = (task: PlanTask, gone: ReadonlyMap<string, string | null>): PlanTask => {
  const { distinctFrom } = task;
  const touched = task.dependsOn.some((key) => gone.has(key)) || (distinctFrom !== null && gone.has(distinctFrom));
  if (!touched) return task;
  const dependsOn = task.dependsOn.flatMap((key) => gone.get(key) ?? (gone.has(key) ? [] : [key]));
  return {
    ...task,
    dependsOn,
    distinctFrom: distinctFrom === null ? null : (gone.get(distinctFrom) ?? (gone.has(distinctFrom) ? null : distinctFrom)),
  };
};

/** Required tasks that were cancelled come again under new keys; optional ones that were cancelled leave the plan. */
export function replaceCancelled(scene: Scene): Message | null {
  const { state, world } = scene;
  const cancelled = state.tasks.filter((task) => task.inPlan && task.status === 'cancelled');
  if (cancelled.length === 0) return null;
  const gone = new Map(cancelled.map((task) => [task.key, task.plan.required ? `r${(world.operations += 1)}` : null]));
  const accepted = new Set(state.tasks.filter((task) => task.status === 'accepted').map((task) => task.key));
  const kept = plannedTasks(state).filter((task) => !gone.has(task.key));
  const again = cancelled.flatMap(({ key, plan }) => {
    const next = gone.get(key);
    if (!next) return [];
    const { approvalGate: _gate, ...rest } = plan;
    const scheduler = { ...plan.scheduler, enqueuedAt: world.now, deadline: world.now + 60 * MINUTE };
    return [mapped({ ...rest, key: next, scheduler }, gone)];
  });
  return revisionTo(scene, [...kept.map((task) => (accepted.has(task.key) ? task : mapped(task, gone))), ...again]);
}

/** A task that nobody may take any more, because everyone worked on the one it must differ from: it need not differ any longer. */
export function relax(scene: Scene): Message | null {
  const stuck = openOf(scene.state).find(
    ({ key, status }) => (status === 'ready' || status === 'blocked') && workersFor(scene, key).length === 0,
  );
  if (!stuck) return null;
  const tasks = plannedTasks(scene.state);
  return revisionTo(
    scene,
    tasks.map((task) => (task.key === stuck.key ? { ...task, distinctFrom: null } : task)),
  );
}

const bumped = (task: PlanTask): PlanTask => ({
  ...task,
  scheduler: { ...task.scheduler, localRank: task.scheduler.localRank + 1 },
});

export function revise(scene: Scene): Message | null {
  const { world, random, state } = scene;
  const tasks = plannedTasks(state);
  const target = random.pick(tasks);
  if (!target) return null;
  const broken = random.pick(state.broken.map((index) => state.tasks[index] as TaskState));
  if (broken && random.chance(0.7)) return broken.status === 'failed' ? retryTask(scene, broken) : replaceCancelled(scene);
  const next = random.weighted({ add: 4, remove: 3, change: 6, gate: 2, none: 0.3 });
  if (next === 'none') return revisionTo(scene, tasks);
  if (next === 'remove') return revisionTo(scene, without(tasks, target.key, []));
  if (next === 'change')
    return revisionTo(
      scene,
      tasks.map((task) => (task.key === target.key ? bumped(task) : task)),
    );
  const key = next === 'add' ? `a${(world.operations += 1)}` : target.key;
  const others = tasks.filter((task) => task.key !== key);
  const fresh = randomTask(world, random, key, next === 'add' ? others : []);
  return revisionTo(scene, [
    ...others,
    next === 'add'
      ? fresh
      : { ...target, ...(fresh.approvalGate ? { approvalGate: fresh.approvalGate } : {}), maxAttempts: fresh.maxAttempts },
  ]);
}

/** The failed task once more under its own key, as the plan's next revision has it. */
export const retryTask = (scene: Scene, failed: TaskState): Message | null =>
  revisionTo(
    scene,
    plannedTasks(scene.state).map((task) => (task.key === failed.key ? bumped(task) : task)),
  );
