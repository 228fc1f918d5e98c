// An evaluation and what it leads to: accepted, a wait, rework, or a policy block. The Kernel derives risk, tier and route itself.
import { deriveRisk, higherTier, riskTier } from '../acceptance/risk.js';
import { evaluateRoute, strongerRoute } from '../acceptance/evaluate-route.js';
import type { AcceptanceRecord, Contract, Evaluation, EvaluationFacts } from '../records/acceptance.js';
import type { CandidateState, TaskState } from '../state.js';
import type { Batch } from './batch.js';
import { rework } from './consequences.js';
import { refuse, demand } from './refuse.js';

export interface Awaiting extends TaskState {
  readonly contract: Contract;
  readonly candidate: CandidateState;
}

/** The task as it awaits acceptance. Throws TASK_NOT_AWAITING. */
export function awaiting(task: TaskState): Awaiting {
  if (task.status === 'awaiting_acceptance' && task.contract && task.candidate) return task as Awaiting;
  return refuse('TASK_NOT_AWAITING', `Task ${task.key} is ${task.status}; nothing of it awaits acceptance.`, {
    status: task.status,
  });
}

function checkFacts(task: Awaiting, facts: EvaluationFacts): void {
  const { candidateHash } = task.candidate;
  const same = facts.candidateHash === candidateHash && facts.checks.every((check) => check.candidateHash === candidateHash);
  demand(same, 'CANDIDATE_MISMATCH', `Task ${task.key} awaits candidate ${candidateHash}, not the one that was evaluated.`, {
    candidateHash,
  });
  const known = new Set(task.contract.criteria.map((criterion) => criterion.criterionId));
  const checked = facts.checks.map((check) => check.criterionId);
  demand(
    checked.every((id) => known.has(id)) && new Set(checked).size === checked.length,
    'VALUE_INVALID',
    `Each check of task ${task.key} belongs to one criterion of its contract.`,
    {
      field: 'checks',
    },
  );
}

/** Evaluations and waits are named by their candidate and the first sequence of their batch. */
const waitId = (kind: 'evaluation' | 'review' | 'sponsor', batch: Batch, task: Awaiting): string =>
  `${kind}:${task.candidate.candidateRef}:${batch.before.sequence + 1}`;

/** After an expiry a fresh evaluation neither lowers the tier nor weakens the route. */
export function evaluate(batch: Batch, task: Awaiting, facts: EvaluationFacts): Evaluation {
  checkFacts(task, facts);
  const { contract, floor } = task;
  const risk = deriveRisk(facts);
  const tier = floor ? higherTier(riskTier(risk), floor.tier) : riskTier(risk);
  const route = evaluateRoute({ contract, tier, checks: facts.checks, effectOutcome: facts.effectOutcome });
  const { contractId, policyDigest } = contract;
  const { candidateHash } = facts;
  return {
    evaluationId: waitId('evaluation', batch, task),
    contractId,
    policyDigest,
    candidateHash,
    risk,
    tier,
    route: floor ? strongerRoute(route, floor.route) : route,
    checks: facts.checks,
  };
}

/** The claims that the report makes, as the trusted runner of the claim criterion read them. */
export const claimsOf = (contract: Contract, evaluation: Evaluation): readonly string[] =>
  evaluation.checks.find((check) => check.criterionId === contract.claimSchema.criterionId)?.inputRefs ?? [];

export function openReview(batch: Batch, task: Awaiting, evaluation: Evaluation): void {
  batch.emit('reviewer.assigned', {
    taskKey: task.key,
    reason: null,
    assignment: {
      assignmentId: waitId('review', batch, task),
      evaluation,
      producerPrincipalId: task.candidate.producerPrincipalId,
      owner: task.contract.reviewer.owner,
      deadline: batch.now + task.contract.reviewer.timeoutMs,
      allowedActions: ['claim', 'submit_verdict', 'reassign', 'replan', 'cancel'],
    },
  });
}

export function openGate(batch: Batch, task: Awaiting, evaluation: Evaluation, verdictRef?: string): void {
  batch.emit('sponsor_gate.opened', {
    taskKey: task.key,
    reason: null,
    gate: {
      gateId: waitId('sponsor', batch, task),
      evaluation,
      ...(verdictRef === undefined ? {} : { verdictRef }),
      owner: task.contract.sponsor.owner,
      deadline: batch.now + task.contract.sponsor.timeoutMs,
      allowedActions: ['approve', 'reject', 'request_changes', 'reopen', 'rebase', 'replan', 'cancel'],
    },
  });
}

type Decided = Pick<AcceptanceRecord, 'acceptor'> & Partial<Pick<AcceptanceRecord, 'decision'>>;

/** The record of an acceptance: claims by the verdict where there is one, else all that the report makes. */
export function accept(batch: Batch, task: Awaiting, evaluation: Evaluation, by: Decided): void {
  const { contract, candidate, review } = task;
  const verdict = review?.status === 'passed' ? review.verdict : null;
  const dispositions = verdict?.claims ?? claimsOf(contract, evaluation).map((claimId) => ({ claimId, accepted: true }));
  const claims = (accepted: boolean) => dispositions.filter((one) => one.accepted === accepted).map((one) => one.claimId);
  batch.emit('task.accepted', {
    taskKey: task.key,
    reportRef: candidate.reportRef,
    record: {
      recordId: `acceptance:${candidate.candidateRef}:${candidate.candidateHash}`,
      contractId: contract.contractId,
      evaluationId: evaluation.evaluationId,
      assignmentId: candidate.assignmentId,
      producerPrincipalId: candidate.producerPrincipalId,
      candidateRef: candidate.candidateRef,
      candidateHash: candidate.candidateHash,
      reportDigest: candidate.reportDigest,
      acceptedClaims: claims(true),
      rejectedClaims: claims(false),
      tier: evaluation.tier,
      route: evaluation.route,
      checkIds: evaluation.checks.map((check) => check.criterionId),
      verdict:
        verdict && review
          ? {
              assignmentId: review.assignmentId,
              reviewerPrincipalId: review.reviewerPrincipalId ?? review.owner,
              sameModel: verdict.sameModel,
              method: verdict.method,
            }
          : null,
      decision: by.decision ?? null,
      decidedBy: `acceptance-policy:${contract.policyId}`,
      acceptor: by.acceptor,
      sourceSequence: batch.before.sequence,
    },
  });
}

/** What a fresh evaluation leads to. */
export function follow(batch: Batch, task: Awaiting, evaluation: Evaluation): void {
  switch (evaluation.route) {
    case 'rework':
      return rework(batch, task, { evaluation });
    case 'policy_blocked':
      return batch.emit('task.acceptance_blocked', {
        taskKey: task.key,
        reportRef: task.candidate.reportRef,
        reason: null,
        evaluation,
      });
    case 'auto_accept':
      return accept(batch, task, evaluation, { acceptor: `acceptance-policy:${task.contract.policyId}` });
    case 'sponsor_required':
      return openGate(batch, task, evaluation);
    case 'reviewer_required':
    case 'reviewer_then_sponsor':
      return openReview(batch, task, evaluation);
  }
}
