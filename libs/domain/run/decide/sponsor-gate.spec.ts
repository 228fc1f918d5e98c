// Acceptance gates of the Sponsors: one candidate hash, one decision, nobody approves their own request.
import { agent, digestOf, person, textOf } from '#testing';
import { aCheck, aTool, evaluationFactsFor, MINUTE, refusalOf, REQUESTER, RunStory, T0, typesOf } from '#testing/run';
import type { AdmissionSketch } from '#testing/run';
import type { EvaluationFacts, RunCommandData } from '../index.js';
import { runStatus } from '../index.js';

const gated = (sketch: AdmissionSketch = {}): RunStory => {
  const story = RunStory.admitted([{ key: 'a' }], sketch)
    .pinAll({ minimumRoute: 'sponsor_required' })
    .run('a');
  story.complete('a');
  story.evaluate('a');
  return story;
};
const requester = { ...person('x'), principalId: REQUESTER };

describe('an acceptance gate', () => {
  it('[K-352] opens with id, owner, deadline and a way out', () => {
    const story = gated();
    const { candidate, gate } = story.task('a');
    expect(gate).toMatchObject({
      gateId: `sponsor:${candidate?.candidateRef}:${story.state.sequence}`,
      status: 'open',
      owner: 'sponsors:demo',
      deadline: T0 + 15 * MINUTE,
      allowedActions: ['approve', 'reject', 'request_changes', 'reopen', 'rebase', 'replan', 'cancel'],
    });
  });

  it('[K-351] approved accepts the task in the same batch', () => {
    const story = gated();
    const { gate } = story.task('a');
    const { sequence } = story.state;
    const reason = textOf('reason', 'looks right');
    const facts = story.decideGate('a', 'approve', story.sponsor, {}, { reason });
    expect(facts[0]).toStrictEqual({
      type: 'sponsor_gate.decided',
      data: {
        taskKey: 'a',
        gateId: gate?.gateId,
        sponsorPrincipalId: 'sandbox:sam',
        authorizedBy: 'project-sponsors:demo',
        reason,
        candidateHash: gate?.candidateHash,
        decision: 'approve',
        authorization: story.proof('approve', story.sponsor, 'a', gate?.gateId ?? '', sequence),
        soloApproval: false,
      },
    });
    expect(typesOf(facts)).toStrictEqual(['sponsor_gate.decided', 'task.accepted']);
    expect(story.task('a')).toMatchObject({
      status: 'accepted',
      gate: { status: 'satisfied' },
      record: {
        acceptor: 'sandbox:sam',
        acceptedClaims: ['claim-1'],
        decision: { gateId: gate?.gateId, sponsorPrincipalId: 'sandbox:sam', soloApproval: false },
      },
    });
  });

  it.each(['reject', 'request_changes'] as const)('[K-351] decided %s sends the work back', (decision) => {
    const story = gated();
    expect(typesOf(story.decideGate('a', decision))).toStrictEqual(['sponsor_gate.decided', 'task.rework_requested']);
    expect(story.task('a')).toMatchObject({ status: 'ready', revision: 2, gate: { status: 'stale' } });
  });

  it('[K-351] cancelled cancels the task, and the Run needs a replan', () => {
    const story = gated();
    expect(typesOf(story.decideGate('a', 'cancel'))).toStrictEqual(['sponsor_gate.decided', 'task.cancelled']);
    expect(runStatus(story.state)).toBe('needs_replan');
  });

  it('[K-343] comes after the verdict, whose claims the record lists', () => {
    const story = RunStory.admitted([{ key: 'a' }])
      .pinAll({ minimumRoute: 'reviewer_then_sponsor' })
      .run('a');
    story.complete('a');
    story.evaluate('a');
    story.claimReview('a');
    story.judge('a', { claims: [{ claimId: 'claim-1', accepted: false }] });
    expect(story.task('a').review?.status).toBe('passed');
    story.decideGate('a', 'approve');
    expect(story.task('a').record).toMatchObject({
      rejectedClaims: ['claim-1'],
      verdict: { reviewerPrincipalId: 'agent:rob' },
      decision: { sponsorPrincipalId: 'sandbox:sam' },
    });
  });

  it('[K-S08] is stale once a later evaluation failed: the approval accepts nothing', () => {
    const story = gated();
    const { gate } = story.task('a');
    const { candidateHash, gateId } = gate ?? { candidateHash: '', gateId: '' };
    story.evaluate('a', { checks: [aCheck(candidateHash, { result: 'failed' })] });
    expect(story.task('a')).toMatchObject({ status: 'ready', revision: 2, gate: { status: 'stale' } });
    expect(refusalOf(() => story.decideGate('a', 'approve', story.sponsor, {}, { taskRevision: 1 }))).toBe('CANDIDATE_STALE');
    expect(refusalOf(() => story.decideGate('a', 'approve', story.sponsor, {}, { gateId, candidateHash }))).toBe(
      'CANDIDATE_STALE',
    );
    expect(story.task('a').status).toBe('ready');
  });

  it('[K-S09] of candidate A is stale when candidate B arrives', () => {
    const story = gated();
    const old = story.task('a').gate;
    story.decideGate('a', 'reject');
    story.pin('a', { minimumRoute: 'sponsor_required' });
    story.run('a');
    story.complete('a');
    story.evaluate('a');
    const gate = story.task('a').gate;
    expect(gate?.gateId).not.toBe(old?.gateId);
    const { sequence } = story.state;
    const approveOld = () =>
      story.decideGate(
        'a',
        'approve',
        story.sponsor,
        {},
        {
          gateId: old?.gateId ?? '',
          candidateHash: old?.candidateHash ?? '',
          authorization: story.proof('approve', story.sponsor, 'a', old?.gateId ?? '', sequence),
        },
      );
    expect(refusalOf(approveOld)).toBe('CANDIDATE_STALE');
    expect(story.decideGate('a', 'approve')).toHaveLength(2);
  });

  it('[K-233] is refused for another candidate hash, when settled, and where there is none', () => {
    const story = gated();
    const gateId = 'sponsor:other:1';
    const authorization = story.proof('approve', story.sponsor, 'a', gateId, story.state.sequence);
    for (const other of [{ gateId, authorization }, { taskRevision: 2 }])
      expect(refusalOf(() => story.decideGate('a', 'approve', story.sponsor, {}, other))).toBe('CANDIDATE_STALE');
    expect(refusalOf(() => story.decideGate('a', 'approve', story.sponsor, {}, { candidateHash: digestOf('other') }))).toBe(
      'CANDIDATE_STALE',
    );
    const none = RunStory.admitted([{ key: 'a' }]);
    expect(refusalOf(() => none.decideGate('a', 'approve'))).toBe('GATE_NOT_FOUND');
    const two = RunStory.admitted([{ key: 'a' }, { key: 'b' }])
      .pinAll({ minimumRoute: 'sponsor_required' })
      .run('a');
    two.complete('a');
    two.evaluate('a');
    two.decideGate('a', 'approve');
    expect(refusalOf(() => two.decideGate('a', 'approve'))).toBe('GATE_SETTLED');
  });
});

