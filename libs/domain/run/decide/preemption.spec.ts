// Preemption in two phases: ask, checkpoint, take over; and every other way in which it can end.
import { agent, digestOf, system } from '#testing';
import { aPolicy, MINUTE, refusalOf, RunStory, T0, typesOf } from '#testing/run';
import type { TaskSketch } from '#testing/run';
import { nextDecision, runStatus } from '../index.js';

const low = { sponsorLane: 'low', preemptibility: 'checkpointable' } as const;
const urgent = { sponsorLane: 'urgent' } as const;

/** One slot; the low task runs, the urgent one waits. */
const crowded = (victim: TaskSketch['scheduler'] = low, change: Partial<TaskSketch> = {}): RunStory => {
  const tasks = [
    { key: 'v', scheduler: victim },
    { key: 'w', gated: true, scheduler: urgent, ...change },
  ] as TaskSketch[];
  const story = RunStory.admitted(tasks, { policy: aPolicy({ capacity: 1 }) })
    .pinAll()
    .run('v');
  story.decidePlanGate('w', 'approve');
  return story;
};
const checkpoint = (story: RunStory, key = 'v') =>
  story.observe(key, { kind: 'checkpoint', checkpointRef: 'c-1', checkpointDigest: digestOf('c-1') });

describe('asking a victim', () => {
  it('[K-310] writes request and checkpoint request as one batch', () => {
    const story = crowded();
    const decision = nextDecision(story.state);
    const victim = story.assignment('v');
    expect(decision).toMatchObject({
      type: 'prepare_preemption',
      victimTaskKey: 'v',
      reservedTaskKey: 'w',
      assignmentId: victim.assignmentId,
      assignmentFence: 1,
      takeoverFence: 2,
      owner: 'agent:alice',
      requestedAt: T0,
      deadline: T0 + 30_000,
      reason: 'higher_priority',
      allowedSuccessors: ['replan', 'cancel_run'],
    });
    expect(decision?.decisionId).toMatch(/^scheduler-preemption:[0-9a-f]{64}$/);
    expect(story.schedule()).toStrictEqual([
      { type: 'scheduler.preemption_requested', data: decision },
      {
        type: 'assignment.checkpoint_requested',
        data: {
          decisionId: decision?.decisionId,
          assignmentId: victim.assignmentId,
          envelopeDigest: victim.envelopeDigest,
          reservedTaskKey: 'w',
          requestedAt: T0,
          deadline: T0 + 30_000,
          takeoverFence: 2,
          owner: 'agent:alice',
          allowedSuccessors: ['replan', 'cancel_run'],
        },
      },
    ]);
    expect(story.state.preemption?.status).toBe('checkpoint_requested');
    expect(nextDecision(story.state)).toBeNull();
  });

  it.each([
    ['atomic work', { ...low, preemptibility: 'atomic' }],
    ['work of the same lane', { ...low, sponsorLane: 'urgent' }],
  ] as const)('[K-314] leaves %s alone', (_what, victim) => {
    expect(nextDecision(crowded(victim).state)).toBeNull();
  });

  it('[K-299] leaves a leased one alone until it runs', () => {
    const story = RunStory.admitted(
      [
        { key: 'v', scheduler: low },
        { key: 'w', scheduler: urgent, dependsOn: [] },
      ],
      {
        policy: aPolicy({ capacity: 1 }),
      },
    );
    story.pin('v');
    story.schedule();
    story.claim('v');
    story.pin('w');
    expect(nextDecision(story.state)).toBeNull();
    story.start('v');
    expect(nextDecision(story.state)).toMatchObject({ type: 'prepare_preemption' });
  });

  it('[K-299] takes the lowest lane first, then the key; a starved task takes any lane', () => {
    const lanes = (a: string, b: string) =>
      [
        { key: 'a', scheduler: { ...low, sponsorLane: a } },
        { key: 'b', scheduler: { ...low, sponsorLane: b } },
        { key: 'w', scheduler: { sponsorLane: 'high' }, gated: true },
      ] as TaskSketch[];
    const after = (a: string, b: string): RunStory => {
      const story = RunStory.admitted(lanes(a, b)).pinAll();
      const [first, second] = [0, 1].map(() => {
        story.schedule();
        const key = story.state.dispatches[0]?.decision.taskKey ?? '';
        story.claim(key, `agent-${key}`);
        story.start(key);
        return key;
      });
      expect([first, second].toSorted()).toStrictEqual(['a', 'b']);
      story.decidePlanGate('w', 'approve');
      return story;
    };
    expect(nextDecision(after('normal', 'low').state)).toMatchObject({ victimTaskKey: 'b' });
    expect(nextDecision(after('low', 'low').state)).toMatchObject({ victimTaskKey: 'a' });
    const starving = after('urgent', 'urgent');
    expect(nextDecision(starving.state)).toBeNull();
    for (const at of [20_000, 40_000, 59_999]) {
      starving.now = T0 + at;
      starving.heartbeat('a');
      starving.heartbeat('b');
    }
    expect(nextDecision(starving.state)).toBeNull();
    starving.tick(1);
    expect(nextDecision(starving.state)).toMatchObject({ victimTaskKey: 'a', reason: 'starvation_bound' });
  });
});

