// The rows of the state tables that a task, an Assignment and their waits pass through, each told by a story.
import { digestOf } from '#testing';
import { aPolicy, claimsCriterion, judgmentCriterion, MINUTE, refusalOf, RunStory, T0, typesOf } from '#testing/run';
import type { AdmissionSketch, TaskSketch } from '#testing/run';
import { runStatus } from './index.js';

const ready = (tasks: readonly TaskSketch[] = [{ key: 'a' }, { key: 'b' }], sketch: AdmissionSketch = {}): RunStory =>
  RunStory.admitted(tasks, sketch).pinAll();
const leased = (): RunStory => {
  const story = ready();
  story.schedule();
  story.claim('a');
  return story;
};
const running = (): RunStory => {
  const story = leased();
  story.start('a');
  return story;
};
const cancelling = (): RunStory => {
  const story = running();
  story.cancel();
  return story;
};
const release = (story: RunStory) =>
  story.do('release_lease', story.sponsor, {
    ...story.control(),
    assignmentId: story.assignment('a').assignmentId,
    reasonDigest: null,
  });
const settle = (story: RunStory, outcome: 'interrupted' | 'committed') =>
  story.do('settle_cancel', story.executorOf('a'), {
    ...story.spoken('a'),
    outcome,
    effects: [],
    receiptDigests: outcome === 'committed' ? [digestOf('receipt')] : [],
  });

