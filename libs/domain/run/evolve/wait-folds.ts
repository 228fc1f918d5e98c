// Folds of reviewer waits and the Sponsors' acceptance gates.
import type { RunEventType } from '../events/run-event.js';
import type { ReviewState, SponsorGateState } from '../state.js';
import { patchTask, taskOf } from './fold.js';
import type { Fold, Folds } from './fold.js';

const DECIDED = {
  approve: 'approved',
  reject: 'rejected',
  request_changes: 'changes_requested',
  cancel: 'cancelled',
} as const;

function patchReview(fold: Fold, taskKey: string, assignmentId: string, change: Partial<ReviewState>): void {
  const { review } = taskOf(fold.run, taskKey);
  patchTask(fold, taskKey, review?.assignmentId === assignmentId ? { review: { ...review, ...change } } : {});
}

function patchGate(fold: Fold, taskKey: string, gateId: string, change: Partial<SponsorGateState>): void {
  const { gate } = taskOf(fold.run, taskKey);
  patchTask(fold, taskKey, gate?.gateId === gateId ? { gate: { ...gate, ...change } } : {});
}

/** A fresh evaluation after this expiry may not fall below the one that expired. */
function keepFloor(fold: Fold, taskKey: string): void {
  const { evaluation } = taskOf(fold.run, taskKey);
  if (evaluation) patchTask(fold, taskKey, { floor: { tier: evaluation.tier, route: evaluation.route } });
}

export const waitFolds: Folds<Extract<RunEventType, `reviewer.${string}` | `sponsor_gate.${string}`>> = {
  'reviewer.assigned': (fold, { taskKey, assignment }) => {
    const { run, at } = fold;
    const { evaluation, ...wait } = assignment;
    run.counts = { ...run.counts, reviewerAssignments: run.counts.reviewerAssignments + 1 };
    patchTask(fold, taskKey, {
      evaluation,
      acceptanceBlockedAt: null,
      reviewsOpened: taskOf(run, taskKey).reviewsOpened + 1,
      review: {
        ...wait,
        status: 'open',
        openedAt: at,
        evaluationId: evaluation.evaluationId,
        candidateHash: evaluation.candidateHash,
        reviewerPrincipalId: null,
        verdict: null,
      },
    });
  },
  'reviewer.claimed': (fold, { taskKey, assignmentId, reviewerPrincipalId }) =>
    patchReview(fold, taskKey, assignmentId, { status: 'claimed', reviewerPrincipalId }),
  'reviewer.verdict_recorded': (fold, { taskKey, assignmentId, outcome, verdict }) =>
    patchReview(fold, taskKey, assignmentId, { status: outcome, verdict }),
  'reviewer.expired': (fold, { taskKey, assignmentId }) => {
    patchReview(fold, taskKey, assignmentId, { status: 'expired' });
    keepFloor(fold, taskKey);
  },
  'sponsor_gate.opened': (fold, { taskKey, gate }) => {
    const { run, at } = fold;
    run.counts = { ...run.counts, sponsorGates: run.counts.sponsorGates + 1 };
    const { evaluation, verdictRef, ...wait } = gate;
    patchTask(fold, taskKey, {
      evaluation,
      acceptanceBlockedAt: null,
      gate: {
        ...wait,
        status: 'open',
        openedAt: at,
        candidateHash: evaluation.candidateHash,
        evaluationId: evaluation.evaluationId,
        verdictRef: verdictRef ?? null,
      },
    });
  },
  'sponsor_gate.decided': (fold, { taskKey, gateId, decision }) =>
    patchGate(fold, taskKey, gateId, { status: DECIDED[decision] }),
  'sponsor_gate.expired': (fold, { taskKey, gateId }) => {
    patchGate(fold, taskKey, gateId, { status: 'expired' });
    keepFloor(fold, taskKey);
  },
};
