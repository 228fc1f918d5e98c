// Each wait of a Run as its reader sees it: whole, with the words that somebody may answer.
import { claimsCriterion, judgmentCriterion, MINUTE, aPolicy, RunStory, T0 } from '#testing/run';
import { initialRun, openWaits } from '../index.js';
import type { OpenWait } from '../index.js';

const failTask = (story: RunStory, key: string): RunStory => {
  story.do('fail_task', story.sponsor, { ...story.control(), taskKey: key, reason: null });
  return story;
};
const only = (story: RunStory): OpenWait | undefined => {
  const waits = openWaits(story.state);
  expect(waits).toHaveLength(1);
  return waits[0];
};
const completed = (floor: 'baseline' | 'sponsor_required', judged = false): RunStory => {
  const story = RunStory.admitted([{ key: 'a' }]);
  story.pin('a', { minimumRoute: floor, criteria: judged ? [claimsCriterion, judgmentCriterion] : [claimsCriterion] });
  story.run('a').complete('a');
  return story;
};
const ofRun = (story: RunStory) => ({
  taskKey: null,
  taskRevision: null,
  candidateHash: null,
  subjectSequence: story.state.runSequence,
  openedAt: T0,
});
const ofTask = (story: RunStory, key = 'a') => ({
  taskKey: key,
  taskRevision: 1,
  candidateHash: null,
  subjectSequence: story.task(key).sequence,
  openedAt: T0,
});

describe('a wait for acceptance', () => {
  it('[K-156] is a review by a person or an agent, claimed or not, until it is judged', () => {
    const story = completed('baseline', true);
    story.evaluate('a');
    const { review } = story.task('a');
    const whole = { ...ofTask(story), candidateHash: story.candidateHash('a'), reasonCode: null };
    const { owner, deadline, allowedActions } = review ?? {};
    const own = { id: review?.assignmentId, kind: 'reviewer_wait', deadline, allowedActions };
    expect(only(story)).toStrictEqual({ ...whole, ...own, status: 'open', owner });
    story.claimReview('a');
    expect(only(story)).toMatchObject({ ...own, status: 'claimed' });
    story.judge('a');
    expect(openWaits(story.state)).toStrictEqual([]);
  });

  it('[K-156] is a gate of the Sponsors, and stays when its time is over', () => {
    const story = completed('sponsor_required');
    story.evaluate('a');
    const { gate } = story.task('a');
    const whole = { ...ofTask(story), candidateHash: story.candidateHash('a'), reasonCode: null };
    const { owner, deadline, allowedActions } = gate ?? {};
    const own = { id: gate?.gateId, kind: 'sponsor_gate', owner, deadline, allowedActions };
    expect(only(story)).toStrictEqual({ ...whole, ...own, status: 'open' });
    story.tick((deadline ?? 0) - story.now);
    expect(only(story)).toMatchObject({ ...own, status: 'expired' });
  });

  it('[D-42] is a policy block that the Orchestrator mends', () => {
    const story = completed('baseline');
    expect(openWaits(story.state)).toStrictEqual([]);
    story.evaluate('a', { checks: [] });
    expect(only(story)).toStrictEqual({
      ...ofTask(story),
      id: story.task('a').evaluation?.evaluationId,
      kind: 'policy_blocked',
      status: 'open',
      owner: 'orchestrator:demo',
      deadline: T0 + 15 * MINUTE,
      allowedActions: ['evaluate', 'request_rework', 'replan', 'cancel'],
      candidateHash: story.candidateHash('a'),
      reasonCode: null,
    });
  });
});

describe('a broken task', () => {
  it('[D-42] may be revised when it failed, and only replanned when it was cancelled', () => {
    const story = failTask(RunStory.admitted([{ key: 'a' }, { key: 'b' }]).pinAll(), 'a');
    const broken = { ...ofTask(story), id: 'task:a:1', kind: 'task_broken', status: 'open', owner: 'orchestrator:demo' };
    const deadline = T0 + 15 * MINUTE;
    const allowedActions = ['revise', 'replan', 'cancel'];
    expect(only(story)).toStrictEqual({ ...broken, deadline, allowedActions, reasonCode: 'operator' });
    const control = { ...story.control(), taskKey: 'b', reason: null, controlDeadline: T0 + 1_000 };
    story.do('cancel_task', story.sponsor, control);
    expect(openWaits(story.state)[1]).toMatchObject({
      id: 'task:b:1',
      allowedActions: ['replan', 'cancel'],
      reasonCode: 'cancelled',
    });
  });
});

describe('a wait of the Run', () => {
  it('[K-156] is a preemption, which concerns the task that it reserves for', () => {
    const scheduler = { sponsorLane: 'low', preemptibility: 'checkpointable' } as const;
    const tasks = [
      { key: 'v', scheduler },
      { key: 'w', gated: true, scheduler: { sponsorLane: 'urgent' } as const },
    ];
    const story = RunStory.admitted(tasks, { policy: aPolicy({ capacity: 1 }) })
      .pinAll()
      .run('v');
    story.decidePlanGate('w', 'approve');
    story.schedule();
    expect(only(story)).toStrictEqual({
      ...ofTask(story, 'w'),
      id: story.state.preemption?.decision.decisionId,
      kind: 'preemption',
      status: 'open',
      owner: 'agent:alice',
      deadline: T0 + 30_000,
      allowedActions: ['replan', 'cancel_run'],
      reasonCode: 'higher_priority',
    });
  });

  it('[K-156] is a pause, which ends when somebody resumes', () => {
    const story = RunStory.admitted([{ key: 'a' }]).pinAll();
    story.pause();
    expect(only(story)).toStrictEqual({
      ...ofRun(story),
      id: story.state.pause?.operationId,
      kind: 'pause',
      status: 'open',
      owner: 'sandbox:sam',
      deadline: null,
      allowedActions: ['resume', 'cancel'],
      reasonCode: 'operator_request',
    });
    story.resume();
    expect(openWaits(story.state)).toStrictEqual([]);
  });

  it('[K-156] is a replan that was asked for, and expires', () => {
    const story = RunStory.admitted([{ key: 'a' }]).pinAll();
    story.replan();
    const deadline = story.state.replan?.deadline ?? 0;
    const whole = {
      ...ofRun(story),
      id: story.state.replan?.operationId,
      kind: 'replan_request',
      owner: 'orchestrator:demo',
      deadline,
      allowedActions: ['replan', 'resume', 'cancel'],
      reasonCode: 'operator_request',
    };
    expect(deadline).toBeGreaterThan(T0);
    expect(only(story)).toStrictEqual({ ...whole, status: 'open' });
    story.tick(deadline - story.now);
    expect(openWaits(story.state)).toContainEqual({ ...whole, status: 'expired', subjectSequence: story.state.runSequence });
  });

  it('[K-156] is none before a Run and after it', () => {
    expect(openWaits(initialRun)).toStrictEqual([]);
    const story = RunStory.admitted([{ key: 'a', gated: true }]);
    expect(openWaits(story.state)).toHaveLength(1);
    story.cancel();
    expect(openWaits(story.state)).toStrictEqual([]);
  });
});
