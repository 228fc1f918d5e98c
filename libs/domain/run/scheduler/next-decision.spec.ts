// The scheduler: order, capacity, starvation, preemption; pure, so that all competing schedulers agree.
import * as fc from 'fast-check';
import { digestOf, system } from '#testing';
import { aPolicy, MINUTE, refusalOf, RunStory, T0, typesOf } from '#testing/run';
import type { TaskSketch } from '#testing/run';
import { digest } from '../../kernel/index.js';
import { candidates, compareCandidates, nextDecision } from '../index.js';
import type { SchedulerDecision, SchedulerPolicy } from '../index.js';

const planned = (tasks: readonly TaskSketch[], policy: SchedulerPolicy = aPolicy()): RunStory =>
  RunStory.admitted(tasks, { policy }).pinAll();

const order = (story: RunStory): readonly string[] =>
  candidates(story.state)
    .toSorted((one, other) => compareCandidates(story.state, story.state.plan?.policy as SchedulerPolicy, one, other))
    .map((task) => task.key);

const lane = (sponsorLane: 'urgent' | 'high' | 'normal' | 'low', change: object = {}) => ({
  scheduler: { sponsorLane, ...change },
});

const commit = (story: RunStory, decision: SchedulerDecision) =>
  story.do('commit_scheduler_decision', system('scheduler'), {
    decision,
    route: { catalogRevision: 'catalog-revision-1', routeDigest: digestOf('member routes') },
  });

describe('who is a candidate', () => {
  it('[K-296] is ready, pinned, without dispatch, with every dependency accepted', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b', dependsOn: ['a'] }, { key: 'c', gated: true }, { key: 'd' }]);
    expect(candidates(story.state)).toStrictEqual([]);
    story.pinAll();
    expect(order(story)).toStrictEqual(['a', 'd']);
    story.schedule();
    expect(order(story)).toStrictEqual(['d']);
  });
});

