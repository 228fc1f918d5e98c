// Closed records of acceptance: contract, checks, risk, evaluation, waits, verdict, and the record of what was accepted.
import { list, nullable, optional, record, shapes, text, word } from '../../kernel/index.js';
import type { Infer } from '../../kernel/index.js';

const { id, projectId, runId, taskKey, digest, count, natural, time, flag } = shapes;

export const contractKind = word('task_result', 'integration_candidate', 'effect_intent');
export const minimumRoute = word('baseline', 'reviewer_required', 'sponsor_required', 'reviewer_then_sponsor');

export const criterion = record({
  criterionId: id,
  kind: word('deterministic', 'judgment'),
  wording: text,
  /** A passed check of it without an evidence ref counts as missing. */
  evidenceRequired: flag,
});

/** One for each task revision, pinned before any claim. */
export const contract = record({
  contractId: id,
  kind: contractKind,
  criteria: list(criterion),
  /** The deterministic criterion whose check reads the report: its inputRefs are the ids of the report's claims. */
  claimSchema: record({ criterionId: id }),
  policyId: id,
  policyDigest: digest,
  /** The Profile may only tighten. */
  minimumRoute,
  reviewer: record({ owner: id, timeoutMs: count }),
  sponsor: record({ owner: id, timeoutMs: count }),
});

export const sideEffect = word('none', 'local', 'external', 'unknown');
export const reversibility = word('discard_only', 'compensatable', 'irreversible', 'unknown');
export const dataClass = word('public', 'internal', 'confidential', 'restricted', 'unknown');
export const blastRadius = word('single_artifact', 'project', 'organization', 'external', 'unknown');
export const uncertainty = word('known', 'unknown');

export const risk = record({ sideEffect, reversibility, dataClass, blastRadius, uncertainty, capabilityTags: list(id) });
export const riskTier = word('low', 'medium', 'high', 'critical');

/** What a pack declares about one tool. */
export const toolRisk = record({ tool: id, sideEffect, reversibility, blastRadius, tags: list(id) });

export const acceptanceRoute = word(
  'auto_accept',
  'reviewer_required',
  'sponsor_required',
  'reviewer_then_sponsor',
  'rework',
  'policy_blocked',
);

/** The result of a trusted runner on one criterion. */
export const check = record({
  criterionId: id,
  result: word('passed', 'failed', 'error', 'expired'),
  candidateHash: digest,
  runner: id,
  runnerVersion: id,
  inputRefs: list(id),
  evidenceRefs: list(id),
});

/** What an evaluation is made from: trusted metadata only. A tool without declared risk is left out and named in undeclaredTools. */
export const evaluationFacts = record({
  candidateHash: digest,
  /** Declarations of every tool in the task's capability snapshot. */
  tools: list(toolRisk),
  undeclaredTools: list(id),
  /** The highest descriptor of report and artifacts; project_internal counts as internal. */
  dataClass,
  checks: list(check),
  /** What the effect ledger says; null unless the contract is an effect_intent. */
  effectOutcome: nullable(word('committed', 'failed', 'outcome_unknown', 'pending')),
});

export const evaluation = record({
  evaluationId: id,
  contractId: id,
  policyDigest: digest,
  candidateHash: digest,
  risk,
  tier: riskTier,
  route: acceptanceRoute,
  checks: list(check),
});

export const reviewAction = word('claim', 'submit_verdict', 'reassign', 'replan', 'cancel');
export const sponsorGateAction = word('approve', 'reject', 'request_changes', 'reopen', 'rebase', 'replan', 'cancel');

/** A reviewer wait. */
export const reviewerAssignment = record({
  assignmentId: id,
  evaluation,
  producerPrincipalId: id,
  owner: id,
  deadline: time,
  allowedActions: list(reviewAction),
});

/** An acceptance gate of the Sponsors. */
export const sponsorGate = record({
  gateId: id,
  evaluation,
  /** The reviewer wait whose verdict came before. */
  verdictRef: optional(id),
  owner: id,
  deadline: time,
  allowedActions: list(sponsorGateAction),
});

/** Covers every criterion of the contract and every claim of the report. */
export const verdict = record({
  criteria: list(record({ criterionId: id, verdict: word('passed', 'failed', 'needs_evidence'), evidenceRefs: list(id) })),
  claims: list(record({ claimId: id, accepted: flag })),
  /** Filled in by the handler: whether the reviewer ran the producer's model; null without a model. */
  sameModel: nullable(flag),
  /** Filled in by the handler. */
  method: word('judged', 'recomputed'),
});

/** The proof that a principal may do exactly this, made by the authority port. */
export const authorization = record({
  action: id,
  role: id,
  principalId: id,
  projectId,
  runId,
  taskKey,
  targetId: id,
  expectedSequence: natural,
  catalogRevision: id,
  proofDigest: digest,
});

/** Why a task counts as accepted; only accepted claims flow to Project memory. */
export const acceptanceRecord = record({
  recordId: id,
  contractId: id,
  evaluationId: id,
  assignmentId: id,
  producerPrincipalId: id,
  candidateRef: id,
  candidateHash: digest,
  reportDigest: digest,
  acceptedClaims: list(id),
  rejectedClaims: list(id),
  tier: riskTier,
  route: acceptanceRoute,
  /** Criterion ids of the checks that were read. */
  checkIds: list(id),
  verdict: nullable(
    record({ assignmentId: id, reviewerPrincipalId: id, sameModel: nullable(flag), method: word('judged', 'recomputed') }),
  ),
  decision: nullable(record({ gateId: id, sponsorPrincipalId: id, soloApproval: flag })),
  /** `acceptance-policy:<policyId>`. */
  decidedBy: id,
  acceptor: id,
  /** The Run's sequence on which it was decided. */
  sourceSequence: natural,
});

export type Contract = Infer<typeof contract>;
export type ContractKind = Infer<typeof contractKind>;
export type Criterion = Infer<typeof criterion>;
export type MinimumRoute = Infer<typeof minimumRoute>;
export type Risk = Infer<typeof risk>;
export type RiskTier = Infer<typeof riskTier>;
export type ToolRisk = Infer<typeof toolRisk>;
export type DataClass = Infer<typeof dataClass>;
export type AcceptanceRoute = Infer<typeof acceptanceRoute>;
export type Check = Infer<typeof check>;
export type EvaluationFacts = Infer<typeof evaluationFacts>;
export type Evaluation = Infer<typeof evaluation>;
export type ReviewerAssignment = Infer<typeof reviewerAssignment>;
export type SponsorGate = Infer<typeof sponsorGate>;
export type Verdict = Infer<typeof verdict>;
export type Authorization = Infer<typeof authorization>;
export type AcceptanceRecord = Infer<typeof acceptanceRecord>;
