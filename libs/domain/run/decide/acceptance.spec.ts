// Acceptance: pinned before the claim, evaluated by the policy, reworked within its budget.
import { agent, digestOf, specify, system, textOf } from '#testing';
import { aCheck, aContract, aTool, judgmentCriterion, claimsCriterion, refusalOf, RunStory, T0, typesOf } from '#testing/run';
import type { TaskSketch } from '#testing/run';
import { awaitingEvaluation, contractIdOf, pinnableTasks, runDecider, runStatus } from '../index.js';
import type { Contract, EvaluationFacts } from '../index.js';

const completed = (contract: Partial<Contract> = {}, task: Partial<TaskSketch> = {}): RunStory => {
  const story = RunStory.admitted([{ key: 'a', ...task }])
    .pinAll(contract)
    .run('a');
  story.complete('a');
  return story;
};
const olga = agent('olga', 'orchestrator');

describe('the contract of a task', () => {
  it('[K-228] is pinned once for each revision', () => {
    const story = RunStory.admitted([{ key: 'a' }]);
    expect(pinnableTasks(story.state).map((task) => task.key)).toStrictEqual(['a']);
    const contract = aContract(story.state, 'a');
    expect(story.pin('a')).toStrictEqual([{ type: 'task.acceptance_pinned', data: { taskKey: 'a', contract } }]);
    expect(story.pin('a')).toStrictEqual([]);
    expect(pinnableTasks(story.state)).toStrictEqual([]);
    const other = { policyDigest: digestOf('new policy') };
    const contractId = contractIdOf('demo', story.runId, 'a', 1, other.policyDigest);
    expect(refusalOf(() => story.pin('a', { ...other, contractId }))).toBe('TASK_REVISION_STALE');
  });

  it('[K-329] is named after what it binds, has criteria, and says which check reads the claims', () => {
    const story = RunStory.admitted([{ key: 'a' }]);
    expect(refusalOf(() => story.pin('a', { contractId: 'acceptance-contract:demo:other' }))).toBe('VALUE_INVALID');
    expect(refusalOf(() => story.pin('a', { criteria: [] }))).toBe('VALUE_INVALID');
    expect(refusalOf(() => story.pin('a', { criteria: [claimsCriterion, claimsCriterion] }))).toBe('VALUE_INVALID');
    expect(
      refusalOf(() => story.pin('a', { criteria: [judgmentCriterion], claimSchema: { criterionId: 'reviewer-verdict' } })),
    ).toBe('VALUE_INVALID');
  });

  it('[K-228] is not pinned after the claim, and not for another revision', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b' }]);
    story.pin('a');
    story.schedule();
    story.claim('a');
    const contract = aContract(story.state, 'b');
    const pin = (taskRevision: number) =>
      story.do('pin_task_acceptance', system('acceptance'), { taskKey: 'b', taskRevision, contract });
    expect(refusalOf(() => pin(2))).toBe('TASK_REVISION_STALE');
    const unpinned = story.facts.filter((fact) => fact.type !== 'task.acceptance_pinned');
    const command = story.command('pin_task_acceptance', system('acceptance'), {
      taskKey: 'a',
      taskRevision: 1,
      contract: aContract(story.state, 'a'),
    });
    specify(runDecider).given(unpinned).when(command).thenRejected('TASK_NOT_READY');
  });
});

