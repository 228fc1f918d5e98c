// Blockers: set on ready tasks with owner, deadline and a way out; resolved by who owns them.
import { agent, system, textOf } from '#testing';
import { MINUTE, refusalOf, RunStory, T0, typesOf } from '#testing/run';
import type { RunCommandData } from '../index.js';
import { runStatus } from '../index.js';

const olga = agent('olga', 'orchestrator');
const fresh = (): RunStory => RunStory.admitted([{ key: 'a' }, { key: 'b' }]).pinAll();

const block = (story: RunStory, change: Partial<RunCommandData<'block_task'>> = {}, by = olga) =>
  story.do('block_task', by, {
    taskKey: 'a',
    expectedSequence: story.state.sequence,
    blockerId: 'blocker-1',
    kind: 'human_input',
    owner: 'sandbox:rita',
    reason: textOf('reason', 'which branch?'),
    deadline: T0 + MINUTE,
    allowedActions: ['resolve', 'cancel'],
    ...change,
  });
const resolve = (story: RunStory, blockerId = 'blocker-1', by = olga) =>
  story.do('resolve_blocker', by, { taskKey: 'a', expectedSequence: story.state.sequence, blockerId });

describe('a blocker', () => {
  it('[K-158] blocks a ready task, and a blocked one again', () => {
    const story = fresh();
    expect(block(story)).toStrictEqual([
      {
        type: 'task.blocked',
        data: {
          taskKey: 'a',
          blockerId: 'blocker-1',
          kind: 'human_input',
          owner: 'sandbox:rita',
          reason: textOf('reason', 'which branch?'),
          deadline: T0 + MINUTE,
          allowedActions: ['resolve', 'cancel'],
        },
      },
    ]);
    expect(runStatus(story.state)).toBe('blocked');
    expect(block(story, { blockerId: 'blocker-2' })).toHaveLength(1);
    expect(block(story, { blockerId: 'blocker-2' })).toStrictEqual([]);
  });

  it('[K-159] resolved as the last one puts the task back into the queue', () => {
    const story = fresh();
    block(story);
    block(story, { blockerId: 'blocker-2' });
    story.now += 5_000;
    expect(resolve(story)).toStrictEqual([{ type: 'task.blocker_resolved', data: { taskKey: 'a', blockerId: 'blocker-1' } }]);
    expect(story.task('a')).toMatchObject({ status: 'blocked', enqueuedAt: T0 });
    resolve(story, 'blocker-2');
    expect(story.task('a')).toMatchObject({ status: 'ready', enqueuedAt: T0 + 5_000 });
  });

  it('[D-48] takes an unclaimed dispatch back', () => {
    const story = fresh();
    story.schedule();
    expect(typesOf(block(story))).toStrictEqual(['scheduler.dispatch_withdrawn', 'task.blocked']);
    expect(story.state.dispatches).toStrictEqual([]);
  });

  it('[K-211] is not for a task at work', () => {
    const story = fresh().run('a');
    expect(refusalOf(() => block(story))).toBe('TASK_NOT_READY');
    expect(refusalOf(() => block(story, { taskKey: 'z' }))).toBe('TASK_NOT_FOUND');
  });

  it('[D-50] is of no kind that the plan makes', () => {
    expect(refusalOf(() => block(fresh(), { kind: 'approval' }))).toBe('VALUE_INVALID');
    expect(refusalOf(() => block(fresh(), { kind: 'dependency' }))).toBe('VALUE_INVALID');
  });

  it('[K-140] owns a deadline ahead and a cancel path', () => {
    expect(refusalOf(() => block(fresh(), { allowedActions: ['resolve'] }))).toBe('WAIT_MALFORMED');
    expect(refusalOf(() => block(fresh(), { deadline: T0 }))).toBe('WAIT_MALFORMED');
  });

  it('[K-212] is there, on a blocked task', () => {
    const story = fresh();
    expect(refusalOf(() => resolve(story))).toBe('TASK_NOT_BLOCKED');
    block(story);
    expect(refusalOf(() => resolve(story, 'blocker-9'))).toBe('BLOCKER_NOT_FOUND');
  });

  it('[K-236] is resolved by the Orchestrator, one of supply by supply', () => {
    const story = fresh();
    block(story);
    expect(refusalOf(() => resolve(story, 'blocker-1', system('supply')))).toBe('ACTOR_NOT_AUTHORIZED');
    expect(refusalOf(() => resolve(story, 'scheduler-supply:x'))).toBe('ACTOR_NOT_AUTHORIZED');
  });

  it('[K-306] is set by supply on the reserved task when a checkpoint request cannot be delivered', () => {
    const story = fresh();
    const undelivered = {
      expectedSequence: null,
      blockerId: 'checkpoint-delivery:scheduler-preemption:x',
      kind: 'external',
    } as const;
    expect(block(story, { ...undelivered, owner: 'orchestrator:demo', deadline: T0 + 300_000 }, system('supply'))).toHaveLength(
      1,
    );
  });

  it('[K-160] expires once, stays, and can still be resolved', () => {
    const story = fresh();
    block(story);
    expect(story.tick(MINUTE).at(-1)).toStrictEqual({
      type: 'task.blocker_expired',
      data: {
        taskKey: 'a',
        taskRevision: 1,
        blockerId: 'blocker-1',
        kind: 'human_input',
        owner: 'sandbox:rita',
        deadline: T0 + MINUTE,
      },
    });
    expect(typesOf(story.tick(1))).toStrictEqual(['clock.advanced']);
    expect(story.task('a').blockers).toMatchObject([{ status: 'expired' }]);
    expect(resolve(story)).toHaveLength(1);
    expect(story.task('a').status).toBe('ready');
  });

  it('[D-47] is neither set nor resolved while the Run is being cancelled', () => {
    const story = fresh();
    block(story);
    story.run('b').cancel();
    expect(refusalOf(() => block(story))).toBe('RUN_CANCELLING');
    expect(refusalOf(() => resolve(story))).toBe('RUN_CANCELLING');
  });
});
