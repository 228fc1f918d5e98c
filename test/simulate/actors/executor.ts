// Fake agents: each works under its Envelope, well or badly, and may speak long after its lease is gone.
import type { AssignmentState, FailureReason, RunCommandData, RunState } from '#domain/run';
import { agent, digestOf, textOf } from '#testing';
import type { Message } from '../message.js';
import type { Random } from '../random.js';
import { say } from '../scene.js';
import type { Scene } from '../scene.js';
import type { FakeAgent } from '../world.js';

type Observation = RunCommandData<'apply_observation'>['observation'];

const FAILURES: readonly [FailureReason, ...FailureReason[]] = [
  'tool_error',
  'model_error',
  'budget_exceeded',
  'context_budget_exceeded',
  'capability_missing',
  'workspace_error',
];

export const actorOf = ({ envelope }: FakeAgent) => agent(envelope.principalId.slice('agent:'.length), envelope.role);

export const spokenBy = ({ envelope }: FakeAgent) => ({
  taskKey: envelope.taskKey,
  taskRevision: envelope.taskRevision,
  assignmentId: envelope.assignmentId,
  attempt: envelope.attempt,
  fence: envelope.fence,
  envelopeDigest: envelope.digest,
});

const tail = ({ envelope }: FakeAgent): string => envelope.assignmentId.slice(-16);

export function observe(scene: Scene, fake: FakeAgent, observation: Observation): Message {
  const observationId = `${tail(fake)}:${(fake.said += 1)}`;
  return say(scene, 'apply_observation', actorOf(fake), { ...spokenBy(fake), observationId, observation });
}

export const start = (scene: Scene, fake: FakeAgent): Message => say(scene, 'start_assignment', actorOf(fake), spokenBy(fake));

/** Two results of one attempt differ: an agent that answers twice may say two things. */
export function completion(fake: FakeAgent, version = 1): Observation {
  const name = `${tail(fake)}:${version}`;
  return {
    kind: 'execution_completed',
    reportRef: `report:${name}`,
    reportDigest: digestOf(`report ${name}`),
    candidateRef: `candidate:${name}`,
    candidateHash: digestOf(`candidate ${name}`),
  };
}

export const checkpointBy = (fake: FakeAgent): Observation => ({
  kind: 'checkpoint',
  checkpointRef: `checkpoint:${tail(fake)}:${fake.said + 1}`,
  checkpointDigest: digestOf(`checkpoint ${tail(fake)} ${fake.said + 1}`),
});

export function settle(scene: Scene, fake: FakeAgent): Message {
  const { random } = scene;
  const outcome = random.pick(['interrupted', 'interrupted', 'committed', 'outcome_unknown'] as const);
  const receiptDigests = outcome === 'committed' ? [digestOf('receipt')] : [];
  const effects = random.chance(0.2) ? [{ effectIntentId: 'effect:1', outcome: 'outcome_unknown' as const }] : [];
  return say(scene, 'settle_cancel', actorOf(fake), { ...spokenBy(fake), outcome, effects, receiptDigests });
}

function failure(random: Random, role: string): Observation {
  if (role === 'integration' && random.chance(0.3)) {
    return random.chance(0.5)
      ? { kind: 'integration_conflicted', pathsDigest: digestOf('paths'), candidates: ['candidate:1'] }
      : { kind: 'integration_target_moved', expectedRevision: 'a'.repeat(40), actualRevision: 'b'.repeat(40) };
  }
  return { kind: 'execution_failed', reasonCode: random.pick(FAILURES), retryable: random.chance(0.7) };
}

const progress = (random: Random): Observation => ({
  kind: 'progress',
  progress: random.chance(0.5) ? { summary: textOf('summary', 'half way'), completedUnits: 1, totalUnits: 2 } : { summary: null },
});

function work(scene: Scene, fake: FakeAgent, assignment: AssignmentState): Message | null {
  const { world, random } = scene;
  const { unwell } = world.climate;
  if (random.chance(unwell * 0.1)) {
    fake.gone = true;
    world.counts.add('fault agent vanishes');
    return null;
  }
  if (random.chance(unwell * 0.2)) {
    world.counts.add('fault agent fails');
    return observe(scene, fake, failure(random, fake.envelope.role));
  }
  const next = random.weighted({
    progress: 30,
    heartbeat: 30,
    checkpoint: assignment.checkpointRequest ? 60 : 8,
    complete: 22,
    start: 1,
  });
  if (next === 'progress') return observe(scene, fake, progress(random));
  if (next === 'heartbeat') return observe(scene, fake, { kind: 'heartbeat' });
  if (next === 'checkpoint') return observe(scene, fake, checkpointBy(fake));
  return next === 'start' ? start(scene, fake) : observe(scene, fake, completion(fake));
}

/** The work is out of its hands: it has lost the lease, or it has said everything. Now and then it speaks all the same. */
function late(scene: Scene, fake: FakeAgent): Message | null {
  const { world, random } = scene;
  if (!random.chance(0.3)) {
    if (random.chance(0.5)) world.agents.splice(world.agents.indexOf(fake), 1);
    return null;
  }
  world.counts.add('fault agent late or twice');
  const said = random.weighted({ heartbeat: 2, progress: 1, checkpoint: 1, complete: 4, other: 2, fail: 1, start: 1 });
  if (said === 'start') return start(scene, fake);
  if (said === 'heartbeat') return observe(scene, fake, { kind: 'heartbeat' });
  if (said === 'progress') return observe(scene, fake, progress(random));
  if (said === 'checkpoint') return observe(scene, fake, checkpointBy(fake));
  if (said === 'fail') return observe(scene, fake, failure(random, fake.envelope.role));
  return observe(scene, fake, completion(fake, said === 'other' ? 2 : 1));
}

export const assignmentOf = (state: RunState, { envelope }: FakeAgent): AssignmentState | undefined =>
  state.assignments.find((one) => one.assignmentId === envelope.assignmentId);

export function execute(scene: Scene): Message | null {
  const { world, random, run, state } = scene;
  const here = world.agents.filter((fake) => fake.runId === run.runId);
  const fake = random.pick(here);
  if (!fake) return null;
  if (fake.gone) {
    if (!random.chance(0.05)) return null;
    fake.gone = false;
  }
  const assignment = assignmentOf(state, fake);
  if (!assignment) return late(scene, fake);
  if (assignment.status === 'leased') return random.chance(0.85) ? start(scene, fake) : work(scene, fake, assignment);
  if (assignment.status === 'running') return work(scene, fake, assignment);
  return random.chance(0.7) ? settle(scene, fake) : late(scene, fake);
}