describe('the evaluation of a candidate', () => {
  it('[K-340] accepts by itself at low risk, with a record of what and why', () => {
    const story = completed();
    const { candidate, contract } = story.task('a');
    const sequence = story.state.sequence;
    expect(
      story.evaluate('a', { checks: [aCheck(candidate?.candidateHash ?? '', { inputRefs: ['claim-1', 'claim-2'] })] }),
    ).toStrictEqual([
      {
        type: 'task.accepted',
        data: {
          taskKey: 'a',
          reportRef: candidate?.reportRef,
          record: {
            recordId: `acceptance:${candidate?.candidateRef}:${candidate?.candidateHash}`,
            contractId: contract?.contractId,
            evaluationId: `evaluation:${candidate?.candidateRef}:${sequence + 1}`,
            assignmentId: candidate?.assignmentId,
            producerPrincipalId: 'agent:alice',
            candidateRef: candidate?.candidateRef,
            candidateHash: candidate?.candidateHash,
            reportDigest: candidate?.reportDigest,
            acceptedClaims: ['claim-1', 'claim-2'],
            rejectedClaims: [],
            tier: 'low',
            route: 'auto_accept',
            checkIds: ['report-claims'],
            verdict: null,
            decision: null,
            decidedBy: 'acceptance-policy:acceptance:demo:1',
            acceptor: 'acceptance-policy:acceptance:demo:1',
            sourceSequence: sequence,
          },
        },
      },
    ]);
    expect(runStatus(story.state)).toBe('completed');
  });

  it('[K-242] is asked for by the acceptance policy alone', () => {
    const story = completed();
    const facts = { taskKey: 'a', taskRevision: 1, facts: null };
    expect(refusalOf(() => story.do('evaluate_task_acceptance', olga, facts))).toBe('ACTOR_NOT_AUTHORIZED');
    expect(refusalOf(() => story.do('evaluate_task_acceptance', story.executorOf('a'), facts))).toBe('ACTOR_NOT_AUTHORIZED');
  });

  it('[K-229] needs an installed policy, an awaiting task and the candidate that it completed with', () => {
    const story = completed();
    const none = { taskKey: 'a', taskRevision: 1, facts: null };
    expect(refusalOf(() => story.do('evaluate_task_acceptance', system('acceptance'), none))).toBe('AUTHORITY_PORT_MISSING');
    const other = digestOf('other candidate');
    expect(refusalOf(() => story.evaluate('a', { candidateHash: other, checks: [] }))).toBe('CANDIDATE_MISMATCH');
    expect(refusalOf(() => story.evaluate('a', { checks: [aCheck(other)] }))).toBe('CANDIDATE_MISMATCH');
    const early = RunStory.admitted([{ key: 'a' }]).pinAll();
    expect(refusalOf(() => early.evaluate('a'))).toBe('TASK_NOT_AWAITING');
  });

  it('[K-332] takes one check for each criterion of the contract, no other', () => {
    const story = completed();
    const hash = story.task('a').candidate?.candidateHash ?? '';
    expect(refusalOf(() => story.evaluate('a', { checks: [aCheck(hash), aCheck(hash)] }))).toBe('VALUE_INVALID');
    expect(refusalOf(() => story.evaluate('a', { checks: [aCheck(hash, { criterionId: 'mine' })] }))).toBe('VALUE_INVALID');
  });

  it.each([
    ['K-341', 'reviewer.assigned', { tools: [aTool({ sideEffect: 'local' })] }, {}],
    ['K-341', 'reviewer.assigned', {}, { minimumRoute: 'reviewer_required' }],
    ['K-342', 'sponsor_gate.opened', { tools: [aTool({ sideEffect: 'external' })] }, {}],
    ['K-343', 'reviewer.assigned', { dataClass: 'restricted' }, { criteria: [claimsCriterion, judgmentCriterion] }],
    ['K-342', 'sponsor_gate.opened', { undeclaredTools: ['mystery'] }, {}],
  ] as ReadonlyArray<[string, string, Partial<EvaluationFacts>, Partial<Contract>]>)(
    '[%s] opens %s with %j',
    (_id, type, facts, contract) => {
      const story = completed(contract);
      expect(typesOf(story.evaluate('a', facts))).toStrictEqual([type]);
      expect(story.task('a').status).toBe('awaiting_acceptance');
    },
  );

  it('[K-331] derives the risk that it writes down: nothing of it comes from the Executor', () => {
    const story = completed();
    const [fact] = story.evaluate('a', {
      tools: [aTool({ sideEffect: 'external', tags: ['deploy'] })],
      dataClass: 'confidential',
    });
    expect(fact).toMatchObject({
      data: {
        gate: {
          evaluation: {
            tier: 'high',
            route: 'sponsor_required',
            risk: {
              sideEffect: 'external',
              reversibility: 'discard_only',
              dataClass: 'confidential',
              blastRadius: 'single_artifact',
              uncertainty: 'known',
              capabilityTags: ['deploy'],
            },
          },
        },
      },
    });
  });

  it('[K-344] sends the work back when a check failed', () => {
    const story = completed();
    const hash = story.task('a').candidate?.candidateHash ?? '';
    const [fact] = story.evaluate('a', { checks: [aCheck(hash, { result: 'failed' })] });
    expect(fact).toMatchObject({
      type: 'task.rework_requested',
      data: { taskKey: 'a', reason: null, evaluation: { route: 'rework' } },
    });
    expect(story.task('a')).toMatchObject({ status: 'ready', revision: 2, attempt: 0, contract: null, candidate: null });
  });

  it('[K-170] blocks on missing facts, and goes on with a later evaluation', () => {
    const story = completed();
    expect(typesOf(story.evaluate('a', { checks: [] }))).toStrictEqual(['task.acceptance_blocked']);
    expect(story.task('a')).toMatchObject({ status: 'awaiting_acceptance', acceptanceBlockedAt: T0 });
    expect(story.evaluate('a', { checks: [] })).toStrictEqual([]);
    expect(awaitingEvaluation(story.state)).toStrictEqual([]);
    expect(typesOf(story.evaluate('a'))).toStrictEqual(['task.accepted']);
  });

  it('[K-348] makes open waits stale when facts go missing: nobody waives them', () => {
    const story = completed({ criteria: [claimsCriterion, judgmentCriterion] });
    story.evaluate('a');
    story.claimReview('a');
    story.evaluate('a', { checks: [] });
    expect(story.task('a').review?.status).toBe('stale');
    expect(refusalOf(() => story.judge('a'))).toBe('REVIEW_NOT_CLAIMED');
    expect(typesOf(story.evaluate('a'))).toStrictEqual(['reviewer.assigned']);
  });

  it('[F-GV-02] opens one wait for one candidate: evaluated again, it is still that one', () => {
    const story = completed({ minimumRoute: 'sponsor_required' });
    expect(awaitingEvaluation(story.state).map((task) => task.key)).toStrictEqual(['a']);
    story.evaluate('a');
    const gateId = story.task('a').gate?.gateId;
    expect(story.evaluate('a')).toStrictEqual([]);
    expect(story.evaluate('a', { dataClass: 'confidential' })).toStrictEqual([]);
    expect(story.task('a').gate?.gateId).toBe(gateId);
    expect(awaitingEvaluation(story.state)).toStrictEqual([]);
  });
});

