// Reviewers: claim open waits and judge, sometimes twice, sometimes without having claimed, sometimes their own work.
import type { Actor } from '#domain/kernel';
import type { ReviewState, TaskState, Verdict } from '#domain/run';
import { agent } from '#testing';
import { aVerdict } from '#testing/run';
import type { Message } from '../message.js';
import { authorityOf, openOf, proofOf, REVIEWERS, say, SPONSORS } from '../scene.js';
import type { Scene } from '../scene.js';

export function claimReview(scene: Scene, task: TaskState, review: ReviewState, reviewer: Actor): Message {
  const { random } = scene;
  const { sequence: expectedSequence } = scene.state;
  const { assignmentId } = review;
  const target = { taskKey: task.key, targetId: assignmentId, expectedSequence };
  return say(scene, 'claim_reviewer_assignment', reviewer, {
    taskKey: task.key,
    assignmentId,
    expectedSequence,
    authorizedBy: `catalog-member:${reviewer.principalId}`,
    authorization: proofOf(scene, 'claim_review', reviewer, target),
    person: reviewer.role === 'sponsor' ? authorityOf(reviewer) : null,
    sameModel: random.pick([null, false, true] as const),
    anotherReviewerOffered: scene.world.climate.unwell > 0 && random.chance(0.1),
  });
}

export function judge(
  scene: Scene,
  task: TaskState,
  review: ReviewState,
  reviewer: Actor,
  change: Partial<Verdict> = {},
): Message | null {
  const { contract } = task;
  if (!contract) return null;
  const { sequence: expectedSequence } = scene.state;
  const { assignmentId } = review;
  const claims = task.evaluation?.checks.find((check) => check.criterionId === contract.claimSchema.criterionId)?.inputRefs ?? [];
  const target = { taskKey: task.key, targetId: assignmentId, expectedSequence };
  return say(scene, 'submit_reviewer_verdict', reviewer, {
    taskKey: task.key,
    assignmentId,
    expectedSequence,
    authorizedBy: `catalog-member:${reviewer.principalId}`,
    authorization: proofOf(scene, 'submit_verdict', reviewer, target),
    verdict: aVerdict(contract, claims, change),
  });
}

/** The reviewer who claimed a wait, as an actor. */
export const claimant = ({ reviewerPrincipalId }: ReviewState): Actor =>
  [...REVIEWERS, ...SPONSORS].find((one) => one.principalId === reviewerPrincipalId) ?? REVIEWERS[0];

function badVerdict(scene: Scene, task: TaskState): Partial<Verdict> {
  const { random } = scene;
  const criteria = (task.contract?.criteria ?? []).map(({ criterionId }) => ({
    criterionId,
    verdict: random.pick(['passed', 'failed', 'needs_evidence'] as const),
    evidenceRefs: random.chance(0.7) ? ['evidence-1'] : [],
  }));
  return random.chance(0.1) ? { criteria: criteria.slice(1) } : { criteria };
}

export function review(scene: Scene): Message | null {
  const { random, state } = scene;
  const task = random.pick(openOf(state).filter((one) => one.status === 'awaiting_acceptance' && one.review !== null));
  const wait = task?.review;
  if (!task || !wait) return null;
  const producer = agent(wait.producerPrincipalId.slice('agent:'.length), 'reviewer');
  if (wait.status === 'open') {
    const reviewer = random.chance(0.08) ? producer : random.chance(0.15) ? random.pick(SPONSORS) : random.pick(REVIEWERS);
    return claimReview(scene, task, wait, reviewer);
  }
  const reviewer = random.chance(0.9) ? claimant(wait) : random.pick(REVIEWERS);
  return judge(scene, task, wait, reviewer, random.chance(0.3) ? badVerdict(scene, task) : {});
}