describe('a victim that was asked', () => {
  const asked = (change: Partial<TaskSketch> = {}): RunStory => {
    const story = crowded(low, change);
    story.schedule();
    return story;
  };

  it('[K-311] hands over with its checkpoint in one batch', () => {
    const story = asked();
    const { assignmentId, envelopeDigest } = story.assignment('v');
    const decisionId = story.state.preemption?.decision.decisionId;
    story.now += 1_000;
    const facts = checkpoint(story);
    expect(typesOf(facts)).toStrictEqual([
      'assignment.checkpointed',
      'scheduler.preemption_checkpoint_acknowledged',
      'assignment.preempted',
    ]);
    expect(facts[1]).toMatchObject({
      data: {
        decisionId,
        assignmentId,
        envelopeDigest,
        checkpointRef: 'c-1',
        assignmentAttempt: 1,
        assignmentFence: 1,
        takeoverFence: 2,
      },
    });
    expect(facts[2]).toStrictEqual({
      type: 'assignment.preempted',
      data: { decisionId, assignmentId, checkpointRef: 'c-1', checkpointDigest: digestOf('c-1'), outcome: 'interrupted' },
    });
    expect(story.state.preemption?.status).toBe('takeover_ready');
    expect(story.task('v')).toMatchObject({ status: 'ready', enqueuedAt: T0 + 1_000, attempt: 1, preemptions: 1 });
    expect(story.assignment('v')).toMatchObject({ status: 'cancelled', outcome: 'interrupted' });
  });

  it('[K-312] makes room for the reserved task first, whoever else waits', () => {
    const story = asked();
    checkpoint(story);
    expect(nextDecision(story.state)).toMatchObject({ type: 'dispatch_task', taskKey: 'w', reason: 'preemption_reservation' });
    story.schedule();
    expect(refusalOf(() => story.claim('w', 'bob', { fence: 1 }))).toBe('FENCE_NOT_HIGHER');
    const facts = story.claim('w', 'bob', { fence: 2 });
    expect(facts.at(-1)).toMatchObject({
      type: 'scheduler.reservation_released',
      data: { reason: 'claimed', reservedTaskKey: 'w' },
    });
    expect(story.state.preemption).toBeNull();
  });

  it('[K-184] gets its attempt back, but never its number', () => {
    const story = asked();
    expect(story.state.attemptsUsed).toBe(1);
    checkpoint(story);
    expect(story.state.attemptsUsed).toBe(0);
    story.schedule();
    story.claim('w', 'bob');
    story.start('w');
    story.complete('w');
    story.evaluate('w');
    story.run('v');
    expect(story.assignment('v').attempt).toBe(2);
    expect(story.state.attemptsUsed).toBe(2);
  });

  it('[D-53] that ends in any other way frees the reservation', () => {
    const done = asked();
    expect(typesOf(done.complete('v'))).toStrictEqual(['assignment.execution_completed', 'scheduler.reservation_released']);
    const broken = asked();
    const facts = broken.fail('v');
    expect(facts.at(-1)).toMatchObject({ type: 'scheduler.reservation_released', data: { reason: 'victim_ended' } });
    const lost = asked();
    lost.now = T0 + 29_000;
    lost.heartbeat('v');
    expect(lost.state.preemption).not.toBeNull();
    const released = asked();
    const release = { ...released.control(), assignmentId: released.assignment('v').assignmentId, reasonDigest: null };
    expect(typesOf(released.do('release_lease', released.sponsor, release))).toStrictEqual([
      'assignment.lease_released',
      'scheduler.reservation_released',
    ]);
    for (const story of [done, broken, released]) expect(story.state.preemption).toBeNull();
  });

  it('[K-313] that does not answer keeps lease and slot; the reserved task is blocked', () => {
    const story = asked();
    story.now = T0 + 20_000;
    story.heartbeat('v');
    const decisionId = story.state.preemption?.decision.decisionId;
    const facts = story.tick(10_000);
    expect(facts.slice(1)).toStrictEqual([
      {
        type: 'scheduler.preemption_timed_out',
        data: {
          decisionId,
          assignmentId: story.assignment('v').assignmentId,
          reservedTaskKey: 'w',
          blockerId: `preemption:${decisionId}`,
          owner: 'orchestrator:demo',
          deadline: T0 + 30_000 + 15 * MINUTE,
          allowedSuccessors: ['replan', 'cancel_run'],
          reason: null,
        },
      },
      {
        type: 'task.blocked',
        data: {
          taskKey: 'w',
          blockerId: `preemption:${decisionId}`,
          kind: 'external',
          owner: 'orchestrator:demo',
          reason: null,
          deadline: T0 + 30_000 + 15 * MINUTE,
          allowedActions: ['resolve', 'replan', 'cancel'],
        },
      },
    ]);
    expect(story.assignment('v')).toMatchObject({ status: 'running', checkpointRequest: null });
    expect(runStatus(story.state)).toBe('blocked');
    expect(typesOf(checkpoint(story))).toStrictEqual(['assignment.checkpointed']);
    expect(story.assignment('v').status).toBe('running');
  });

  it('[K-313] does not hand over by a checkpoint after the deadline, recorded or not', () => {
    const story = asked();
    story.now = T0 + 20_000;
    story.heartbeat('v');
    story.now = T0 + 30_000;
    expect(typesOf(checkpoint(story))).toStrictEqual(['assignment.checkpointed']);
  });

  it('[K-302] frees the reservation when the reserved task is blocked, so that others may be made room for', () => {
    const block = (story: RunStory) =>
      story.do('block_task', agent('olga', 'orchestrator'), {
        taskKey: 'w',
        expectedSequence: story.state.sequence,
        blockerId: 'question-1',
        kind: 'human_input',
        owner: 'sandbox:rita',
        reason: null,
        deadline: story.now + MINUTE,
        allowedActions: ['resolve', 'cancel'],
      });
    const early = asked();
    expect(typesOf(block(early))).toStrictEqual(['scheduler.reservation_released', 'task.blocked']);
    expect(early.assignment('v').checkpointRequest).toBeNull();
    const late = asked();
    checkpoint(late);
    expect(late.state.preemption?.status).toBe('takeover_ready');
    expect(block(late)[0]).toMatchObject({ data: { reservedTaskKey: 'w', reason: 'task_blocked' } });
    expect(late.state.preemption).toBeNull();
    expect(nextDecision(late.state)).toMatchObject({ type: 'dispatch_task', taskKey: 'v', reason: 'scheduler_order' });
  });

  it('[K-305] frees the reservation with the dispatch that nobody can serve', () => {
    const story = asked();
    checkpoint(story);
    story.schedule();
    const decisionId = story.state.dispatches[0]?.decision.decisionId ?? '';
    const facts = story.do('withdraw_dispatch', system('supply'), { decisionId, reason: 'supply_lost' });
    expect(typesOf(facts)).toStrictEqual(['scheduler.dispatch_withdrawn', 'scheduler.reservation_released', 'task.blocked']);
  });

  it('[K-302] frees the reservation when the reserved task is closed, or the Run cancelled', () => {
    const closed = asked();
    const said = { ...closed.control(), taskKey: 'w', reason: null, controlDeadline: T0 + 1 };
    expect(typesOf(closed.do('cancel_task', closed.sponsor, said))).toStrictEqual([
      'scheduler.reservation_released',
      'task.cancelled',
    ]);
    expect(closed.assignment('v').checkpointRequest).toBeNull();
    const cancelled = asked();
    expect(cancelled.cancel().find((fact) => fact.type === 'scheduler.reservation_released')).toMatchObject({
      data: { reason: 'run_cancelled' },
    });
  });
});

