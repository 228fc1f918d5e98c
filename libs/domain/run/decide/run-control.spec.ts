// Run control: cancel, replan, pause, resume, budget; each on the sequence that its sender saw.
import { contentHashOf, digestOf, person, specify, system, textOf } from '#testing';
import { MINUTE, refusalOf, REQUESTER, RunStory, sponsorAuthority, T0, typesOf } from '#testing/run';
import { attemptsLeft, nextDecision, runDecider, runHeader, runStatus } from '../index.js';
import { operationOf, requestDigest } from './operation.js';

const fresh = (): RunStory => RunStory.admitted([{ key: 'a' }, { key: 'b' }]).pinAll();

describe('cancelling a Run', () => {
  it('[K-219] stops what runs until a deadline and ends everything else at once', () => {
    const story = RunStory.admitted([
      { key: 'c' },
      { key: 'a' },
      { key: 'b', dependsOn: ['a'] },
      { key: 'd', dependsOn: ['a'], gated: true },
    ])
      .pinAll()
      .run('a');
    story.schedule();
    const { decisionId } = story.state.dispatches[0]?.decision ?? { decisionId: '' };
    const { assignmentId } = story.assignment('a');
    const before = story.state;
    const said = { ...story.control(), reasonCode: 'no_longer_required', controlDeadline: T0 + 30_000 } as const;
    const command = story.command('cancel_run', story.sponsor, said);
    specify(runDecider)
      .given(story.facts)
      .when(command)
      .then([
        {
          type: 'run.control_decided',
          data: {
            operationId: said.operationId,
            action: 'cancel',
            reasonCode: 'no_longer_required',
            expectedSequence: before.sequence,
            principalId: 'sandbox:sam',
            requestDigest: requestDigest(command),
            catalogRevision: 'catalog-revision-1',
            projectDigest: digestOf('project'),
            authorizationRef: 'project-sponsors:demo',
            stateSequence: before.sequence,
            stateStatus: 'blocked',
            stateDigest: runHeader(before).digest,
          },
        },
        { type: 'assignment.cancel_requested', data: { assignmentId, controlDeadline: T0 + 30_000 } },
        {
          type: 'scheduler.dispatch_withdrawn',
          data: { decisionId, taskKey: 'c', taskRevision: 1, reason: 'run_cancelled', withdrawnAt: T0 },
        },
        { type: 'task.cancel_requested', data: { taskKey: 'a', reason: null } },
        { type: 'task.cancelled', data: { taskKey: 'b', reason: null } },
        { type: 'task.cancelled', data: { taskKey: 'c', reason: null } },
        { type: 'task.cancelled', data: { taskKey: 'd', reason: null } },
        { type: 'run.cancel_requested', data: { reason: null } },
      ]);
    story.send(command);
    expect(runStatus(story.state)).toBe('cancelling');
    expect(story.task('d').planGate?.status).toBe('cancelled');
  });

  it('[K-327] ends the Run in the same batch when nothing is active', () => {
    const story = fresh();
    expect(typesOf(story.cancel())).toStrictEqual([
      'run.control_decided',
      'task.cancelled',
      'task.cancelled',
      'run.cancel_requested',
      'run.cancelled',
    ]);
    expect(runStatus(story.state)).toBe('cancelled');
    expect(refusalOf(() => story.cancel())).toBe('RUN_TERMINAL');
  });

  it('[K-S06] ends with outcome_unknown when a running Assignment never answers', () => {
    const story = fresh().run('a');
    story.cancel();
    expect(typesOf(story.tick(29_999))).toStrictEqual(['clock.advanced']);
    const facts = story.tick(1);
    expect(typesOf(facts)).toStrictEqual(['clock.advanced', 'assignment.cancelled', 'task.cancelled', 'run.cancelled']);
    expect(facts[1]).toMatchObject({ data: { outcome: 'outcome_unknown' } });
    expect(runStatus(story.state)).toBe('cancelled');
  });

  it('[D-47] asked for twice changes nothing the second time', () => {
    const story = fresh().run('a');
    story.cancel();
    expect(story.cancel({ operationId: 'another-operation' })).toStrictEqual([]);
  });

  it('[K-244] takes a deadline from now to one hour ahead', () => {
    const story = fresh();
    expect(refusalOf(() => story.cancel({ controlDeadline: T0 - 1 }))).toBe('VALUE_INVALID');
    expect(refusalOf(() => story.cancel({ controlDeadline: T0 + 3_600_001 }))).toBe('VALUE_INVALID');
    expect(story.cancel({ controlDeadline: T0 + 3_600_000 })).not.toStrictEqual([]);
  });
});

