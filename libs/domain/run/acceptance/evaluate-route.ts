// The route matrix: who has to look at a candidate before it may count as accepted.
import type { AcceptanceRoute, Check, Contract, EvaluationFacts, RiskTier } from '../records/acceptance.js';

export interface RouteQuestion {
  readonly contract: Pick<Contract, 'kind' | 'criteria' | 'minimumRoute'>;
  readonly tier: RiskTier;
  readonly checks: readonly Check[];
  readonly effectOutcome: EvaluationFacts['effectOutcome'];
}

type Standing = 'failed' | 'missing' | 'passed';

/** How the deterministic criteria stand: a failure outweighs what is missing. */
function standing({ contract, checks, effectOutcome }: RouteQuestion): Standing {
  const byCriterion = new Map(checks.map((check) => [check.criterionId, check]));
  let missing = false;
  for (const criterion of contract.criteria) {
    const check = byCriterion.get(criterion.criterionId);
    if (criterion.kind === 'judgment' && !check) continue;
    if (check?.result === 'failed') return 'failed';
    if (check?.result !== 'passed' || (criterion.evidenceRequired && check.evidenceRefs.length === 0)) missing = true;
  }
  if (contract.kind === 'effect_intent') {
    if (effectOutcome === 'failed') return 'failed';
    if (effectOutcome !== 'committed') missing = true;
  }
  return missing ? 'missing' : 'passed';
}

/** First match wins; neither Reviewer nor Sponsor can waive a failed check or missing evidence. */
export function evaluateRoute(question: RouteQuestion): AcceptanceRoute {
  const { contract, tier } = question;
  const stands = standing(question);
  if (stands === 'failed') return 'rework';
  if (stands === 'missing') return 'policy_blocked';
  const floor = contract.minimumRoute;
  const judged = contract.criteria.some((criterion) => criterion.kind === 'judgment');
  const never = contract.kind === 'effect_intent' && tier === 'low';
  const reviewer = tier === 'medium' || judged || floor === 'reviewer_required' || never;
  const sponsor = tier === 'high' || tier === 'critical' || floor === 'sponsor_required';
  if (floor === 'reviewer_then_sponsor' || (reviewer && sponsor)) return 'reviewer_then_sponsor';
  if (sponsor) return 'sponsor_required';
  return reviewer ? 'reviewer_required' : 'auto_accept';
}

const NEEDS: Readonly<Record<AcceptanceRoute, readonly ('reviewer' | 'sponsor')[] | null>> = {
  auto_accept: [],
  reviewer_required: ['reviewer'],
  sponsor_required: ['sponsor'],
  reviewer_then_sponsor: ['reviewer', 'sponsor'],
  rework: null,
  policy_blocked: null,
};

/** The weakest route that asks for everybody whom either asks for; rework and policy_blocked stand above both. */
export function strongerRoute(fresh: AcceptanceRoute, floor: AcceptanceRoute): AcceptanceRoute {
  const freshNeeds = NEEDS[fresh];
  const floorNeeds = NEEDS[floor];
  if (!freshNeeds || !floorNeeds) return fresh;
  const needs = new Set([...freshNeeds, ...floorNeeds]);
  if (needs.size === 2) return 'reviewer_then_sponsor';
  if (needs.has('sponsor')) return 'sponsor_required';
  return needs.has('reviewer') ? 'reviewer_required' : 'auto_accept';
}
