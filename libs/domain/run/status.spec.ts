// The status of a Run: the first condition that holds; and what waits for whom.
import { agent } from '#testing';
import { judgmentCriterion, claimsCriterion, MINUTE, RunStory, T0, typesOf } from '#testing/run';
import type { TaskSketch } from '#testing/run';
import { initialRun, openWaits, runHeader, runStatus, subjectSequence } from './index.js';

const fresh = (tasks: readonly TaskSketch[] = [{ key: 'a' }, { key: 'b' }]): RunStory => RunStory.admitted(tasks).pinAll();
const failed = (story: RunStory, key: string): RunStory => {
  story.do('fail_task', story.sponsor, { ...story.control(), taskKey: key, reason: null });
  return story;
};

describe('the status of a Run', () => {
  it('[K-149] is active when nothing else holds', () => {
    expect(runStatus(fresh().state)).toBe('active');
    expect(runStatus(initialRun)).toBe('active');
  });

  it('[K-148] is blocked when a task is, until it is not', () => {
    const story = fresh([{ key: 'a', gated: true }, { key: 'b' }]);
    expect(runStatus(story.state)).toBe('blocked');
    story.decidePlanGate('a', 'approve');
    expect(runStatus(story.state)).toBe('active');
  });

  it('[K-147] is blocked when a reviewer wait, a gate or a plan gate has expired', () => {
    const story = fresh();
    story.run('a');
    story.complete('a');
    expect(runStatus(story.state)).toBe('active');
    const waiting = RunStory.admitted([{ key: 'a' }])
      .pinAll({ criteria: [claimsCriterion, judgmentCriterion] })
      .run('a');
    waiting.complete('a');
    waiting.evaluate('a');
    expect(runStatus(waiting.state)).toBe('active');
    waiting.tick(15 * MINUTE);
    expect(runStatus(waiting.state)).toBe('blocked');
  });

  it('[K-146] is paused over blocked, but needs_replan over paused', () => {
    const story = fresh([{ key: 'a', gated: true }, { key: 'b' }]);
    story.pause();
    expect(runStatus(story.state)).toBe('paused');
    failed(story, 'b');
    expect(runStatus(story.state)).toBe('needs_replan');
  });

  it('[K-145] needs a replan when a required task failed or was cancelled, not an optional one', () => {
    expect(runStatus(failed(fresh(), 'a').state)).toBe('needs_replan');
    const optional = failed(fresh([{ key: 'a' }, { key: 'b', required: false }]), 'b');
    expect(runStatus(optional.state)).toBe('active');
  });

  it('[K-144] is completed when each task is accepted, or optional and closed', () => {
    const story = failed(fresh([{ key: 'a' }, { key: 'b', required: false }]), 'b').run('a');
    story.complete('a');
    expect(runStatus(story.state)).toBe('active');
    story.evaluate('a');
    expect(runStatus(story.state)).toBe('completed');
  });

  it('[K-143] needs a replan while one is asked for, even when everything is accepted', () => {
    const story = fresh([{ key: 'a' }]).run('a');
    story.complete('a');
    story.replan();
    story.evaluate('a');
    expect(story.task('a').status).toBe('accepted');
    expect(runStatus(story.state)).toBe('needs_replan');
    story.resume();
    expect(runStatus(story.state)).toBe('completed');
  });

  it('[K-142] is cancelling over everything but cancelled', () => {
    const story = fresh().run('a');
    story.replan();
    story.cancel();
    expect(runStatus(story.state)).toBe('cancelling');
    story.tick(30_000);
    expect(runStatus(story.state)).toBe('cancelled');
  });

  it('[D-33] reads only tasks of the plan in force', () => {
    const story = failed(fresh(), 'a');
    story.revise((tasks) => tasks.filter((task) => task.key !== 'a'));
    expect(runStatus(story.state)).toBe('active');
  });
});