describe('who decides a gate', () => {
  it('[K-S16] is not the requester, who may still reject or cancel', () => {
    expect(refusalOf(() => gated().decideGate('a', 'approve', requester))).toBe('REQUESTER_CANNOT_APPROVE');
    const linked = { linkedPrincipalIds: ['sandbox:sam', REQUESTER] };
    expect(refusalOf(() => gated().decideGate('a', 'approve', person('sam'), linked))).toBe('REQUESTER_CANNOT_APPROVE');
    for (const decision of ['reject', 'request_changes', 'cancel'] as const) {
      expect(gated().decideGate('a', decision, requester)).toHaveLength(2);
    }
  });

  it('[D-03] is the requester under separation solo, marked as such, while there is one Sponsor only', () => {
    const solo = { change: { separation: 'solo' } } as const;
    const facts = gated(solo).decideGate('a', 'approve', requester, { sponsorCount: 1 });
    expect(facts[0]).toMatchObject({ data: { soloApproval: true } });
    expect(refusalOf(() => gated(solo).decideGate('a', 'approve', requester, { sponsorCount: 2 }))).toBe(
      'REQUESTER_CANNOT_APPROVE',
    );
    expect(gated(solo).decideGate('a', 'approve', person('sam'), { sponsorCount: 1 })[0]).toMatchObject({
      data: { soloApproval: false },
    });
  });

  it('[F-GV-07] is never an identity that an agent holds, not even the one Sponsor of a solo Project', () => {
    expect(refusalOf(() => gated().decideGate('a', 'approve', person('sam'), { agentHeld: true }))).toBe('AGENT_CANNOT_APPROVE');
    const solo = gated({ change: { separation: 'solo' } });
    const held = { agentHeld: true, sponsorCount: 1 };
    expect(refusalOf(() => solo.decideGate('a', 'approve', requester, held))).toBe('AGENT_CANNOT_APPROVE');
    expect(refusalOf(() => gated().decideGate('a', 'approve', agent('bot', 'sponsor')))).toBe('AGENT_CANNOT_APPROVE');
    expect(refusalOf(() => gated().decideGate('a', 'reject', agent('bot', 'sponsor')))).toBe('GATE_UNAUTHORIZED');
  });

  it('[K-226] is a Sponsor of the Catalog, proven by the authority port', () => {
    const story = gated();
    expect(refusalOf(() => story.decideGate('a', 'approve', person('sam'), { isSponsor: false }))).toBe('GATE_UNAUTHORIZED');
    expect(refusalOf(() => story.decideGate('a', 'approve', person('pat', 'participant')))).toBe('GATE_UNAUTHORIZED');
    expect(refusalOf(() => story.decideGate('a', 'approve', person('sam'), {}, { authority: null }))).toBe(
      'GATE_AUTHORITY_MISSING',
    );
    expect(refusalOf(() => story.decideGate('a', 'approve', person('sam'), {}, { authorization: null }))).toBe(
      'GATE_AUTHORITY_MISSING',
    );
    expect(refusalOf(() => story.decideGate('a', 'approve', person('sam'), { principalId: 'sandbox:other' }))).toBe(
      'GATE_UNAUTHORIZED',
    );
  });

  it('[K-226] proves exactly this decision on the Catalog as it is', () => {
    const story = gated();
    const gateId = story.task('a').gate?.gateId ?? '';
    const reject = story.proof('reject', story.sponsor, 'a', gateId, story.state.sequence);
    expect(refusalOf(() => story.decideGate('a', 'approve', story.sponsor, {}, { authorization: reject }))).toBe(
      'GATE_PROOF_STALE',
    );
    expect(refusalOf(() => story.decideGate('a', 'approve', story.sponsor, { catalogRevision: 'catalog-revision-2' }))).toBe(
      'GATE_PROOF_STALE',
    );
  });

  it('[K-244] stands on the present state of the task', () => {
    const story = gated();
    const gateId = story.task('a').gate?.gateId ?? '';
    const stale = { expectedSequence: 2, authorization: story.proof('approve', story.sponsor, 'a', gateId, 2) };
    expect(refusalOf(() => story.decideGate('a', 'approve', story.sponsor, {}, stale))).toBe('SEQUENCE_CONFLICT');
  });

  it('[D-47] cannot approve while the Run is being cancelled', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b' }])
      .pinAll({ minimumRoute: 'sponsor_required' })
      .run('a')
      .run('b', 'bob');
    story.complete('a');
    story.evaluate('a');
    story.cancel();
    expect(refusalOf(() => story.decideGate('a', 'approve'))).toBe('RUN_CANCELLING');
  });
});

