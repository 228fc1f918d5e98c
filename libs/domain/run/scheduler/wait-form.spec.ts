// Every wait owns an owner, a deadline and a way out; the scheduler is told of the first that does not.
import { claimsCriterion, judgmentCriterion, RunStory } from '#testing/run';
import type { TaskState } from '../index.js';
import { isWellFormed, malformedWait } from './wait-form.js';

const wait = { owner: 'sponsors:demo', deadline: 1, allowedActions: ['approve', 'cancel'] };

describe('a wait', () => {
  it.each([
    ['nobody owns', { owner: '' }],
    ['has no deadline', { deadline: 0 }],
    ['has no way out', { allowedActions: ['approve'] }],
    ['allows nothing', { allowedActions: [] }],
  ])('[K-140] that %s is malformed', (_what, change) => {
    expect(isWellFormed({ ...wait, ...change })).toBe(false);
  });

  it('[K-140] is whole with an owner, a deadline and a cancel of its task or of the Run', () => {
    expect(isWellFormed(wait)).toBe(true);
    expect(isWellFormed({ ...wait, allowedActions: ['replan', 'cancel_run'] })).toBe(true);
  });
});

describe('the malformed wait of a task', () => {
  const waiting = (floor: 'baseline' | 'sponsor_required', judged: boolean): TaskState => {
    const story = RunStory.admitted([{ key: 'a' }]);
    story.pin('a', { minimumRoute: floor, criteria: judged ? [claimsCriterion, judgmentCriterion] : [claimsCriterion] });
    story.run('a').complete('a');
    story.evaluate('a');
    return story.task('a');
  };
  const lesser = { allowedActions: [] };

  it('[K-140] is none while all are whole', () => {
    expect(malformedWait(waiting('baseline', true))).toBeNull();
    expect(malformedWait(waiting('sponsor_required', false))).toBeNull();
  });

  it('[K-140] is its review, its gate or its blocker, by id', () => {
    const reviewed = waiting('baseline', true);
    const gated = waiting('sponsor_required', false);
    const { review } = reviewed;
    const { gate } = gated;
    expect(malformedWait({ ...reviewed, review: review && { ...review, ...lesser } })).toBe(review?.assignmentId);
    expect(malformedWait({ ...gated, gate: gate && { ...gate, ...lesser } })).toBe(gate?.gateId);
    expect(malformedWait(RunStory.admitted([{ key: 'a', gated: true }, { key: 'b' }]).task('a'))).toBeNull();
    const [blocker] = RunStory.admitted([{ key: 'a', gated: true }, { key: 'b' }]).task('a').blockers;
    const blocked = { ...reviewed, blockers: blocker ? [{ ...blocker, ...lesser }] : [] };
    expect(malformedWait(blocked)).toBe(blocker?.blockerId);
  });

  it('[K-140] asks for a review and a gate only while the task awaits acceptance', () => {
    const { review, gate, ...rest } = waiting('baseline', true);
    const settled = { ...rest, gate, review: review && { ...review, ...lesser }, status: 'accepted' } as const;
    expect(malformedWait(settled)).toBeNull();
  });
});