describe('rework', () => {
  const redo = (story: RunStory, by = olga) =>
    story.do('request_rework', by, {
      taskKey: 'a',
      taskRevision: story.task('a').revision,
      expectedSequence: story.state.sequence,
      reason: textOf('reason', 'more detail'),
    });
  const again = (story: RunStory): void => {
    story.pin('a');
    story.run('a');
    story.complete('a');
  };

  it('[K-217] is asked for by Orchestrator or policy while a candidate awaits acceptance', () => {
    const story = completed();
    const facts = redo(story);
    expect(facts).toStrictEqual([
      { type: 'task.rework_requested', data: { taskKey: 'a', reason: textOf('reason', 'more detail') } },
    ]);
    expect(refusalOf(() => redo(story))).toBe('TASK_NOT_AWAITING');
    expect(refusalOf(() => redo(completed(), story.sponsor))).toBe('ACTOR_NOT_AUTHORIZED');
  });

  it('[K-S10] fails the task at the third request of three revisions, and the Run needs a replan', () => {
    const story = completed();
    redo(story);
    again(story);
    redo(story);
    again(story);
    expect(story.task('a').revision).toBe(3);
    expect(redo(story)).toStrictEqual([
      {
        type: 'task.failed',
        data: { taskKey: 'a', reason: textOf('reason', 'more detail'), reasonCode: 'rework_exhausted' },
      },
    ]);
    expect(runStatus(story.state)).toBe('needs_replan');
  });

  it('[K-169] begins a new revision: attempt 0, no contract, no report, back in the queue', () => {
    const story = completed();
    story.now += 5_000;
    redo(story);
    expect(story.task('a')).toMatchObject({
      status: 'ready',
      revision: 2,
      attempt: 0,
      contract: null,
      candidate: null,
      evaluation: null,
      enqueuedAt: T0 + 5_000,
      enqueueSequence: story.state.sequence,
    });
    expect(pinnableTasks(story.state).map((task) => task.key)).toStrictEqual(['a']);
  });

  it('[D-32] is refused on a sequence before the last fact of its task, not of another one', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b' }])
      .pinAll()
      .run('a')
      .run('b', 'bob');
    story.complete('a');
    const expectedSequence = story.state.sequence;
    story.complete('b');
    const ask = (taskKey: string, sequence: number | null) =>
      story.do('request_rework', olga, { taskKey, taskRevision: 1, expectedSequence: sequence, reason: null });
    expect(refusalOf(() => ask('b', expectedSequence))).toBe('SEQUENCE_CONFLICT');
    expect(refusalOf(() => ask('a', story.state.sequence + 1))).toBe('VALUE_INVALID');
    expect(refusalOf(() => ask('a', null))).toBe('VALUE_INVALID');
    expect(ask('a', expectedSequence)).toHaveLength(1);
  });

  it('[D-32] tells the conflict with the present sequence of the Run', () => {
    const story = completed();
    const command = story.command('request_rework', olga, { taskKey: 'a', taskRevision: 1, expectedSequence: 1, reason: null });
    specify(runDecider)
      .given(story.facts)
      .when(command)
      .thenRejected('SEQUENCE_CONFLICT', { runId: story.runId, expectedSequence: 1, actualSequence: story.state.sequence });
  });
});

