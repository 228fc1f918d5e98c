// Builders of acceptance records: contracts, checks, tool declarations, verdicts.
import { CLAIMS_CRITERION, contractIdOf } from '#domain/run';
import type { Check, Contract, EvaluationFacts, RunState, ToolRisk, Verdict } from '#domain/run';
import { digestOf, textOf } from '../identity.js';
import { MINUTE, PROJECT } from './plan-builder.js';

export const POLICY_DIGEST = digestOf('acceptance policy');

export const claimsCriterion = {
  criterionId: CLAIMS_CRITERION,
  kind: 'deterministic',
  wording: textOf('wording', 'the report makes claims with evidence'),
  evidenceRequired: true,
} as const;

export const judgmentCriterion = {
  criterionId: 'reviewer-verdict',
  kind: 'judgment',
  wording: textOf('wording', 'a reviewer is convinced'),
  evidenceRequired: false,
} as const;

/** Deterministic only, with no floor, unless changed. */
export function aContract(state: RunState, taskKey: string, change: Partial<Contract> = {}): Contract {
  const task = state.tasks[state.taskIndex[taskKey] as number];
  return {
    contractId: contractIdOf(state.projectId, state.runId, taskKey, task?.revision ?? 1, POLICY_DIGEST),
    kind: 'task_result',
    criteria: [claimsCriterion],
    claimSchema: { criterionId: CLAIMS_CRITERION },
    policyId: 'acceptance:demo:1',
    policyDigest: POLICY_DIGEST,
    minimumRoute: 'baseline',
    reviewer: { owner: `reviewers:${PROJECT}`, timeoutMs: 15 * MINUTE },
    sponsor: { owner: `sponsors:${PROJECT}`, timeoutMs: 15 * MINUTE },
    ...change,
  };
}

export const aTool = (change: Partial<ToolRisk> = {}): ToolRisk => ({
  tool: 'read_file',
  sideEffect: 'none',
  reversibility: 'discard_only',
  blastRadius: 'single_artifact',
  tags: [],
  ...change,
});

export const aCheck = (candidateHash: string, change: Partial<Check> = {}): Check => ({
  criterionId: CLAIMS_CRITERION,
  result: 'passed',
  candidateHash,
  runner: 'runner:report-claims',
  runnerVersion: '1',
  inputRefs: ['claim-1'],
  evidenceRefs: ['evidence-1'],
  ...change,
});

/** Low risk, everything passed, unless changed. */
export const evaluationFactsFor = (candidateHash: string, change: Partial<EvaluationFacts> = {}): EvaluationFacts => ({
  candidateHash,
  tools: [aTool()],
  undeclaredTools: [],
  dataClass: 'internal',
  checks: [aCheck(candidateHash)],
  effectOutcome: null,
  ...change,
});

/** Passes every criterion and accepts every claim, unless changed. */
export const aVerdict = (contract: Contract, claims: readonly string[], change: Partial<Verdict> = {}): Verdict => ({
  criteria: contract.criteria.map(({ criterionId }) => ({ criterionId, verdict: 'passed', evidenceRefs: ['evidence-1'] })),
  claims: claims.map((claimId) => ({ claimId, accepted: true })),
  sameModel: null,
  method: 'judged',
  ...change,
});