describe('who controls a Run', () => {
  it('[K-249] is a Sponsor of an active Project', () => {
    const story = fresh();
    const by = (change: object) => ({ authority: sponsorAuthority('sandbox:sam', change) });
    expect(refusalOf(() => story.cancel(by({ isSponsor: false })))).toBe('NOT_PROJECT_SPONSOR');
    expect(refusalOf(() => story.cancel(by({ principalId: 'sandbox:other' })))).toBe('NOT_PROJECT_SPONSOR');
    expect(refusalOf(() => story.cancel(by({ agentHeld: true })))).toBe('NOT_PROJECT_SPONSOR');
    expect(refusalOf(() => story.cancel(by({ projectActive: false })))).toBe('PROJECT_NOT_ACTIVE');
    story.sponsor = person('pat', 'participant');
    expect(refusalOf(() => story.cancel())).toBe('ACTOR_NOT_AUTHORIZED');
  });

  it('[D-54] is ingress too, for the requester, with one reason each', () => {
    const ask = (principalId: string, reasonCode: 'no_longer_required' | 'operator_request') => {
      const story = fresh();
      const said = { ...story.control(), authority: sponsorAuthority(principalId, { isSponsor: false }), reasonCode };
      return story.do('cancel_run', system('ingress'), { ...said, controlDeadline: T0 + 1 });
    };
    expect(ask(REQUESTER, 'no_longer_required')[0]).toMatchObject({ data: { principalId: REQUESTER, action: 'cancel' } });
    expect(refusalOf(() => ask('sandbox:other', 'no_longer_required'))).toBe('ACTOR_NOT_AUTHORIZED');
    expect(refusalOf(() => ask(REQUESTER, 'operator_request'))).toBe('ACTOR_NOT_AUTHORIZED');
    const story = fresh();
    const authority = sponsorAuthority(REQUESTER, { isSponsor: false });
    const replan = { ...story.control(), authority, reasonCode: 'requirements_changed' } as const;
    expect(typesOf(story.do('request_replan', system('ingress'), replan))).toStrictEqual([
      'run.control_decided',
      'run.replan_requested',
    ]);
  });

  it('[D-32] stands on the last fact of the Run or plan, not of a task', () => {
    const story = fresh();
    const { runSequence } = story.state;
    story.run('a');
    expect(story.state.sequence).toBeGreaterThan(runSequence + 3);
    story.do('pause_run', story.sponsor, { ...story.control(), expectedSequence: runSequence, reasonCode: 'incident' });
    const stale = { ...story.control(), expectedSequence: runSequence, reasonCode: 'incident_resolved' } as const;
    expect(refusalOf(() => story.do('resume_run', story.sponsor, stale))).toBe('SEQUENCE_CONFLICT');
  });
});

describe('a paused Run', () => {
  it('[K-S15] records what runs, and dispatches nothing new until it is resumed', () => {
    const story = fresh().run('a');
    story.schedule();
    expect(typesOf(story.pause())).toStrictEqual(['run.control_decided', 'scheduler.dispatch_withdrawn', 'run.paused']);
    expect(story.task('b').status).toBe('ready');
    expect(typesOf(story.complete('a'))).toStrictEqual(['assignment.execution_completed']);
    story.evaluate('a');
    expect(runStatus(story.state)).toBe('paused');
    expect(nextDecision(story.state)).toBeNull();
    expect(typesOf(story.resume())).toStrictEqual(['run.control_decided', 'run.resumed']);
    expect(nextDecision(story.state)).toMatchObject({ taskKey: 'b' });
  });

  it('[K-221] is paused once', () => {
    const story = fresh();
    story.pause();
    expect(story.pause()).toStrictEqual([]);
    story.resume();
    expect(refusalOf(() => story.resume())).toBe('RUN_NOT_PAUSED');
  });

  it('[K-151] stops no clock: leases expire', () => {
    const story = fresh().run('a');
    story.pause();
    expect(typesOf(story.tick(30_000))).toStrictEqual(['clock.advanced', 'assignment.lease_expired']);
  });
});