describe('who goes first', () => {
  it.each([
    [
      'the lane',
      [
        { key: 'a', ...lane('low') },
        { key: 'b', ...lane('normal') },
        { key: 'c', ...lane('urgent') },
        { key: 'd', ...lane('high') },
      ],
      ['c', 'd', 'b', 'a'],
    ],
    ['the deadline inside a lane', [{ key: 'a' }, { key: 'b', ...lane('normal', { deadline: T0 + MINUTE }) }], ['b', 'a']],
    ['the rank at one deadline', [{ key: 'a' }, { key: 'b', ...lane('normal', { localRank: 3 }) }], ['b', 'a']],
    [
      'who waits longer, through the aged rank',
      [
        { key: 'a', ...lane('normal', { localRank: 1 }) },
        { key: 'b', ...lane('normal', { enqueuedAt: T0 - MINUTE }) },
      ],
      ['b', 'a'],
    ],
    ['who came first', [{ key: 'b' }, { key: 'a' }], ['a', 'b']],
  ] as ReadonlyArray<[string, readonly TaskSketch[], readonly string[]]>)('[K-297] follows %s', (_what, tasks, expected) => {
    expect(order(planned(tasks))).toStrictEqual(expected);
  });

  it('[K-297] puts the starved before all others, the earliest starvation first, whatever their lane', () => {
    const story = planned([
      { key: 'a', ...lane('urgent') },
      { key: 'b', ...lane('low', { enqueuedAt: T0 - 300_000 }) },
      { key: 'c', ...lane('normal', { enqueuedAt: T0 - 130_000 }) },
    ]);
    expect(order(story)).toStrictEqual(['c', 'b', 'a']);
    expect(nextDecision(story.state)).toMatchObject({ taskKey: 'c', reason: 'starvation_bound' });
  });

  it('[K-297] starves a task at its bound, not a millisecond before', () => {
    const story = planned([
      { key: 'a', ...lane('high') },
      { key: 'b', ...lane('low', { enqueuedAt: T0 - 299_999 }) },
    ]);
    expect(order(story)[0]).toBe('a');
    story.tick(1);
    expect(order(story)[0]).toBe('b');
  });

  it('[D-39] counts ages to the state, so that two schedulers with other clocks agree', () => {
    const story = planned([
      { key: 'a', ...lane('high') },
      { key: 'b', ...lane('low', { enqueuedAt: T0 - 299_999 }) },
    ]);
    story.now += 10 * MINUTE;
    expect(order(story)[0]).toBe('a');
  });

  it('[K-297] is a strict order over any tasks', () => {
    const sketch = fc.record({
      sponsorLane: fc.constantFrom('urgent', 'high', 'normal', 'low'),
      localRank: fc.nat(4),
      enqueuedAt: fc.integer({ min: T0 - 400_000, max: T0 }),
      deadline: fc.integer({ min: T0 + 1, max: T0 + 3 }),
    }) as fc.Arbitrary<TaskSketch['scheduler']>;
    fc.assert(
      fc.property(fc.array(sketch, { minLength: 2, maxLength: 7 }), (sketches) => {
        const story = planned(sketches.map((scheduler, n) => ({ key: `t${n}`, scheduler: scheduler as object })));
        const tasks = candidates(story.state);
        const policy = story.state.plan?.policy as SchedulerPolicy;
        for (const one of tasks) {
          for (const other of tasks) {
            const there = Math.sign(compareCandidates(story.state, policy, one, other));
            expect(there).toBe(one === other ? 0 : -Math.sign(compareCandidates(story.state, policy, other, one)));
          }
        }
        const first = order(story);
        expect(nextDecision(story.state)).toMatchObject({ taskKey: first[0] });
        const shuffled = tasks.toReversed().toSorted((one, other) => compareCandidates(story.state, policy, one, other));
        expect(shuffled.map((task) => task.key)).toStrictEqual(first);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a dispatch', () => {
  it('[K-303] is named by the digest of the decision', () => {
    const story = planned([{ key: 'a' }]);
    const decision = nextDecision(story.state) as SchedulerDecision;
    const { digest: own, decisionId, ...body } = decision;
    expect(own).toBe(digest(body));
    expect(decisionId).toBe(`scheduler:${own.slice(7)}`);
    expect(story.schedule()).toStrictEqual([
      {
        type: 'scheduler.dispatch_requested',
        data: { ...decision, catalogRevision: 'catalog-revision-1', routeDigest: digestOf('member routes') },
      },
    ]);
  });

  it('[K-298] waits for a free slot: leased, running and cancelled Assignments and pending dispatches count', () => {
    const story = planned([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
    story.schedule();
    story.schedule();
    expect(nextDecision(story.state)).toBeNull();
    story.claim('a');
    expect(nextDecision(story.state)).toBeNull();
    story.start('a');
    story.fail('a');
    expect(nextDecision(story.state)).toMatchObject({ type: 'dispatch_task' });
  });

  it('[K-223] is recomputed: another one is refused, and one for another sequence too', () => {
    const story = planned([{ key: 'a' }, { key: 'b' }]);
    const own = nextDecision(story.state) as SchedulerDecision;
    const bent = { ...own, taskKey: 'b' } as SchedulerDecision;
    expect(refusalOf(() => commit(story, { ...bent, digest: digestOf('bent') } as SchedulerDecision))).toBe(
      'SCHEDULER_DECISION_MISMATCH',
    );
    expect(refusalOf(() => commit(story, { ...own, decisionId: 'scheduler:mine' }))).toBe('SCHEDULER_DECISION_MISMATCH');
    story.tick(1);
    expect(refusalOf(() => commit(story, own))).toBe('SEQUENCE_CONFLICT');
  });

  it('[K-223] writes what the Kernel decided, not what was sent under its digest', () => {
    const story = planned([{ key: 'a' }, { key: 'b' }]);
    const own = nextDecision(story.state) as SchedulerDecision;
    const [fact] = commit(story, { ...own, taskKey: 'b' } as SchedulerDecision);
    expect(fact).toMatchObject({ data: { taskKey: 'a' } });
  });

  it('[K-152] is not made while paused, cancelled, or asked for a replan', () => {
    const paused = planned([{ key: 'a' }]);
    const own = nextDecision(paused.state) as SchedulerDecision;
    paused.pause();
    expect(nextDecision(paused.state)).toBeNull();
    expect(refusalOf(() => commit(paused, own))).toBe('RUN_PAUSED');
    const replan = planned([{ key: 'a' }]);
    replan.replan();
    expect(nextDecision(replan.state)).toBeNull();
    const cancelling = planned([{ key: 'a' }, { key: 'b' }]).run('a');
    cancelling.cancel();
    expect(nextDecision(cancelling.state)).toBeNull();
    expect(refusalOf(() => commit(cancelling, own))).toBe('RUN_CANCELLING');
  });

  it('[K-152] goes on beside a required failure: only a request stops it', () => {
    const story = planned([{ key: 'a' }, { key: 'b' }]).run('a');
    story.fail('a', { retryable: false });
    expect(nextDecision(story.state)).toMatchObject({ taskKey: 'b' });
  });

  it('[K-140] refuses a state with a wait that has no owner or no way out', () => {
    const story = planned([{ key: 'a' }, { key: 'b' }]);
    const data = {
      taskKey: 'b',
      blockerId: 'x',
      kind: 'external',
      owner: 'o',
      reason: null,
      deadline: T0 + 1,
      allowedActions: ['resolve'],
    } as const;
    story.fold({ type: 'task.blocked', data, at: T0 });
    expect(refusalOf(() => story.schedule())).toBe('WAIT_MALFORMED');
  });
});

describe('a withdrawn dispatch', () => {
  const dispatched = (): RunStory => {
    const story = planned([{ key: 'a' }]);
    story.schedule();
    return story;
  };
  const withdraw = (
    story: RunStory,
    reason: 'supply_lost' | 'grant_lost',
    decisionId = story.state.dispatches[0]?.decision.decisionId ?? '',
  ) => story.do('withdraw_dispatch', system('supply'), { decisionId, reason });

  it('[K-305] for want of supply blocks the task in the same batch, until supply resolves it', () => {
    const story = dispatched();
    const decisionId = story.state.dispatches[0]?.decision.decisionId ?? '';
    expect(withdraw(story, 'supply_lost')).toStrictEqual([
      {
        type: 'scheduler.dispatch_withdrawn',
        data: { decisionId, taskKey: 'a', taskRevision: 1, reason: 'supply_lost', withdrawnAt: T0 },
      },
      {
        type: 'task.blocked',
        data: {
          taskKey: 'a',
          blockerId: `scheduler-supply:${decisionId}`,
          kind: 'capability',
          owner: 'workroom-scheduler-assignment-supply',
          reason: null,
          deadline: T0 + 300_000,
          allowedActions: ['resolve', 'replan', 'cancel'],
        },
      },
    ]);
    story.now += MINUTE;
    const resolve = { taskKey: 'a', expectedSequence: null, blockerId: `scheduler-supply:${decisionId}` };
    expect(
      refusalOf(() => story.do('resolve_blocker', { principalId: 'agent:o', kind: 'agent', role: 'orchestrator' }, resolve)),
    ).toBe('ACTOR_NOT_AUTHORIZED');
    story.do('resolve_blocker', system('supply'), resolve);
    expect(story.task('a')).toMatchObject({ status: 'ready', enqueuedAt: T0 });
  });

  it('[D-48] for want of a grant leaves no blocker', () => {
    expect(typesOf(withdraw(dispatched(), 'grant_lost'))).toStrictEqual(['scheduler.dispatch_withdrawn']);
  });

  it('[K-224] is withdrawn once, and an unknown one not at all', () => {
    const story = dispatched();
    const decisionId = story.state.dispatches[0]?.decision.decisionId ?? '';
    withdraw(story, 'grant_lost');
    expect(withdraw(story, 'grant_lost', decisionId)).toStrictEqual([]);
    expect(refusalOf(() => withdraw(story, 'grant_lost', 'scheduler:none'))).toBe('DISPATCH_NOT_FOUND');
  });

  it('[D-37] counts as lost supply when nobody claimed it three times running', () => {
    const story = dispatched();
    for (const round of [1, 2]) {
      expect(typesOf(story.tick(30_000))).toStrictEqual(['clock.advanced', 'scheduler.dispatch_withdrawn']);
      expect(story.task('a').unclaimedWithdrawals).toBe(round);
      story.schedule();
    }
    expect(typesOf(story.tick(30_000))).toStrictEqual(['clock.advanced', 'scheduler.dispatch_withdrawn', 'task.blocked']);
    expect(story.task('a')).toMatchObject({ status: 'blocked', unclaimedWithdrawals: 0 });
  });
});