describe('the header of a Run', () => {
  it('[A-087] counts, says what is asked for, and holds no text', () => {
    const story = fresh().run('a');
    story.pause();
    const header = runHeader(story.state);
    expect(header).toMatchObject({
      version: 1,
      projectId: 'demo',
      runId: story.runId,
      status: 'paused',
      sequence: story.state.sequence,
      cancelRequested: false,
      paused: true,
      replanRequested: false,
      counts: { tasks: 2, assignments: 1, reviewerAssignments: 0, sponsorGates: 0 },
    });
    expect(header.digest).toMatch(/^sha256:/);
    expect(Object.keys(header)).not.toContain('title');
  });
});

describe('what waits', () => {
  it('[F-GV-09] is read from the facts alone: id, owner, deadline, actions and the sequence to stand on', () => {
    const story = fresh([{ key: 'a', gated: true }, { key: 'b' }]);
    story.pin('b');
    expect(openWaits(story.state)).toStrictEqual([
      {
        id: 'approval:a',
        kind: 'plan_gate',
        status: 'open',
        owner: 'sponsors:demo',
        deadline: T0 + 15 * MINUTE,
        allowedActions: ['approve', 'reject', 'request_changes', 'reopen', 'replan', 'cancel'],
        taskKey: 'a',
        taskRevision: 1,
        candidateHash: null,
        subjectSequence: subjectSequence(story.state, { kind: 'task', taskKey: 'a' }),
        reasonCode: 'approval',
        openedAt: T0,
      },
    ]);
  });

  it('[F-GV-05] leaves the list when it is decided, and shows as expired when its time is over', () => {
    const story = fresh([{ key: 'a', gated: true }, { key: 'b' }]);
    story.tick(15 * MINUTE);
    expect(openWaits(story.state)).toMatchObject([{ id: 'approval:a', status: 'expired' }]);
    story.do('reopen_plan_gate', story.sponsor, story.gate('reopen', 'a', 'approval:a'));
    story.decidePlanGate('a', 'approve');
    expect(openWaits(story.state)).toStrictEqual([]);
  });

  it('[D-42] includes policy blocks and broken tasks, which the Orchestrator owns for 15 minutes', () => {
    const story = fresh().run('a');
    story.complete('a');
    story.evaluate('a', { checks: [] });
    failed(story, 'b');
    expect(openWaits(story.state)).toMatchObject([
      { kind: 'policy_blocked', owner: 'orchestrator:demo', deadline: T0 + 15 * MINUTE, taskKey: 'a' },
      { kind: 'task_broken', owner: 'orchestrator:demo', deadline: T0 + 15 * MINUTE, taskKey: 'b', reasonCode: 'operator' },
    ]);
  });

  it('[K-156] includes reviews, gates, blockers, a pause and a replan request, each with its owner', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
    story.pin('a', { criteria: [claimsCriterion, judgmentCriterion] });
    story.pin('b', { minimumRoute: 'sponsor_required' });
    story.run('a').run('b', 'bob');
    story.complete('a');
    story.complete('b');
    story.evaluate('a');
    story.evaluate('b');
    story.do('block_task', agent('olga', 'orchestrator'), {
      taskKey: 'c',
      expectedSequence: story.state.sequence,
      blockerId: 'question',
      kind: 'human_input',
      owner: 'sandbox:rita',
      reason: null,
      deadline: T0 + MINUTE,
      allowedActions: ['resolve', 'cancel'],
    });
    story.pause();
    story.replan();
    expect(openWaits(story.state).map(({ kind, owner }) => [kind, owner])).toStrictEqual([
      ['replan_request', 'orchestrator:demo'],
      ['pause', 'sandbox:sam'],
      ['reviewer_wait', 'reviewers:demo'],
      ['sponsor_gate', 'sponsors:demo'],
      ['blocker', 'sandbox:rita'],
    ]);
    expect(typesOf(story.cancel())).toContain('run.cancelled');
    expect(openWaits(story.state)).toStrictEqual([]);
  });
});
