// The acceptance process: pins contracts, evaluates candidates, hands unanswered reviews on.
import { digest } from '#domain/kernel';
import { pinsDue, reassignmentsDue } from '#domain/processes';
import type { AcceptancePolicy } from '#domain/profile';
import type { Check, EvaluationFacts, TaskState } from '#domain/run';
import { system } from '#testing';
import { aTool, evaluationFactsFor, MINUTE } from '#testing/run';
import type { Message } from '../message.js';
import type { Random } from '../random.js';
import { openOf, say } from '../scene.js';
import type { Scene } from '../scene.js';

const CLAIMS = { criterionId: 'report-claims', kind: 'deterministic', evidenceRequired: true } as const;
const JUDGED = { criterionId: 'reviewer-verdict', kind: 'judgment', evidenceRequired: false } as const;
const TESTS = { criterionId: 'tests', kind: 'deterministic', evidenceRequired: true } as const;

function randomPolicy(random: Random): AcceptancePolicy {
  const body = {
    policyId: 'acceptance:demo:1',
    criteria: [CLAIMS, ...(random.chance(0.4) ? [JUDGED] : []), ...(random.chance(0.3) ? [TESTS] : [])],
    minimumRoute: random.pick([
      'baseline',
      'baseline',
      'baseline',
      'reviewer_required',
      'sponsor_required',
      'reviewer_then_sponsor',
    ] as const),
    reviewerTimeoutMs: random.between(1, 15) * MINUTE,
    sponsorTimeoutMs: random.between(1, 15) * MINUTE,
  };
  return { ...body, digest: digest(body) };
}

export function pinContract(scene: Scene): Message | null {
  const { random, state } = scene;
  const policy = randomPolicy(random);
  const due = random.pick(pinsDue(state, { policy, profileMinimumRoute: 'baseline', sponsorOwner: 'sponsors:demo' }));
  return due ? say(scene, 'pin_task_acceptance', system('acceptance'), due) : null;
}

const RISKY = [
  aTool(),
  aTool({ tool: 'bash', sideEffect: 'local' }),
  aTool({ tool: 'deploy', sideEffect: 'external', tags: ['deploy'] }),
  aTool({ tool: 'pay', reversibility: 'irreversible', tags: ['payment'] }),
] as const;

/** A passed check for each deterministic criterion, unless something is wrong with the work. */
export function factsFor({ world, random }: Scene, task: TaskState, well: boolean): EvaluationFacts {
  const hash = task.candidate?.candidateHash ?? `sha256:${'0'.repeat(64)}`;
  const bad = !well && random.chance(0.15 + world.climate.unwell);
  const checks = (task.contract?.criteria ?? [])
    .filter(({ kind }) => kind === 'deterministic')
    .map(({ criterionId }): Check => ({
      criterionId,
      result: bad && random.chance(0.6) ? random.pick(['failed', 'error', 'expired'] as const) : 'passed',
      candidateHash: hash,
      runner: 'system:acceptance',
      runnerVersion: '1',
      inputRefs: criterionId === CLAIMS.criterionId ? ['claim-1', 'claim-2'] : [],
      evidenceRefs: bad && random.chance(0.3) ? [] : ['evidence-1'],
    }));
  return evaluationFactsFor(hash, {
    checks: bad && random.chance(0.2) ? checks.slice(1) : checks,
    tools: well ? [aTool()] : random.some(RISKY, 0.4),
    undeclaredTools: well || random.chance(0.95) ? [] : ['mystery'],
    dataClass: well
      ? 'internal'
      : random.pick(['public', 'internal', 'internal', 'confidential', 'restricted', 'unknown'] as const),
  });
}

export const evaluation = (scene: Scene, task: TaskState, well = false): Message =>
  say(scene, 'evaluate_task_acceptance', system('acceptance'), {
    taskKey: task.key,
    taskRevision: task.revision,
    facts: factsFor(scene, task, well),
  });

export function reassign(scene: Scene): Message | null {
  const due = reassignmentsDue(scene.state)[0];
  return due ? say(scene, 'reassign_reviewer', system('acceptance'), due) : null;
}

/** Mostly what is due; now and then a second look at something that was evaluated before. */
export function evaluate(scene: Scene): Message | null {
  const { random, state } = scene;
  const due = random.pick(scene.world.readings.awaitingEvaluation(state));
  if (due && random.chance(0.85)) return evaluation(scene, due);
  const handedOn = random.chance(0.5) ? reassign(scene) : null;
  if (handedOn) return handedOn;
  const task = random.pick(openOf(state).filter(({ status }) => status === 'awaiting_acceptance'));
  return task && (task.acceptanceBlockedAt !== null || random.chance(0.2)) ? evaluation(scene, task) : null;
}