describe('a replan request', () => {
  it('[K-143] makes the Run need a replan until it is resumed or revised', () => {
    const story = fresh();
    expect(typesOf(story.replan())).toStrictEqual(['run.control_decided', 'run.replan_requested']);
    expect(runStatus(story.state)).toBe('needs_replan');
    story.resume();
    expect(runStatus(story.state)).toBe('active');
  });

  it('[K-323] is overdue once after 15 minutes, and stays open', () => {
    const story = fresh();
    story.replan();
    const { operationId } = story.state.replan ?? { operationId: '' };
    const facts = story.tick(15 * MINUTE);
    expect(facts.at(-1)).toStrictEqual({
      type: 'run.replan_overdue',
      data: { operationId, owner: 'orchestrator:demo', deadline: T0 + 15 * MINUTE },
    });
    expect(typesOf(story.tick(MINUTE))).toStrictEqual(['clock.advanced']);
    expect(story.state.replan).toMatchObject({ operationId, overdue: true });
  });

  it('[K-220] is refused while the Run is being cancelled, as pause, resume and budget are', () => {
    const story = fresh().run('a');
    story.cancel();
    expect(refusalOf(() => story.replan())).toBe('RUN_CANCELLING');
    expect(refusalOf(() => story.pause())).toBe('RUN_CANCELLING');
    expect(refusalOf(() => story.resume())).toBe('RUN_CANCELLING');
    const raise = { ...story.control(), reasonCode: 'budget_review', kind: 'attempts', amount: 1 } as const;
    expect(refusalOf(() => story.do('raise_budget', story.sponsor, raise))).toBe('RUN_CANCELLING');
  });
});

describe('a raised budget', () => {
  const raise = (story: RunStory, kind: 'attempts' | 'money', amount: number) =>
    story.do('raise_budget', story.sponsor, { ...story.control(), reasonCode: 'budget_review', kind, amount });

  it('[D-02] adds attempts that the Run may claim', () => {
    const story = RunStory.admitted([{ key: 'a', maxAttempts: 1 }], { budget: { maxTotalAttempts: 1 } })
      .pinAll()
      .run('a');
    expect(attemptsLeft(story.state)).toBe(0);
    const facts = raise(story, 'attempts', 2);
    expect(facts).toMatchObject([
      {
        type: 'run.budget_raised',
        data: { kind: 'attempts', amount: 2, principalId: 'sandbox:sam', reasonCode: 'budget_review' },
      },
    ]);
    expect(attemptsLeft(story.state)).toBe(2);
  });

  it('[D-46] raises money only where there is a money budget', () => {
    expect(refusalOf(() => raise(fresh(), 'money', 5))).toBe('VALUE_INVALID');
    const story = RunStory.admitted([{ key: 'a' }], { budget: { maxCostMicros: 1_000 } });
    raise(story, 'money', 5);
    expect(story.state.raised).toStrictEqual({ attempts: 0, money: 5 });
    expect(refusalOf(() => raise(story, 'money', 0))).toBe('VALUE_INVALID');
  });
});

describe('one task under control', () => {
  const end = (story: RunStory, key: string) =>
    story.do('cancel_task', story.sponsor, {
      ...story.control(),
      taskKey: key,
      reason: null,
      controlDeadline: story.now + 30_000,
    });
  const fail = (story: RunStory, key: string) =>
    story.do('fail_task', story.sponsor, { ...story.control(), taskKey: key, reason: textOf('reason', 'no use') });

  it('[K-173] is asked to stop when it runs, and cancelled at once when it does not', () => {
    const story = fresh().run('a');
    const { assignmentId } = story.assignment('a');
    expect(end(story, 'a')).toStrictEqual([
      { type: 'assignment.cancel_requested', data: { assignmentId, controlDeadline: T0 + 30_000 } },
      { type: 'task.cancel_requested', data: { taskKey: 'a', reason: null } },
    ]);
    expect(end(story, 'a')).toStrictEqual([]);
    story.schedule();
    expect(typesOf(end(story, 'b'))).toStrictEqual(['scheduler.dispatch_withdrawn', 'task.cancelled']);
    expect(refusalOf(() => end(story, 'b'))).toBe('TASK_NOT_READY');
    expect(refusalOf(() => end(story, 'z'))).toBe('TASK_NOT_FOUND');
  });

  it('[K-176] fails at a Sponsor word, unless somebody works on it', () => {
    const story = fresh().run('a');
    expect(refusalOf(() => fail(story, 'a'))).toBe('TASK_NOT_READY');
    expect(fail(story, 'b')).toStrictEqual([
      { type: 'task.failed', data: { taskKey: 'b', reason: textOf('reason', 'no use'), reasonCode: 'operator' } },
    ]);
    story.cancel();
    expect(refusalOf(() => fail(story, 'a'))).toBe('RUN_CANCELLING');
  });

  it('[K-182] takes optional tasks that depend on it along, in order; a required one waits', () => {
    const story = RunStory.admitted([
      { key: 'a' },
      { key: 'b', dependsOn: ['a'], required: false },
      { key: 'c', dependsOn: ['b'], required: false },
      { key: 'd', dependsOn: ['a'] },
      { key: 'e', dependsOn: ['c'], required: false, gated: true },
    ]);
    const facts = fail(story, 'a');
    expect(facts.map((fact) => [fact.type, (fact.data as { taskKey: string }).taskKey])).toStrictEqual([
      ['task.failed', 'a'],
      ['task.cancelled', 'b'],
      ['task.cancelled', 'c'],
      ['task.cancelled', 'e'],
    ]);
    expect(story.task('d').status).toBe('ready');
  });

  it('[K-154] may fail when it is optional: the Run goes on and completes', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b', required: false }])
      .pinAll()
      .run('a');
    fail(story, 'b');
    expect(runStatus(story.state)).toBe('active');
    story.complete('a');
    story.evaluate('a');
    expect(runStatus(story.state)).toBe('completed');
  });
});