describe('a failed task', () => {
  const failed = (maxRevisions = 3): RunStory => {
    const story = RunStory.admitted([{ key: 'a', maxRevisions }])
      .pinAll()
      .run('a');
    story.fail('a', { retryable: false });
    return story;
  };
  const revise = (story: RunStory) =>
    story.do('revise_task', olga, {
      taskKey: 'a',
      taskRevision: story.task('a').revision,
      expectedSequence: story.state.sequence,
      title: textOf('title', 'again, smaller'),
      reason: textOf('reason', 'it was too much'),
      maxAttempts: 2,
    });

  it('[K-171] is revised by the Orchestrator: ready, revision 2, new title and attempts', () => {
    const story = failed();
    expect(runStatus(story.state)).toBe('needs_replan');
    expect(revise(story)).toStrictEqual([
      {
        type: 'task.revised',
        data: {
          taskKey: 'a',
          title: textOf('title', 'again, smaller'),
          reason: textOf('reason', 'it was too much'),
          maxAttempts: 2,
        },
      },
    ]);
    expect(story.task('a')).toMatchObject({ status: 'ready', revision: 2, attempt: 0, failure: null, plan: { maxAttempts: 2 } });
    expect(runStatus(story.state)).toBe('active');
  });

  it.each(['sponsor_required', 'reviewer_required'] as const)(
    '[D-42] whose wait (%s) was cancelled with it awaits evaluation again after its revision',
    (minimumRoute) => {
      const story = RunStory.admitted([{ key: 'a' }])
        .pinAll({ minimumRoute })
        .run('a');
      story.complete('a');
      story.evaluate('a');
      story.do('fail_task', story.sponsor, { ...story.control(), taskKey: 'a', reason: null });
      revise(story);
      story.pin('a', { minimumRoute });
      story.run('a');
      story.complete('a');
      expect(awaitingEvaluation(story.state).map((task) => task.key)).toStrictEqual(['a']);
      expect(story.evaluate('a')).toHaveLength(1);
      expect(awaitingEvaluation(story.state)).toStrictEqual([]);
    },
  );

  it('[K-218] is not revised beyond its revisions, nor when it has not failed', () => {
    const story = failed(2);
    revise(story);
    expect(refusalOf(() => revise(story))).toBe('TASK_NOT_FAILED');
    story.pin('a');
    story.run('a');
    story.fail('a', { retryable: false });
    expect(refusalOf(() => revise(story))).toBe('REWORK_EXHAUSTED');
  });
});
