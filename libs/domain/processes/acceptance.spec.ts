// The acceptance process over a real Run: contracts the Kernel takes, evaluations from trusted facts, reviews handed on.
import { digestOf, system } from '#testing';
import { RunStory } from '#testing/run';
import { demoDefinition } from '#domain/catalog';
import { defaultPlanningPolicy, READ_ONLY_RISK } from '#domain/profile';
import type { CapabilitySnapshot } from '#domain/profile';
import { runStatus } from '#domain/run';
import type { MinimumRoute } from '#domain/run';
import { checkReportClaims, contractFor, evaluationFacts, pinsDue, reassignmentsDue } from './index.js';
import type { ContractTerms } from './index.js';

const definition = demoDefinition('/srv/repository');
const policy = defaultPlanningPolicy(definition, 'workroom-admin').acceptance;
const terms = (over: Partial<ContractTerms> = {}): ContractTerms => ({
  policy,
  profileMinimumRoute: 'baseline',
  sponsorOwner: 'workroom-admin',
  ...over,
});
const snapshot: CapabilitySnapshot = {
  version: 1,
  tools: [{ id: 'read_file', digest: digestOf('read_file'), risk: READ_ONLY_RISK, policyIdentity: 'read_file' }],
  skills: [],
  integrations: [],
  authorities: [],
  risk: READ_ONLY_RISK,
  digest: digestOf('snapshot'),
};

const pinned = (over: Partial<ContractTerms> = {}): RunStory => {
  const story = RunStory.admitted([{ key: 'a' }, { key: 'b', dependsOn: ['a'] }]);
  for (const { runId: _, ...data } of pinsDue(story.state, terms(over)))
    story.do('pin_task_acceptance', system('acceptance'), data);
  return story;
};
const evaluated = (over: Partial<ContractTerms> = {}, known: CapabilitySnapshot | null = snapshot): RunStory => {
  const story = pinned(over).run('a');
  story.complete('a');
  const { candidateHash, reportRef } = story.task('a').candidate!;
  const facts = evaluationFacts({ candidateHash, reportRef, claimIds: ['claim-1', 'claim-2'] }, known, 'internal');
  story.do('evaluate_task_acceptance', system('acceptance'), { taskKey: 'a', taskRevision: 1, facts });
  return story;
};

describe('pinning', () => {
  it('[K-329] [D-57] pins one contract for each task revision, before any claim, in the form that the Kernel takes', () => {
    const story = pinned();
    expect(story.task('a').contract).toMatchObject({
      contractId: `acceptance-contract:demo:${story.runId}:a:1:${policy.digest}`,
      criteria: [{ criterionId: 'report-claims' }, { criterionId: 'reviewer-verdict', kind: 'judgment' }],
      minimumRoute: 'reviewer_required',
      reviewer: { owner: 'reviewers:demo', timeoutMs: 900_000 },
      sponsor: { owner: 'workroom-admin', timeoutMs: 900_000 },
    });
    expect(pinsDue(story.state, terms())).toEqual([]);
  });

  it('[D-57] pins anew for a new revision, under the policy of that moment', () => {
    const story = evaluated();
    story.claimReview('a');
    const criteria = story
      .task('a')
      .contract!.criteria.map(({ criterionId }) => ({ criterionId, verdict: 'failed' as const, evidenceRefs: [] }));
    story.judge('a', { criteria, claims: ['claim-1', 'claim-2'].map((claimId) => ({ claimId, accepted: false })) });
    const later = { ...policy, digest: digestOf('a later policy') };
    expect(pinsDue(story.state, terms({ policy: later }))).toMatchObject([
      { taskKey: 'a', taskRevision: 2, contract: { contractId: expect.stringContaining(`:a:2:${later.digest}`) as string } },
    ]);
    expect(story.task('b').contract?.policyDigest).toBe(policy.digest);
  });

  it.each<[MinimumRoute, MinimumRoute, MinimumRoute]>([
    ['baseline', 'baseline', 'baseline'],
    ['reviewer_required', 'baseline', 'reviewer_required'],
    ['baseline', 'sponsor_required', 'sponsor_required'],
    ['reviewer_required', 'sponsor_required', 'reviewer_then_sponsor'],
    ['reviewer_then_sponsor', 'baseline', 'reviewer_then_sponsor'],
    ['sponsor_required', 'reviewer_then_sponsor', 'reviewer_then_sponsor'],
  ])('[K-347] a policy of %s under a Profile of %s asks for %s', (own, profile, route) => {
    const story = RunStory.admitted([{ key: 'a' }]);
    const contract = contractFor(
      story.state,
      story.task('a'),
      terms({ policy: { ...policy, minimumRoute: own }, profileMinimumRoute: profile }),
    );
    expect(contract.minimumRoute).toBe(route);
  });
});

describe('evaluating', () => {
  it('[K-289] [K-341] sends a low-risk report to a reviewer, and accepts it once one who did not produce it is convinced', () => {
    const story = evaluated();
    expect(story.task('a').evaluation).toMatchObject({ tier: 'low', route: 'reviewer_required' });
    story.claimReview('a');
    const contract = story.task('a').contract!;
    story.judge('a', {
      criteria: contract.criteria.map(({ criterionId }) => ({ criterionId, verdict: 'passed', evidenceRefs: ['e-1'] })),
      claims: ['claim-1', 'claim-2'].map((claimId) => ({ claimId, accepted: true })),
    });
    expect(story.task('a')).toMatchObject({ status: 'accepted', record: { acceptedClaims: ['claim-1', 'claim-2'] } });
    expect(runStatus(story.state)).toBe('active');
  });

  it('[K-331] counts an unknown snapshot as unknown risk: nothing gets cheaper for want of metadata', () => {
    expect(evaluated({}, null).task('a').evaluation).toMatchObject({ tier: 'critical', route: 'reviewer_then_sponsor' });
  });

  it('[K-332] binds the check to candidate, runner and inputs, and fails claims that share an id', () => {
    const report = { candidateHash: digestOf('candidate'), reportRef: 'payload:1', claimIds: ['c2', 'c1'] };
    expect(checkReportClaims(report)).toEqual({
      criterionId: 'report-claims',
      result: 'passed',
      candidateHash: digestOf('candidate'),
      runner: 'system:acceptance',
      runnerVersion: '1',
      inputRefs: ['c1', 'c2'],
      evidenceRefs: ['payload:1'],
    });
    expect(checkReportClaims({ ...report, claimIds: ['c1', 'c1'] }).result).toBe('failed');
  });
});

describe('handing reviews on', () => {
  it('[D-51] hands an unanswered review on twice, then leaves it to a person', () => {
    const story = evaluated();
    for (const round of [1, 2]) {
      expect(reassignmentsDue(story.state)).toEqual([]);
      story.tick(900_000);
      const [due, ...more] = reassignmentsDue(story.state);
      expect(more).toEqual([]);
      const { runId: _, ...data } = due!;
      story.do('reassign_reviewer', system('acceptance'), data);
      expect(story.task('a').reviewsOpened).toBe(round + 1);
    }
    story.tick(900_000);
    expect(story.task('a').review?.status).toBe('expired');
    expect(reassignmentsDue(story.state)).toEqual([]);
  });
});
