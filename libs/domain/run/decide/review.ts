// Reviewer waits: claimed by somebody who did not produce the work, decided by one verdict, handed on when nobody answers.
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import type { Authorization, Contract, Evaluation, Verdict } from '../records/acceptance.js';
import type { ReviewState, RunState } from '../state.js';
import { Batch } from './batch.js';
import { rework, settle } from './consequences.js';
import { accept, awaiting, claimsOf, openGate, openReview } from './evaluation.js';
import type { Awaiting } from './evaluation.js';
import { checkSequence, checkTaskSequence } from './expected-sequence.js';
import { findTask } from './lookup.js';
import { isSamePerson } from './person.js';
import { proves } from './proof.js';
import { refuse, demand } from './refuse.js';

type Claim = RunCommandOf<'claim_reviewer_assignment'>;
type Submission = RunCommandOf<'submit_reviewer_verdict'>;

function checkProof(authorization: Authorization, command: Claim | Submission, action: string): void {
  const { data, meta } = command;
  const subject = {
    action,
    role: meta.actor.role,
    principalId: meta.actor.principalId,
    projectId: meta.projectId ?? '',
    runId: data.runId,
    taskKey: data.taskKey,
    targetId: data.assignmentId,
    expectedSequence: data.expectedSequence,
  };
  demand(
    proves(authorization, subject),
    'ACTOR_NOT_AUTHORIZED',
    `The proof of ${meta.actor.principalId} is not for this ${action} of ${data.assignmentId}; ask for a new one.`,
  );
}

/** A human Sponsor may review what they neither produced nor requested. */
function checkReviewer(state: RunState, { data, meta }: Claim): void {
  const { actor } = meta;
  if (actor.role !== 'sponsor') return;
  const { person } = data;
  demand(
    person !== null && person.isSponsor && !person.agentHeld && person.principalId === actor.principalId,
    'ACTOR_NOT_AUTHORIZED',
    `${actor.principalId} is no Sponsor of Project ${state.projectId}; a Sponsor or a reviewer claims this.`,
  );
  demand(
    !isSamePerson(person, state.plan?.requesterPrincipalId ?? ''),
    'REQUESTER_CANNOT_APPROVE',
    `${actor.principalId} requested Run ${state.runId}; somebody else reviews it.`,
  );
}

function currentReview(state: RunState, taskKey: string, assignmentId: string): { task: Awaiting; review: ReviewState } | null {
  const task = findTask(state, taskKey);
  return task.review?.assignmentId === assignmentId && task.status === 'awaiting_acceptance'
    ? { task: awaiting(task), review: task.review }
    : null;
}

