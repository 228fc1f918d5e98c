// Reviewer waits: another principal, another model where one is offered, one verdict that covers everything.
import { agent, person, specify, system } from '#testing';
import {
  aContract,
  aTool,
  aVerdict,
  claimsCriterion,
  judgmentCriterion,
  MINUTE,
  refusalOf,
  REQUESTER,
  RunStory,
  sponsorAuthority,
  T0,
  typesOf,
} from '#testing/run';
import type { Contract, EvaluationFacts } from '../index.js';
import { claimableReviews, runDecider } from '../index.js';

const judged: Partial<Contract> = { criteria: [claimsCriterion, judgmentCriterion] };

const reviewed = (contract: Partial<Contract> = judged, facts: Partial<EvaluationFacts> = {}): RunStory => {
  const story = RunStory.admitted([{ key: 'a' }])
    .pinAll(contract)
    .run('a');
  story.complete('a');
  story.evaluate('a', facts);
  return story;
};
const rob = agent('rob', 'reviewer');

describe('a reviewer wait', () => {
  it('[K-352] opens with id, owner, deadline and a way out', () => {
    const story = RunStory.admitted([{ key: 'a' }])
      .pinAll(judged)
      .run('a');
    story.complete('a');
    const sequence = story.state.sequence;
    const { candidate } = story.task('a');
    const [fact] = story.evaluate('a');
    expect(fact).toMatchObject({
      type: 'reviewer.assigned',
      data: {
        taskKey: 'a',
        reason: null,
        assignment: {
          assignmentId: `review:${candidate?.candidateRef}:${sequence + 1}`,
          producerPrincipalId: 'agent:alice',
          owner: 'reviewers:demo',
          deadline: T0 + 15 * MINUTE,
          allowedActions: ['claim', 'submit_verdict', 'reassign', 'replan', 'cancel'],
        },
      },
    });
    expect(claimableReviews(story.state, T0).map((task) => task.key)).toStrictEqual(['a']);
    expect(claimableReviews(story.state, T0 + 15 * MINUTE)).toStrictEqual([]);
  });

  it('[K-230] is claimed by a reviewer who did not produce the work', () => {
    const story = reviewed();
    const assignmentId = story.task('a').review?.assignmentId ?? '';
    const { sequence } = story.state;
    const authorization = story.proof('claim_review', rob, 'a', assignmentId, sequence);
    expect(refusalOf(() => story.claimReview('a', agent('alice', 'reviewer')))).toBe('REVIEW_SELF');
    expect(story.claimReview('a')).toStrictEqual([
      {
        type: 'reviewer.claimed',
        data: {
          taskKey: 'a',
          assignmentId,
          reviewerPrincipalId: 'agent:rob',
          authorizedBy: 'catalog-member:rob',
          authorization,
        },
      },
    ]);
    expect(story.task('a').review).toMatchObject({ status: 'claimed', reviewerPrincipalId: 'agent:rob' });
  });

  it('[D-51] is resumed by the reviewer who holds it, and by nobody else', () => {
    const story = reviewed();
    story.claimReview('a');
    expect(story.claimReview('a')).toStrictEqual([]);
    expect(refusalOf(() => story.claimReview('a', agent('rosa', 'reviewer')))).toBe('REVIEW_NOT_OPEN');
  });

  it('[K-353] goes to another model while one is offered', () => {
    const story = reviewed();
    expect(refusalOf(() => story.claimReview('a', rob, { sameModel: true, anotherReviewerOffered: true }))).toBe(
      'REVIEWER_NOT_INDEPENDENT',
    );
    expect(story.claimReview('a', rob, { sameModel: true, anotherReviewerOffered: false })).toHaveLength(1);
  });

  it('[K-230] needs a proof for exactly this claim', () => {
    const story = reviewed();
    const { sequence } = story.state;
    const assignmentId = story.task('a').review?.assignmentId ?? '';
    const proof = story.proof('claim_review', rob, 'a', assignmentId, sequence);
    for (const change of [
      { action: 'submit_verdict' },
      { role: 'sponsor' },
      { principalId: 'agent:rosa' },
      { projectId: 'other' },
      { runId: 'run-other' },
      { taskKey: 'b' },
      { targetId: 'review:other:1' },
      { expectedSequence: sequence - 1 },
    ]) {
      expect(refusalOf(() => story.claimReview('a', rob, { authorization: { ...proof, ...change } }))).toBe(
        'ACTOR_NOT_AUTHORIZED',
      );
    }
  });

  it('[K-354] is also claimed by a Sponsor who is neither producer nor requester', () => {
    const story = reviewed();
    expect(refusalOf(() => story.claimReview('a', { ...person('x'), principalId: REQUESTER }))).toBe('REQUESTER_CANNOT_APPROVE');
    const linked = sponsorAuthority('sandbox:sam', { linkedPrincipalIds: ['sandbox:sam', REQUESTER] });
    expect(refusalOf(() => story.claimReview('a', person('sam'), { person: linked }))).toBe('REQUESTER_CANNOT_APPROVE');
    for (const change of [{ isSponsor: false }, { agentHeld: true }, { principalId: 'sandbox:other' }]) {
      const someone = sponsorAuthority('sandbox:sam', change);
      expect(refusalOf(() => story.claimReview('a', person('sam'), { person: someone }))).toBe('ACTOR_NOT_AUTHORIZED');
    }
    expect(refusalOf(() => story.claimReview('a', person('sam'), { person: null }))).toBe('ACTOR_NOT_AUTHORIZED');
    story.claimReview('a', person('sam'));
    expect(typesOf(story.judge('a', {}, person('sam')))).toStrictEqual(['reviewer.verdict_recorded', 'task.accepted']);
    expect(story.task('a').record?.acceptor).toBe('sandbox:sam');
  });

  it('[D-26] compares a person with the producer by all linked ids', () => {
    const story = reviewed();
    const alias = sponsorAuthority('sandbox:sam', { linkedPrincipalIds: ['sandbox:sam', 'agent:alice'] });
    expect(refusalOf(() => story.claimReview('a', person('sam'), { person: alias }))).toBe('REVIEW_SELF');
  });

  it('[K-230] is not claimed twice, after its end, or where there is none', () => {
    const story = reviewed();
    expect(refusalOf(() => story.claimReview('a', rob, { assignmentId: 'review:other:1' }))).toBe('REVIEW_NOT_OPEN');
    story.now += 15 * MINUTE;
    expect(refusalOf(() => story.claimReview('a'))).toBe('REVIEW_NOT_OPEN');
    const none = RunStory.admitted([{ key: 'a' }]);
    expect(refusalOf(() => none.claimReview('a'))).toBe('REVIEW_NOT_OPEN');
  });
});