describe('a gate whose time ran out', () => {
  const expired = (): RunStory => {
    const story = gated();
    story.tick(15 * MINUTE);
    return story;
  };
  const reopen = (
    story: RunStory,
    change: Partial<EvaluationFacts> = {},
    more: Partial<RunCommandData<'reopen_sponsor_gate'>> = {},
  ) => {
    const { gate } = story.task('a');
    const candidateHash = gate?.candidateHash ?? '';
    return story.do('reopen_sponsor_gate', story.sponsor, {
      ...story.gate('reopen', 'a', gate?.gateId ?? '', story.sponsor),
      candidateHash,
      facts: evaluationFactsFor(candidateHash, change),
      ...more,
    });
  };

  it('[F-GV-05] expires once; a late click learns when, and changes nothing; cancel works', () => {
    const story = gated();
    const deadline = story.task('a').gate?.deadline;
    story.now += 15 * MINUTE;
    const late = refusalOf(() => story.decideGate('a', 'approve'));
    expect(late).toBe('GATE_EXPIRED');
    expect(typesOf(story.tick(1))).toStrictEqual(['clock.advanced', 'sponsor_gate.expired']);
    expect(runStatus(story.state)).toBe('blocked');
    expect(() => story.decideGate('a', 'approve')).toThrow(
      expect.objectContaining({ details: { expiredAt: deadline } }) as Error,
    );
    expect(typesOf(story.tick(1))).toStrictEqual(['clock.advanced']);
    expect(typesOf(story.decideGate('a', 'cancel'))).toStrictEqual(['sponsor_gate.decided', 'task.cancelled']);
  });

  it('[K-233] is reopened by a Sponsor on a fresh evaluation, as a new gate', () => {
    const story = expired();
    const old = story.task('a').gate?.gateId;
    const facts = reopen(story);
    expect(typesOf(facts)).toStrictEqual(['sponsor_gate.opened']);
    expect(story.task('a').gate).toMatchObject({ status: 'open', deadline: T0 + 30 * MINUTE });
    expect(story.task('a').gate?.gateId).not.toBe(old);
    expect(story.decideGate('a', 'approve')).toHaveLength(2);
  });

  it('[K-233] is not reopened while it is open', () => {
    expect(refusalOf(() => reopen(gated()))).toBe('GATE_SETTLED');
  });

  it('[K-355] cannot be weakened by the fresh evaluation: not its tier, not its route, not its candidate', () => {
    const story = RunStory.admitted([{ key: 'a' }])
      .pinAll()
      .run('a');
    story.complete('a');
    story.evaluate('a', { tools: [aTool({ sideEffect: 'external' })] });
    story.tick(15 * MINUTE);
    expect(refusalOf(() => reopen(story, {}, { facts: evaluationFactsFor(digestOf('other')) }))).toBe('CANDIDATE_MISMATCH');
    const [fact] = reopen(story, { tools: [] });
    expect(fact).toMatchObject({
      type: 'sponsor_gate.opened',
      data: { gate: { evaluation: { tier: 'high', route: 'sponsor_required' } } },
    });
  });

  it('[K-344] sends the work back when the fresh evaluation fails', () => {
    const story = expired();
    const hash = story.task('a').candidate?.candidateHash ?? '';
    expect(typesOf(reopen(story, { checks: [aCheck(hash, { result: 'failed' })] }))).toStrictEqual(['task.rework_requested']);
  });

  it('[K-355] asks a reviewer first where the fresh evaluation says so and none has judged', () => {
    const story = expired();
    expect(typesOf(reopen(story, { tools: [aTool({ sideEffect: 'local' })] }))).toStrictEqual(['reviewer.assigned']);
  });

  it('[K-233] keeps the verdict that came before', () => {
    const story = RunStory.admitted([{ key: 'a' }])
      .pinAll({ minimumRoute: 'reviewer_then_sponsor' })
      .run('a');
    story.complete('a');
    story.evaluate('a');
    story.claimReview('a');
    story.judge('a');
    const verdictRef = story.task('a').gate?.verdictRef;
    story.tick(15 * MINUTE);
    expect(reopen(story)[0]).toMatchObject({ type: 'sponsor_gate.opened', data: { gate: { verdictRef } } });
    story.decideGate('a', 'approve');
    expect(story.task('a').record?.verdict).toMatchObject({ reviewerPrincipalId: 'agent:rob' });
  });
});