describe('a capacity reclaim', () => {
  const reclaim = (story: RunStory, change: object = {}) =>
    story.do('request_checkpoint', system('scheduler'), {
      decisionId: 'reclaim-1',
      assignmentId: story.assignment('v').assignmentId,
      deadline: T0 + 30_000,
      owner: 'portfolio:main',
      ...change,
    });
  const alone = (): RunStory =>
    RunStory.admitted([{ key: 'v', scheduler: low }])
      .pinAll()
      .run('v');

  it('[P-057] asks without a reserved task; the checkpoint puts the task back into the queue', () => {
    const story = alone();
    expect(reclaim(story)).toMatchObject([
      { type: 'assignment.checkpoint_requested', data: { decisionId: 'reclaim-1', reservedTaskKey: null } },
    ]);
    expect(reclaim(story)).toStrictEqual([]);
    expect(typesOf(checkpoint(story))).toStrictEqual(['assignment.checkpointed', 'assignment.preempted']);
    expect(story.task('v').status).toBe('ready');
    expect(story.state.preemption).toBeNull();
  });

  it('[P-056] never asks atomic or idle work, nor with a deadline behind', () => {
    const atomic = RunStory.admitted([{ key: 'v' }])
      .pinAll()
      .run('v');
    expect(refusalOf(() => reclaim(atomic))).toBe('ASSIGNMENT_NOT_RUNNING');
    expect(refusalOf(() => reclaim(alone(), { deadline: T0 }))).toBe('VALUE_INVALID');
  });
});