describe('a verdict', () => {
  const claimed = (contract: Partial<Contract> = judged, facts: Partial<EvaluationFacts> = {}): RunStory => {
    const story = reviewed(contract, facts);
    story.claimReview('a');
    return story;
  };

  it('[K-350] that passes everything accepts the task in the same batch', () => {
    const story = claimed();
    const contract = aContract(story.state, 'a', judged);
    const assignmentId = story.task('a').review?.assignmentId ?? '';
    const { sequence } = story.state;
    const facts = story.judge('a', { sameModel: false });
    expect(facts).toHaveLength(2);
    expect(facts[0]).toStrictEqual({
      type: 'reviewer.verdict_recorded',
      data: {
        taskKey: 'a',
        assignmentId,
        reviewerPrincipalId: 'agent:rob',
        authorizedBy: 'catalog-member:rob',
        outcome: 'passed',
        verdict: aVerdict(contract, ['claim-1'], { sameModel: false }),
        authorization: story.proof('submit_verdict', rob, 'a', assignmentId, sequence),
      },
    });
    expect(story.task('a')).toMatchObject({ status: 'accepted', review: { status: 'satisfied' } });
    expect(story.task('a').record).toMatchObject({
      route: 'reviewer_required',
      acceptor: 'agent:rob',
      verdict: { assignmentId, reviewerPrincipalId: 'agent:rob', sameModel: false, method: 'judged' },
    });
  });

  it('[K-357] lists rejected claims apart from accepted ones', () => {
    const story = reviewed(judged, {});
    story.claimReview('a');
    story.judge('a', { claims: [{ claimId: 'claim-1', accepted: false }] });
    expect(story.task('a').record).toMatchObject({ acceptedClaims: [], rejectedClaims: ['claim-1'] });
  });

  it.each(['failed', 'needs_evidence'] as const)('[K-350] with a criterion that is %s sends the work back', (word) => {
    const story = claimed();
    const criteria = [
      { criterionId: 'report-claims', verdict: 'passed', evidenceRefs: ['evidence-1'] } as const,
      { criterionId: 'reviewer-verdict', verdict: word, evidenceRefs: [] },
    ];
    const facts = story.judge('a', { criteria });
    expect(typesOf(facts)).toStrictEqual(['reviewer.verdict_recorded', 'task.rework_requested']);
    expect(facts[0]).toMatchObject({ data: { outcome: 'rework' } });
    expect(story.task('a')).toMatchObject({ status: 'ready', revision: 2, review: { status: 'stale' } });
  });

  it('[K-350] opens the Sponsor gate where the route needs it', () => {
    const story = claimed(judged, { tools: [aTool({ sideEffect: 'external' })] });
    const assignmentId = story.task('a').review?.assignmentId;
    const facts = story.judge('a');
    expect(typesOf(facts)).toStrictEqual(['reviewer.verdict_recorded', 'sponsor_gate.opened']);
    expect(facts[1]).toMatchObject({ data: { gate: { verdictRef: assignmentId, owner: 'sponsors:demo' } } });
    expect(story.task('a').status).toBe('awaiting_acceptance');
  });

  it('[K-231] comes from the reviewer who claimed', () => {
    const story = reviewed();
    expect(refusalOf(() => story.judge('a'))).toBe('REVIEW_NOT_CLAIMED');
    story.claimReview('a');
    expect(refusalOf(() => story.judge('a', {}, agent('rosa', 'reviewer')))).toBe('REVIEW_NOT_CLAIMED');
  });

  it('[K-231] covers every criterion and every claim once', () => {
    const story = claimed();
    const all = aVerdict(aContract(story.state, 'a', judged), ['claim-1']);
    const [first, second] = all.criteria;
    for (const change of [
      { criteria: [first] },
      { criteria: [first, first] },
      { criteria: [...all.criteria, { ...(second as object), criterionId: 'mine' }] },
      { claims: [] },
      { claims: [{ claimId: 'claim-2', accepted: true }] },
      { claims: [...all.claims, ...all.claims] },
    ]) {
      expect(refusalOf(() => story.judge('a', change as never))).toBe('VERDICT_INCOMPLETE');
    }
  });

  it('[K-231] passes nothing without evidence', () => {
    const story = claimed();
    const criteria = ['report-claims', 'reviewer-verdict'].map(
      (criterionId) => ({ criterionId, verdict: 'passed', evidenceRefs: [] }) as const,
    );
    expect(refusalOf(() => story.judge('a', { criteria }))).toBe('VERDICT_WITHOUT_EVIDENCE');
  });

  it('[K-231] is refused with a proof for something else, on a stale sequence, or after the deadline', () => {
    const story = claimed();
    const assignmentId = story.task('a').review?.assignmentId ?? '';
    const submit = (expectedSequence: number, targetId = assignmentId) =>
      story.do('submit_reviewer_verdict', rob, {
        taskKey: 'a',
        assignmentId,
        expectedSequence,
        authorizedBy: 'catalog-member:rob',
        authorization: story.proof('submit_verdict', rob, 'a', targetId, expectedSequence),
        verdict: aVerdict(aContract(story.state, 'a', judged), ['claim-1']),
      });
    expect(refusalOf(() => submit(story.state.sequence, 'review:other:1'))).toBe('ACTOR_NOT_AUTHORIZED');
    expect(refusalOf(() => submit(1))).toBe('SEQUENCE_CONFLICT');
    story.now += 15 * MINUTE;
    expect(refusalOf(() => submit(story.state.sequence))).toBe('REVIEW_NOT_OPEN');
  });
});

