// What a Run waits for by time alone: each instant with its kind and owner, in the order in which it is settled.
import { aPolicy, claimsCriterion, judgmentCriterion, MINUTE, RunStory, T0 } from '#testing/run';
import type { TaskSketch } from '#testing/run';
import { dueInstants, initialRun, nextDueAt } from '../index.js';
import type { DueInstant } from '../index.js';
import { isStillDue } from './due-instants.js';

const of = (story: RunStory, kind: string): readonly DueInstant[] => dueInstants(story.state).filter((one) => one.kind === kind);
const accepting = (floor: 'baseline' | 'sponsor_required', judged = false): RunStory => {
  const story = RunStory.admitted([{ key: 'a' }]);
  story.pin('a', { minimumRoute: floor, criteria: judged ? [claimsCriterion, judgmentCriterion] : [claimsCriterion] });
  story.run('a').complete('a');
  story.evaluate('a');
  return story;
};
const crowded = (): RunStory => {
  const tasks = [
    { key: 'v', scheduler: { sponsorLane: 'low', preemptibility: 'checkpointable' } },
    { key: 'w', gated: true, scheduler: { sponsorLane: 'urgent' } },
  ] as const satisfies readonly TaskSketch[];
  const story = RunStory.admitted(tasks, { policy: aPolicy({ capacity: 1 }) })
    .pinAll()
    .run('v');
  story.decidePlanGate('w', 'approve');
  return story;
};

describe('an instant that is due', () => {
  it('[K-315] is the deadline of a review, open or claimed, until it is judged', () => {
    const story = accepting('baseline', true);
    const { assignmentId: id, deadline: at } = story.task('a').review ?? {};
    expect(of(story, 'reviewer_wait')).toStrictEqual([{ at, kind: 'reviewer_wait', id, taskKey: 'a' }]);
    story.claimReview('a');
    expect(of(story, 'reviewer_wait')).toMatchObject([{ id }]);
    story.tick((at ?? 0) - story.now);
    expect(of(story, 'reviewer_wait')).toStrictEqual([]);
  });

  it('[K-315] is the deadline of an open gate of acceptance or of the plan', () => {
    const story = accepting('sponsor_required');
    const { gateId: id, deadline: at } = story.task('a').gate ?? {};
    expect(of(story, 'sponsor_gate')).toStrictEqual([{ at, kind: 'sponsor_gate', id, taskKey: 'a' }]);
    story.tick((at ?? 0) - story.now);
    expect(of(story, 'sponsor_gate')).toStrictEqual([]);
    const planned = RunStory.admitted([{ key: 'a', gated: true }]);
    const due = { at: T0 + 15 * MINUTE, kind: 'plan_gate', id: 'approval:a', taskKey: 'a' };
    expect(of(planned, 'plan_gate')).toStrictEqual([due]);
    expect(of(planned, 'blocker')).toStrictEqual([]);
    planned.tick(15 * MINUTE);
    expect(of(planned, 'plan_gate')).toStrictEqual([]);
  });

  it('[K-315] is the end of a lease, of a dispatch that nobody claims, of a cancel that nobody answers', () => {
    const story = RunStory.admitted([{ key: 'a' }]).pinAll();
    story.schedule();
    const id = story.state.dispatches[0]?.decision.decisionId;
    const claimMs = story.state.plan?.policy.dispatchClaimMs ?? 0;
    expect(of(story, 'dispatch')).toStrictEqual([{ at: T0 + claimMs, kind: 'dispatch', id, taskKey: 'a' }]);
    story.claim('a');
    expect(of(story, 'dispatch')).toStrictEqual([]);
    const { assignmentId, leaseExpiresAt } = story.assignment('a');
    const leased = { at: leaseExpiresAt, id: assignmentId, taskKey: 'a' };
    expect(of(story, 'assignment_lease')).toStrictEqual([{ ...leased, kind: 'assignment_lease' }]);
    story.start('a');
    story.cancel({ controlDeadline: T0 + 5 });
    expect(of(story, 'assignment_lease')).toStrictEqual([]);
    expect(of(story, 'assignment_cancel')).toStrictEqual([{ ...leased, kind: 'assignment_cancel', at: T0 + 5 }]);
  });

  it('[K-315] is the deadline of a replan, until it was missed', () => {
    const story = RunStory.admitted([{ key: 'a' }]).pinAll();
    story.replan();
    const { deadline: at = 0, operationId: id } = story.state.replan ?? {};
    expect(of(story, 'replan_request')).toStrictEqual([{ at, kind: 'replan_request', id, taskKey: null }]);
    story.tick(at - story.now);
    expect(of(story, 'replan_request')).toStrictEqual([]);
  });

  it('[K-315] is the moment from which a task without a slot may push others aside, while there is none', () => {
    const story = crowded();
    const [due] = of(story, 'starvation');
    expect(due).toMatchObject({ id: 'w', taskKey: 'w' });
    const { at = 0 } = due ?? {};
    expect(at).toBeGreaterThan(T0);
    expect(of(RunStory.admitted([{ key: 'a' }]).pinAll(), 'starvation')).toStrictEqual([]);
    story.schedule();
    const decision = story.state.preemption?.decision;
    const asked = { at: decision?.deadline, kind: 'preemption', id: decision?.decisionId, taskKey: 'w' };
    expect(of(story, 'preemption')).toStrictEqual([asked]);
    const paused = crowded();
    paused.pause();
    expect(of(paused, 'starvation')).toStrictEqual([]);
  });
});

describe('all that is due', () => {
  it('[K-328] is sorted by instant, then as it is settled, then by id', () => {
    const story = RunStory.admitted([
      { key: 'b', gated: true },
      { key: 'a', gated: true },
      { key: 'c', gated: true },
    ]);
    const found = dueInstants(story.state);
    expect(found.filter(({ kind }) => kind === 'plan_gate').map(({ id }) => id)).toStrictEqual([
      'approval:a',
      'approval:b',
      'approval:c',
    ]);
    expect(found.map(({ at }) => at)).toStrictEqual(found.map(({ at }) => at).toSorted((one, other) => one - other));
    expect(nextDueAt(story.state)).toBe(found[0]?.at);
  });

  it('[K-315] is nothing before a Run and after it', () => {
    expect(nextDueAt(initialRun)).toBeNull();
    const story = RunStory.admitted([{ key: 'a' }]).pinAll();
    const [due] = of(story, 'task_deadline');
    story.cancel();
    expect(dueInstants(story.state)).toStrictEqual([]);
    expect(due && isStillDue(story.state, due)).toBe(false);
  });

  it('[K-315] is still due as long as the same wait has the same end', () => {
    const story = RunStory.admitted([{ key: 'a', gated: true }]);
    const [due] = of(story, 'plan_gate');
    if (!due) throw new Error('the gate has no deadline');
    expect(isStillDue(story.state, due)).toBe(true);
    const others: readonly Partial<DueInstant>[] = [{ at: due.at + 1 }, { kind: 'sponsor_gate' }, { id: 'approval:b' }];
    for (const other of others) expect(isStillDue(story.state, { ...due, ...other })).toBe(false);
    for (const taskKey of ['none', null]) expect(isStillDue(story.state, { ...due, taskKey })).toBe(false);
    story.decidePlanGate('a', 'approve');
    expect(isStillDue(story.state, due)).toBe(false);
  });
});
