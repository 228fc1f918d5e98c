// The scheduler service: computes the decision from what it sees and offers it; the Kernel computes it again.
import { nextDecision } from '#domain/run';
import { system } from '#testing';
import type { Message } from '../message.js';
import { nextOperation, routeDigest, say, taskBy } from '../scene.js';
import type { Scene } from '../scene.js';

export function commitDecision(scene: Scene): Message | null {
  const { world, state } = scene;
  const decision = nextDecision(state);
  if (!decision) return null;
  const route =
    decision.type === 'dispatch_task' ? { catalogRevision: 'catalog-revision-1', routeDigest: routeDigest(world) } : null;
  return say(scene, 'commit_scheduler_decision', system('scheduler'), { decision, route });
}

/** The Portfolio wants capacity back from work that can be interrupted. */
function reclaim(scene: Scene): Message | null {
  const { world, random, state, now } = scene;
  const running = random.pick(
    state.assignments.filter(
      ({ status, taskKey }) => status === 'running' && taskBy(state, taskKey)?.plan.scheduler.preemptibility === 'checkpointable',
    ),
  );
  if (!running) return null;
  return say(scene, 'request_checkpoint', system('scheduler'), {
    decisionId: `reclaim:${nextOperation(world)}`,
    assignmentId: running.assignmentId,
    deadline: now + random.between(5_000, 40_000),
    owner: 'system:scheduler',
  });
}

export const schedule = (scene: Scene): Message | null => (scene.random.chance(0.03) ? reclaim(scene) : commitDecision(scene));
