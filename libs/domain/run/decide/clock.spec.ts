// The clock: everything due becomes one batch, each wait expires exactly once, order by instant, kind and id.
import { person, system } from '#testing';
import { judgmentCriterion, claimsCriterion, MINUTE, refusalOf, RunStory, T0, typesOf } from '#testing/run';
import { dueInstants, nextDueAt, runStatus } from '../index.js';

const fresh = (): RunStory => RunStory.admitted([{ key: 'a' }, { key: 'b' }]).pinAll();

describe('the clock of a Run', () => {
  it('[K-222] goes forward only', () => {
    const story = fresh();
    expect(refusalOf(() => story.tick(0))).toBe('CLOCK_NOT_ADVANCING');
    expect(story.tick(1)).toStrictEqual([{ type: 'clock.advanced', data: { now: T0 + 1 } }]);
    expect(refusalOf(() => story.do('advance_clock', person('sam'), {}))).toBe('ACTOR_NOT_AUTHORIZED');
  });

  it('[K-164] gives an expired lease back to the queue', () => {
    const story = fresh().run('a');
    const { assignmentId } = story.assignment('a');
    expect(typesOf(story.tick(29_999))).toStrictEqual(['clock.advanced']);
    expect(story.tick(1)).toStrictEqual([
      { type: 'clock.advanced', data: { now: T0 + 30_000 } },
      { type: 'assignment.lease_expired', data: { assignmentId } },
    ]);
    expect(story.task('a')).toMatchObject({ status: 'ready', attempt: 1, enqueuedAt: T0 + 30_000, activeAssignmentId: null });
    expect(story.assignment('a')).toMatchObject({ status: 'lost', outcome: 'outcome_unknown' });
  });

  it('[K-317] fails the task whose last attempt expired', () => {
    const story = RunStory.admitted([{ key: 'a', maxAttempts: 1 }])
      .pinAll()
      .run('a');
    expect(story.tick(30_000).slice(1)).toMatchObject([
      { type: 'assignment.lease_expired' },
      { type: 'task.failed', data: { taskKey: 'a', reason: null, reasonCode: 'attempts_exhausted' } },
    ]);
    expect(runStatus(story.state)).toBe('needs_replan');
  });

  it('[K-177] notes a missed deadline once for each task revision', () => {
    const story = fresh();
    expect(story.tick(60 * MINUTE).slice(1)).toStrictEqual([
      { type: 'task.deadline_missed', data: { taskKey: 'a', taskRevision: 1, deadline: T0 + 60 * MINUTE, status: 'ready' } },
      { type: 'task.deadline_missed', data: { taskKey: 'b', taskRevision: 1, deadline: T0 + 60 * MINUTE, status: 'ready' } },
    ]);
    expect(typesOf(story.tick(MINUTE))).toStrictEqual(['clock.advanced']);
  });

  it('[K-328] settles what is due by instant, then kind, then id, in one batch', () => {
    const story = RunStory.admitted([
      { key: 'b' },
      { key: 'a' },
      { key: 'c', gated: true, scheduler: { deadline: T0 + 15 * MINUTE } },
      { key: 'd', scheduler: { deadline: T0 + 30_000 } },
    ]).pinAll();
    story.run('d').run('a', 'bob');
    const due = dueInstants(story.state);
    expect(due.map((one) => [one.at - T0, one.kind, one.taskKey])).toStrictEqual([
      [30_000, 'assignment_lease', story.assignment('a').assignmentId < story.assignment('d').assignmentId ? 'a' : 'd'],
      [30_000, 'assignment_lease', story.assignment('a').assignmentId < story.assignment('d').assignmentId ? 'd' : 'a'],
      [30_000, 'task_deadline', 'd'],
      [120_000, 'starvation', 'b'],
      [15 * MINUTE, 'plan_gate', 'c'],
      [15 * MINUTE, 'task_deadline', 'c'],
      [60 * MINUTE, 'task_deadline', 'a'],
      [60 * MINUTE, 'task_deadline', 'b'],
    ]);
    expect(nextDueAt(story.state)).toBe(T0 + 30_000);
    expect(typesOf(story.tick(60 * MINUTE))).toStrictEqual([
      'clock.advanced',
      'assignment.lease_expired',
      'assignment.lease_expired',
      'task.deadline_missed',
      'plan_gate.expired',
      'task.deadline_missed',
      'task.deadline_missed',
      'task.deadline_missed',
    ]);
  });

  it('[K-328] leaves out what an earlier one of the same batch has ended', () => {
    const story = RunStory.admitted([{ key: 'a', maxAttempts: 1, scheduler: { deadline: T0 + 30_000 } }])
      .pinAll()
      .run('a');
    expect(typesOf(story.tick(MINUTE))).toStrictEqual(['clock.advanced', 'assignment.lease_expired', 'task.failed']);
  });

  it('[K-S13] started after every deadline, it expires each wait exactly once and leaves human actions open', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b' }, { key: 'c', gated: true }, { key: 'd' }]);
    story.pin('a', { criteria: [claimsCriterion, judgmentCriterion] });
    story.pin('b', { minimumRoute: 'sponsor_required' });
    story.pin('c');
    story.pin('d');
    story.run('a').run('b', 'bob');
    story.complete('a');
    story.complete('b');
    story.evaluate('a');
    story.evaluate('b');
    story.run('d');
    const facts = story.tick(24 * 60 * MINUTE);
    expect(
      typesOf(facts)
        .filter((type) => type.endsWith('expired'))
        .toSorted(),
    ).toStrictEqual(['assignment.lease_expired', 'plan_gate.expired', 'reviewer.expired', 'sponsor_gate.expired']);
    expect(typesOf(story.tick(24 * 60 * MINUTE))).toStrictEqual(['clock.advanced']);
    const reassign = { taskKey: 'a', assignmentId: story.task('a').review?.assignmentId ?? '', expectedSequence: null };
    expect(typesOf(story.do('reassign_reviewer', system('acceptance'), reassign))).toStrictEqual(['reviewer.assigned']);
    expect(typesOf(story.claimReview('a', person('sam')))).toStrictEqual(['reviewer.claimed']);
    expect(typesOf(story.decideGate('b', 'cancel'))).toStrictEqual(['sponsor_gate.decided', 'task.cancelled']);
    expect(typesOf(story.do('reopen_plan_gate', story.sponsor, story.gate('reopen', 'c', 'approval:c')))).toStrictEqual([
      'plan_gate.reopened',
    ]);
    expect(story.decidePlanGate('c', 'approve')).toHaveLength(2);
  });

  it('[K-315] has nothing to do before admission and after the end', () => {
    expect(dueInstants(new RunStory().state)).toStrictEqual([]);
    const story = fresh();
    story.cancel();
    expect(nextDueAt(story.state)).toBeNull();
  });
});