describe('a task', () => {
  it('[K-157] begins ready, at revision 1, with no attempt', () => {
    expect(RunStory.admitted([{ key: 'a' }]).task('a')).toMatchObject({ status: 'ready', revision: 1, attempt: 0 });
  });

  it('[K-163] whose work was preempted is ready again: its attempt keeps its number, it queues anew', () => {
    const tasks: readonly TaskSketch[] = [
      { key: 'v', scheduler: { sponsorLane: 'low', preemptibility: 'checkpointable' } },
      { key: 'w', gated: true, scheduler: { sponsorLane: 'urgent' } },
    ];
    const story = ready(tasks, { policy: aPolicy({ capacity: 1 }) }).run('v');
    story.decidePlanGate('w', 'approve');
    story.schedule();
    story.now += 1_000;
    story.observe('v', { kind: 'checkpoint', checkpointRef: 'c', checkpointDigest: digestOf('c') });
    expect(story.task('v')).toMatchObject({ status: 'ready', attempt: 1, enqueuedAt: T0 + 1_000 });
  });

  it('[K-168] that is accepted satisfies its waits', () => {
    const story = RunStory.admitted([{ key: 'a' }]);
    story.pin('a', { criteria: [claimsCriterion, judgmentCriterion], minimumRoute: 'reviewer_then_sponsor' });
    story.run('a').complete('a');
    story.evaluate('a');
    story.claimReview('a');
    story.judge('a');
    story.decideGate('a', 'approve');
    const { status, review, gate } = story.task('a');
    expect([status, review?.status, gate?.status]).toStrictEqual(['accepted', 'satisfied', 'satisfied']);
  });

  it('[K-175] that is cancelled takes its open waits along', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b' }]);
    story.pin('a', { minimumRoute: 'reviewer_required' });
    story.run('a').complete('a');
    story.evaluate('a');
    const cancel = { ...story.control(), taskKey: 'a', reason: null, controlDeadline: story.now + 1 };
    story.do('cancel_task', story.sponsor, cancel);
    expect(story.task('a')).toMatchObject({ status: 'cancelled', review: { status: 'cancelled' } });
  });

  it('[K-150] is not dispatched in a pause, whatever the status shows', () => {
    const story = ready([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
    story.run('a').pause();
    story.fail('a', { retryable: false });
    expect(runStatus(story.state)).toBe('needs_replan');
    expect(() => story.schedule()).toThrow('The scheduler has nothing to decide.');
  });

  it('[K-322] that misses its deadline stays as it is', () => {
    const story = ready([{ key: 'a', scheduler: { deadline: T0 + MINUTE } }]);
    expect(typesOf(story.tick(MINUTE))).toStrictEqual(['clock.advanced', 'task.deadline_missed']);
    expect(story.task('a').status).toBe('ready');
  });
});

describe('an Assignment', () => {
  it('[K-185] [K-186] [K-189] is leased by its claim, running by its start, over by its completion', () => {
    const story = leased();
    expect(story.assignment('a').status).toBe('leased');
    story.start('a');
    expect(story.assignment('a').status).toBe('running');
    story.complete('a');
    expect(story.assignment('a').status).toBe('execution_completed');
  });

  it('[K-190] [K-192] [K-193] that is leased or running fails, or is lost with its lease, outcome unknown', () => {
    for (const begin of [leased, running]) {
      const failed = begin();
      failed.fail('a');
      expect(failed.assignment('a').status).toBe('failed');
      const expired = begin();
      expired.tick(30_000);
      expect(expired.assignment('a')).toMatchObject({ status: 'lost', outcome: 'outcome_unknown' });
      const released = begin();
      release(released);
      expect(released.assignment('a')).toMatchObject({ status: 'lost', outcome: 'outcome_unknown' });
    }
    const asked = cancelling();
    release(asked);
    expect(asked.assignment('a')).toMatchObject({ status: 'lost', outcome: 'outcome_unknown' });
    expect(asked.task('a').status).toBe('cancelled');
  });

  it('[K-194] [K-195] that is asked to stop settles with what it says', () => {
    for (const outcome of ['interrupted', 'committed'] as const) {
      const story = cancelling();
      expect([story.assignment('a').status, story.task('a').status]).toStrictEqual(['cancel_requested', 'cancelling']);
      settle(story, outcome);
      expect(story.assignment('a')).toMatchObject({ status: 'cancelled', outcome });
      expect(story.task('a').status).toBe('cancelled');
    }
  });

  it('[K-197] [K-316] that does not answer is cancelled at the control deadline, outcome unknown', () => {
    const story = cancelling();
    const facts = typesOf(story.tick(30_000));
    expect(facts).toContain('assignment.cancelled');
    expect(story.assignment('a')).toMatchObject({ status: 'cancelled', outcome: 'outcome_unknown' });
  });

  it('[K-198] is expired at the very millisecond at which its lease ends', () => {
    const story = running();
    expect(story.assignment('a').leaseExpiresAt).toBe(T0 + 30_000);
    story.now = T0 + 30_000;
    expect(refusalOf(() => story.complete('a'))).toBe('LEASE_EXPIRED');
    story.now = T0 + 29_999;
    expect(typesOf(story.complete('a'))).toStrictEqual(['assignment.execution_completed']);
  });
});

describe('a wait', () => {
  it('[K-319] of the Sponsors for a candidate expires at its deadline', () => {
    const story = RunStory.admitted([{ key: 'a' }])
      .pinAll({ minimumRoute: 'sponsor_required' })
      .run('a');
    story.complete('a');
    story.evaluate('a');
    expect(typesOf(story.tick(15 * MINUTE - 1))).toStrictEqual(['clock.advanced']);
    expect(typesOf(story.tick(1))).toStrictEqual(['clock.advanced', 'sponsor_gate.expired']);
  });

  it('[K-325] for a claim ends after 30 s: the dispatch is taken back, the task stays ready', () => {
    const story = ready([{ key: 'a' }]);
    story.schedule();
    expect(typesOf(story.tick(29_999))).toStrictEqual(['clock.advanced']);
    expect(story.tick(1)[1]).toMatchObject({ type: 'scheduler.dispatch_withdrawn', data: { reason: 'unclaimed' } });
    expect(story.task('a')).toMatchObject({ status: 'ready', enqueuedAt: T0 });
  });
});
