// The planning port: admits work that was asked for, and plan revisions that somebody proposes.
import { runIdOf } from '#domain/kernel';
import type { PlanTask, SchedulerPolicy } from '#domain/run';
import { contentHashOf, system, textOf } from '#testing';
import { aGate, aPlan, aPolicy, aTask, MINUTE, wideLimits } from '#testing/run';
import type { Message } from '../message.js';
import type { Random } from '../random.js';
import { REQUESTER, say } from '../scene.js';
import type { World } from '../world.js';

const LANES = ['urgent', 'high', 'normal', 'normal', 'low'] as const;

/** A task that fits behind `earlier` ones: no cycle, and nothing required waits for something optional. */
export function randomTask(world: World, random: Random, key: string, earlier: readonly PlanTask[]): PlanTask {
  const { now } = world;
  const required = earlier.length === 0 || random.chance(0.75);
  const before = earlier.filter((task) => task.required || !required);
  const dependsOn = random.some(before, 0.3).slice(0, 3);
  const other = random.chance(0.1) ? random.pick(earlier) : undefined;
  return aTask({
    key,
    title: textOf('title', `title of ${key}`),
    role: random.chance(0.15) ? 'integration' : 'executor',
    required,
    maxAttempts: random.between(1, 3),
    maxRevisions: random.between(1, 3),
    dependsOn: dependsOn.map((task) => task.key),
    distinctFrom: other?.key ?? null,
    ...(random.chance(0.15)
      ? {
          approvalGate: aGate(key, {
            decisionTimeoutMs: random.between(1, 15) * MINUTE,
            deadline: now + random.between(1, 15) * MINUTE,
          }),
        }
      : {}),
    scheduler: {
      sponsorLane: random.pick(LANES),
      localRank: random.below(4),
      enqueuedAt: now,
      deadline: now + random.pick([2, 60, 60, 600] as const) * MINUTE,
      preemptibility: random.chance(0.6) ? 'checkpointable' : 'atomic',
    },
  });
}

export function randomPolicy(world: World, random: Random): SchedulerPolicy {
  return aPolicy({
    capacity: world.climate.capacity,
    agingStepMs: random.pick([5_000, 30_000] as const),
    preemptionDeadlineMs: random.pick([10_000, 30_000] as const),
    leaseMs: random.pick([15_000, 30_000, 60_000] as const),
    replanTimeoutMs: random.pick([60_000, 900_000] as const),
  });
}

function randomTasks(world: World, random: Random): readonly PlanTask[] {
  const tasks: PlanTask[] = [];
  const many = random.between(1, world.climate.tasks);
  for (let n = 1; n <= many; n += 1) tasks.push(randomTask(world, random, `t${n}`, tasks));
  return tasks;
}

/** A work request becomes a Run. */
export function admit(world: World, random: Random): Message {
  const operationId = `work-${(world.operations += 1)}`;
  const runId = runIdOf(operationId);
  const tasks = randomTasks(world, random);
  const attempts = tasks.reduce((sum, task) => sum + task.maxAttempts, 0);
  const policy = randomPolicy(world, random);
  const budget = {
    maxTasks: 40,
    maxTotalAttempts: attempts + random.below(tasks.length + 1),
    maxCostMicros: random.pick([null, 5_000_000] as const),
  };
  const run = { runId, streamId: `run-${runId}`, state: world.rules.initial, past: [] };
  return say({ world, run }, 'admit_workflow_plan', system('planning'), {
    operationId,
    title: textOf('title', `request ${operationId}`),
    sourceEventRef: `conversation-event:${world.operations}`,
    sourceEventDigest: contentHashOf(`/work ${operationId}`),
    orchestratorAgentDefinitionId: 'orchestrator',
    requesterPrincipalId: REQUESTER.principalId,
    separation: random.chance(0.2) ? 'solo' : 'strict',
    baseRevision: random.pick([null, 'a'.repeat(40)] as const),
    plan: aPlan({ operationId, tasks, policy, budget }),
    schedulerPolicy: policy,
    limits: wideLimits,
  });
}