describe('a reviewer wait that nobody answers', () => {
  const reassign = (story: RunStory, assignmentId = story.task('a').review?.assignmentId ?? '') =>
    story.do('reassign_reviewer', system('acceptance'), { taskKey: 'a', assignmentId, expectedSequence: null });

  it('[K-232] is handed on: the old wait is over, a new one opens on the same evaluation', () => {
    const story = reviewed();
    story.claimReview('a');
    const old = story.task('a').review;
    const evaluation = story.task('a').evaluation;
    story.now += MINUTE;
    const [fact] = reassign(story);
    expect(fact).toMatchObject({ type: 'reviewer.assigned', data: { assignment: { deadline: T0 + 16 * MINUTE, evaluation } } });
    expect(story.task('a').review).toMatchObject({ status: 'open', reviewerPrincipalId: null });
    expect(story.task('a').review?.assignmentId).not.toBe(old?.assignmentId);
    expect(story.task('a').reviewsOpened).toBe(2);
    expect(refusalOf(() => reassign(story, old?.assignmentId))).toBe('REVIEW_NOT_OPEN');
  });

  it('[K-318] expires at its deadline, once, and can then still be handed on', () => {
    const story = reviewed();
    const assignmentId = story.task('a').review?.assignmentId ?? '';
    story.now += 15 * MINUTE - 1;
    expect(typesOf(story.tick(1))).toStrictEqual(['clock.advanced', 'reviewer.expired']);
    expect(typesOf(story.tick(1))).toStrictEqual(['clock.advanced']);
    expect(refusalOf(() => story.claimReview('a', rob, { assignmentId }))).toBe('REVIEW_NOT_OPEN');
    expect(typesOf(reassign(story))).toStrictEqual(['reviewer.assigned']);
  });

  it('[K-232] is handed on by the Orchestrator too, from the sequence that it saw', () => {
    const story = reviewed();
    const assignmentId = story.task('a').review?.assignmentId ?? '';
    const command = (expectedSequence: number) =>
      story.command('reassign_reviewer', agent('olga', 'orchestrator'), { taskKey: 'a', assignmentId, expectedSequence });
    specify(runDecider).given(story.facts).when(command(1)).thenRejected('SEQUENCE_CONFLICT');
    expect(story.send(command(story.state.sequence))).toHaveLength(1);
  });
});
