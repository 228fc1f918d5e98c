// The route matrix: first match wins, floors only tighten, nobody waives what is missing.
import * as fc from 'fast-check';
import { aCheck, claimsCriterion, judgmentCriterion } from '#testing/run';
import { digestOf } from '#testing';
import type { AcceptanceRoute, Check, Contract, RiskTier } from '../records/acceptance.js';
import { evaluateRoute, strongerRoute } from './evaluate-route.js';

const HASH = digestOf('candidate');
type Change = Partial<Pick<Contract, 'kind' | 'criteria' | 'minimumRoute'>>;

const route = (
  tier: RiskTier,
  change: Change = {},
  checks: readonly Check[] = [aCheck(HASH)],
  effectOutcome: 'committed' | 'failed' | 'outcome_unknown' | 'pending' | null = null,
): AcceptanceRoute =>
  evaluateRoute({
    contract: { kind: 'task_result', criteria: [claimsCriterion], minimumRoute: 'baseline', ...change },
    tier,
    checks,
    effectOutcome,
  });

const judged = { criteria: [claimsCriterion, judgmentCriterion] };

describe('the route of a candidate', () => {
  it.each([
    ['K-340', 'auto_accept', 'low', {}],
    ['K-341', 'reviewer_required', 'medium', {}],
    ['K-341', 'reviewer_required', 'low', judged],
    ['K-341', 'reviewer_required', 'low', { minimumRoute: 'reviewer_required' }],
    ['K-342', 'sponsor_required', 'high', {}],
    ['K-342', 'sponsor_required', 'critical', {}],
    ['K-342', 'sponsor_required', 'low', { minimumRoute: 'sponsor_required' }],
    ['K-343', 'reviewer_then_sponsor', 'high', judged],
    ['K-343', 'reviewer_then_sponsor', 'critical', judged],
    ['K-343', 'reviewer_then_sponsor', 'low', { minimumRoute: 'reviewer_then_sponsor' }],
    ['K-343', 'reviewer_then_sponsor', 'medium', { minimumRoute: 'sponsor_required' }],
    ['K-343', 'reviewer_then_sponsor', 'high', { minimumRoute: 'reviewer_required' }],
  ] as const)('[%s] is %s at %s with %j', (_id, expected, tier, change) => {
    expect(route(tier, change)).toBe(expected);
  });

  it('[K-344] is rework when any check failed, whatever else is missing', () => {
    const failed = aCheck(HASH, { result: 'failed' });
    expect(route('low', {}, [failed])).toBe('rework');
    const second = { ...claimsCriterion, criterionId: 'tests-pass' };
    expect(
      route('critical', { criteria: [claimsCriterion, second] }, [aCheck(HASH, { criterionId: 'tests-pass', result: 'failed' })]),
    ).toBe('rework');
  });

  it('[K-345] is policy_blocked when a check erred, expired or is missing, or evidence is', () => {
    expect(route('low', {}, [aCheck(HASH, { result: 'error' })])).toBe('policy_blocked');
    expect(route('low', {}, [aCheck(HASH, { result: 'expired' })])).toBe('policy_blocked');
    expect(route('low', {}, [])).toBe('policy_blocked');
    expect(route('low', {}, [aCheck(HASH, { evidenceRefs: [] })])).toBe('policy_blocked');
    const bare = { criteria: [{ ...claimsCriterion, evidenceRequired: false }] };
    expect(route('low', bare, [aCheck(HASH, { evidenceRefs: [] })])).toBe('auto_accept');
  });

  it('[K-346] never accepts an effect by itself, and only a committed one at all', () => {
    const effect = { kind: 'effect_intent' } as const;
    expect(route('low', effect, [aCheck(HASH)], 'committed')).toBe('reviewer_required');
    expect(route('high', effect, [aCheck(HASH)], 'committed')).toBe('sponsor_required');
    expect(route('low', effect, [aCheck(HASH)], 'failed')).toBe('rework');
    for (const outcome of ['outcome_unknown', 'pending', null] as const) {
      expect(route('low', effect, [aCheck(HASH)], outcome)).toBe('policy_blocked');
    }
  });

  it('[K-347] is only tightened by a floor', () => {
    const tiers = fc.constantFrom('low', 'medium', 'high', 'critical') as fc.Arbitrary<RiskTier>;
    const floors = fc.constantFrom('reviewer_required', 'sponsor_required', 'reviewer_then_sponsor') as fc.Arbitrary<
      Contract['minimumRoute']
    >;
    fc.assert(
      fc.property(tiers, floors, fc.boolean(), (tier, minimumRoute, withJudgment) => {
        const base = withJudgment ? judged : {};
        const free = route(tier, base);
        const floored = route(tier, { ...base, minimumRoute });
        expect(strongerRoute(free, floored)).toBe(floored);
        expect(strongerRoute(minimumRoute as AcceptanceRoute, floored)).toBe(floored);
      }),
    );
  });

  it('[K-355] joins the needs of a fresh evaluation and of the one that expired', () => {
    expect(strongerRoute('auto_accept', 'reviewer_required')).toBe('reviewer_required');
    expect(strongerRoute('reviewer_required', 'sponsor_required')).toBe('reviewer_then_sponsor');
    expect(strongerRoute('auto_accept', 'auto_accept')).toBe('auto_accept');
    expect(strongerRoute('sponsor_required', 'auto_accept')).toBe('sponsor_required');
    expect(strongerRoute('rework', 'sponsor_required')).toBe('rework');
    expect(strongerRoute('policy_blocked', 'reviewer_required')).toBe('policy_blocked');
  });
});