describe('a lease taken away', () => {
  const release = (story: RunStory, key = 'a', assignmentId = story.assignment(key).assignmentId) =>
    story.do('release_lease', story.sponsor, { ...story.control(), assignmentId, reasonDigest: contentHashOf('it hangs') });

  it('[K-206] leaves the Assignment lost and demands a higher fence', () => {
    const story = RunStory.admitted([{ key: 'a' }]).pinAll();
    story.schedule();
    story.claim('a', 'alice', { fence: 5 });
    const { assignmentId } = story.assignment('a');
    const [fact] = release(story);
    expect(fact).toMatchObject({
      type: 'assignment.lease_released',
      data: { assignmentId, fence: 5, minimumNextFence: 6, principalId: 'sandbox:sam', reasonDigest: contentHashOf('it hangs') },
    });
    expect(story.task('a').status).toBe('ready');
    expect(story.assignment('a')).toMatchObject({ status: 'lost', outcome: 'outcome_unknown' });
    story.schedule();
    expect(refusalOf(() => story.claim('a', 'bob', { fence: 5 }))).toBe('FENCE_NOT_HIGHER');
    expect(story.claim('a', 'bob', { fence: 6 })).not.toStrictEqual([]);
  });

  it('[K-165] fails the task with its last attempt', () => {
    const story = RunStory.admitted([{ key: 'a', maxAttempts: 1 }])
      .pinAll()
      .run('a');
    expect(typesOf(release(story))).toStrictEqual(['assignment.lease_released', 'task.failed']);
  });

  it('[K-174] cancels a task that was being cancelled, and the Run with it', () => {
    const story = fresh().run('a');
    story.cancel();
    expect(typesOf(release(story))).toStrictEqual(['assignment.lease_released', 'task.cancelled', 'run.cancelled']);
  });

  it('[K-234] is there to be taken', () => {
    const story = fresh().run('a');
    story.complete('a');
    expect(refusalOf(() => release(story))).toBe('ASSIGNMENT_NOT_RUNNING');
    expect(refusalOf(() => release(story, 'a', 'assignment:none'))).toBe('ASSIGNMENT_NOT_FOUND');
  });
});

describe('the identity of a control', () => {
  it('[K-S19] is its operationId and what was asked, not what intake filled in', () => {
    const story = fresh();
    const ask = (change: object) =>
      story.command('cancel_run', story.sponsor, {
        operationId: 'operation-9',
        expectedSequence: 3,
        authority: sponsorAuthority('sandbox:sam'),
        reasonCode: 'operator_request',
        controlDeadline: T0 + 1,
        ...change,
      });
    const first = operationOf(ask({}));
    expect(first).toMatchObject({ kind: 'operationId', key: 'operation-9' });
    expect(
      operationOf(
        ask({ expectedSequence: 4, controlDeadline: T0 + 9, authority: sponsorAuthority('sandbox:sam', { sponsorCount: 1 }) }),
      ),
    ).toStrictEqual(first);
    expect(operationOf(ask({ reasonCode: 'superseded' })).digest).not.toBe(first.digest);
    expect(operationOf(story.command('advance_clock', system('clock'), {})).kind).toBe('commandId');
  });
});