export function claimReview(state: RunState, command: Claim, context: DecideContext): readonly RunEvent[] {
  const { data, meta } = command;
  const { principalId } = meta.actor;
  checkReviewer(state, command);
  const { review: wait } = findTask(state, data.taskKey);
  const producer = wait?.producerPrincipalId ?? '';
  const self = principalId === producer || (data.person !== null && isSamePerson(data.person, producer));
  demand(!self, 'REVIEW_SELF', `${principalId} produced the candidate of task ${data.taskKey}; somebody else reviews it.`);
  demand(
    data.sameModel !== true || !data.anotherReviewerOffered,
    'REVIEWER_NOT_INDEPENDENT',
    `${principalId} runs the producer's model while another reviewer is offered; let that one claim.`,
  );
  checkProof(data.authorization, command, 'claim_review');
  const current = currentReview(state, data.taskKey, data.assignmentId);
  if (current?.review.status === 'claimed' && current.review.reviewerPrincipalId === principalId) return [];
  checkSequence(state, data.expectedSequence, { kind: 'task', taskKey: data.taskKey });
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; nothing is reviewed any more.`);
  if (current?.review.status !== 'open' || current.review.deadline <= context.now) {
    const at = current?.review.deadline;
    refuse('REVIEW_NOT_OPEN', `Wait ${data.assignmentId} is not open${at === undefined ? '' : `; its deadline was ${at}`}.`, {
      assignmentId: data.assignmentId,
    });
  }
  const { taskKey, assignmentId, authorizedBy, authorization } = data;
  const batch = new Batch(state, context);
  batch.emit('reviewer.claimed', { taskKey, assignmentId, reviewerPrincipalId: principalId, authorizedBy, authorization });
  return batch.facts();
}

const sameSet = (given: readonly string[], wanted: readonly string[]): boolean =>
  given.length === wanted.length && new Set(given).size === given.length && wanted.every((one) => given.includes(one));

function checkVerdict(contract: Contract, evaluation: Evaluation, verdict: Verdict): void {
  const criteria = contract.criteria.map((criterion) => criterion.criterionId);
  const claims = claimsOf(contract, evaluation);
  const complete =
    sameSet(
      verdict.criteria.map((one) => one.criterionId),
      criteria,
    ) &&
    sameSet(
      verdict.claims.map((one) => one.claimId),
      claims,
    );
  demand(complete, 'VERDICT_INCOMPLETE', 'A verdict says something on every criterion and every claim, once each.', {
    criteria,
    claims,
  });
  const bare = verdict.criteria.find((one) => one.verdict === 'passed' && one.evidenceRefs.length === 0);
  demand(
    !bare,
    'VERDICT_WITHOUT_EVIDENCE',
    `Criterion ${bare?.criterionId} is called passed without evidence; cite what shows it.`,
  );
}

export function submitVerdict(state: RunState, command: Submission, context: DecideContext): readonly RunEvent[] {
  const { data, meta } = command;
  const { principalId } = meta.actor;
  checkProof(data.authorization, command, 'submit_verdict');
  const current = currentReview(state, data.taskKey, data.assignmentId);
  const claimed = current?.review.status === 'claimed' && current.review.reviewerPrincipalId === principalId;
  demand(claimed, 'REVIEW_NOT_CLAIMED', `${principalId} does not hold wait ${data.assignmentId}; claim it first.`);
  checkSequence(state, data.expectedSequence, { kind: 'task', taskKey: data.taskKey });
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; nothing is reviewed any more.`);
  const { task, review } = current as { task: Awaiting; review: ReviewState };
  demand(
    review.deadline > context.now,
    'REVIEW_NOT_OPEN',
    `Wait ${data.assignmentId} expired at ${review.deadline}; it is handed to another reviewer.`,
  );
  const evaluation = task.evaluation as Evaluation;
  checkVerdict(task.contract, evaluation, data.verdict);
  const passed = data.verdict.criteria.every((one) => one.verdict === 'passed');
  const { taskKey, assignmentId, authorizedBy, authorization, verdict } = data;
  const batch = new Batch(state, context);
  const outcome = passed ? 'passed' : 'rework';
  batch.emit('reviewer.verdict_recorded', {
    taskKey,
    assignmentId,
    reviewerPrincipalId: principalId,
    authorizedBy,
    outcome,
    verdict,
    authorization,
  });
  const judged = awaiting(batch.task(taskKey));
  if (!passed) rework(batch, judged, {});
  else if (evaluation.route === 'reviewer_then_sponsor') openGate(batch, judged, evaluation, assignmentId);
  else accept(batch, judged, evaluation, { acceptor: principalId });
  settle(batch);
  return batch.facts();
}

const REASSIGNABLE: ReadonlySet<string> = new Set(['open', 'claimed', 'expired']);

export function reassignReviewer(
  state: RunState,
  command: RunCommandOf<'reassign_reviewer'>,
  context: DecideContext,
): readonly RunEvent[] {
  const { taskKey, assignmentId, expectedSequence } = command.data;
  checkTaskSequence(state, command, expectedSequence, taskKey);
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; nothing is reviewed any more.`);
  const current = currentReview(state, taskKey, assignmentId);
  if (!current || !REASSIGNABLE.has(current.review.status)) {
    refuse('REVIEW_NOT_OPEN', `Wait ${assignmentId} of task ${taskKey} is not open any more; there is nothing to reassign.`, {
      assignmentId,
    });
  }
  const batch = new Batch(state, context);
  openReview(batch, current.task, current.task.evaluation as Evaluation);
  return batch.facts();
}
