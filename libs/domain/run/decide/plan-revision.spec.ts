// Plan revisions: applied, stale, in need of a preemption, or rejected; what they heal and what they take back.
import { agent, digestOf, system, textOf } from '#testing';
import { aPolicy, aTask, MINUTE, refusalOf, RunStory, sealPlan, T0, typesOf } from '#testing/run';
import type { TaskSketch } from '#testing/run';
import type { Rejection } from '../../kernel/index.js';
import type { PlanTask } from '../index.js';
import { nextDecision, runStatus } from '../index.js';
import { plannedFields } from '../plan/plan-fields.js';

const fresh = (tasks: readonly TaskSketch[] = [{ key: 'a' }, { key: 'b' }]): RunStory => RunStory.admitted(tasks).pinAll();

const swap =
  (key: string, change: Partial<PlanTask>) =>
  (tasks: readonly PlanTask[]): readonly PlanTask[] =>
    tasks.map((task) => (task.key === key ? { ...task, ...change } : task));
const drop = (key: string) => (tasks: readonly PlanTask[]) => tasks.filter((task) => task.key !== key);
const add = (sketch: TaskSketch) => (tasks: readonly PlanTask[]) => [...tasks, aTask(sketch)];
const retitled = { title: textOf('title', 'another title') };

const reasonOf = (step: () => unknown): unknown => {
  try {
    return step();
  } catch (error) {
    expect(error).toMatchObject({ code: 'PLAN_REVISION_REJECTED' });
    return (error as Rejection).details['reason'];
  }
};

describe('an applied revision', () => {
  it('[K-267] writes what changed, left and came, with gates, as one batch', () => {
    const story = fresh([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
    const said = story.revision((tasks) =>
      add({ key: 'd', gated: true })(drop('b')(swap('a', { ...retitled, maxAttempts: 2 })(tasks))),
    );
    const { candidate } = said;
    const facts = story.do('admit_plan_revision', system('planning'), said);
    const [a, , d] = candidate.plan.tasks as [PlanTask, PlanTask, PlanTask];
    expect(facts).toStrictEqual([
      {
        type: 'plan.revision_applied',
        data: { candidate, planRevision: 2, recomputedDiffDigest: expect.stringMatching(/^sha256:/) as string },
      },
      {
        type: 'task.plan_revised',
        data: { ...plannedFields(a), expectedTaskRevision: 1, newTaskRevision: 2, reason: candidate.reason },
      },
      { type: 'task.cancelled', data: { taskKey: 'b', reason: candidate.reason } },
      { type: 'task.planned', data: plannedFields(d) },
      {
        type: 'task.blocked',
        data: expect.objectContaining({ taskKey: 'd', blockerId: 'approval:d', kind: 'approval' }) as object,
      },
    ]);
    expect(story.state.plan).toMatchObject({ revision: 2, header: { digest: candidate.plan.digest } });
    expect(story.task('a')).toMatchObject({ status: 'ready', revision: 2, contract: null, plan: { maxAttempts: 2 } });
    expect(story.task('b')).toMatchObject({ status: 'cancelled', inPlan: false });
    expect(story.task('c').revision).toBe(1);
  });

  it('[K-S11] whose added gate a Sponsor approves frees the task', () => {
    const story = fresh();
    story.revise(add({ key: 'c', gated: true }));
    expect(story.task('c').status).toBe('blocked');
    story.decidePlanGate('c', 'approve');
    expect(story.task('c').status).toBe('ready');
  });

  it('[K-S03] heals a required failure; an optional one never hurt', () => {
    const story = fresh([{ key: 'a' }, { key: 'b', required: false }])
      .run('a')
      .run('b', 'bob');
    story.fail('b', { retryable: false });
    expect(runStatus(story.state)).toBe('active');
    story.fail('a', { retryable: false });
    expect(runStatus(story.state)).toBe('needs_replan');
    story.revise((tasks) => add({ key: 'c' })(drop('a')(tasks)));
    expect(runStatus(story.state)).toBe('active');
    expect(story.task('a')).toMatchObject({ status: 'failed', inPlan: false });
    story.pin('c');
    story.run('c');
    story.complete('c');
    story.evaluate('c');
    expect(runStatus(story.state)).toBe('completed');
  });

  it('[K-172] gives a failed task a new revision: attempts, blockers and rework count anew', () => {
    const story = fresh([{ key: 'a', maxAttempts: 1 }]).run('a');
    story.fail('a');
    expect(story.task('a').status).toBe('failed');
    story.revise(swap('a', { maxAttempts: 3 }));
    expect(story.task('a')).toMatchObject({
      status: 'ready',
      revision: 2,
      attempt: 0,
      revisionsMade: 1,
      blockers: [],
      failure: null,
    });
    expect(story.state.attemptsUsed).toBe(1);
  });

  it('[K-274] takes unclaimed dispatches of touched tasks back, and leaves the others', () => {
    const story = fresh();
    story.schedule();
    story.schedule();
    const facts = story.revise(swap('a', retitled));
    expect(typesOf(facts)).toStrictEqual(['plan.revision_applied', 'scheduler.dispatch_withdrawn', 'task.plan_revised']);
    expect(facts[1]).toMatchObject({ data: { taskKey: 'a', reason: 'plan_revised' } });
    expect(story.state.dispatches.map((one) => one.decision.taskKey)).toStrictEqual(['b']);
  });

  it('[K-302] frees the reservation of a touched task', () => {
    const story = RunStory.admitted(
      [
        { key: 'v', scheduler: { sponsorLane: 'low', preemptibility: 'checkpointable' } },
        { key: 'w', scheduler: { sponsorLane: 'urgent' }, gated: true },
      ],
      { policy: aPolicy({ capacity: 1 }) },
    )
      .pinAll()
      .run('v');
    story.decidePlanGate('w', 'approve');
    story.schedule();
    const facts = story.revise(swap('w', retitled));
    expect(facts[1]).toMatchObject({ type: 'scheduler.reservation_released', data: { reason: 'plan_revised' } });
  });

  it('[K-S12] that keeps a task opens its sent back gate again, with a new deadline', () => {
    const story = fresh([{ key: 'a', gated: true }, { key: 'b' }]);
    story.decidePlanGate('a', 'request_changes');
    story.now += MINUTE;
    const facts = story.revise(add({ key: 'c' }));
    expect(facts.at(-1)).toMatchObject({
      type: 'plan_gate.reopened',
      data: { taskKey: 'a', gateId: 'approval:a', cause: 'plan_revision', deadline: T0 + 16 * MINUTE },
    });
    expect(Object.keys(facts.at(-1)?.data ?? {})).not.toContain('sponsorPrincipalId');
    expect(story.task('a').planGate?.status).toBe('open');
    expect(runStatus(story.state)).toBe('blocked');
    expect(story.decidePlanGate('a', 'approve')).toHaveLength(2);
  });

  it('[D-50] opens an expired gate again too', () => {
    const story = fresh([{ key: 'a', gated: true }, { key: 'b' }]);
    story.tick(15 * MINUTE);
    expect(typesOf(story.revise(add({ key: 'c' }))).at(-1)).toBe('plan_gate.reopened');
  });

  it('[K-280] supersedes the gate of a task that leaves', () => {
    const story = fresh([{ key: 'a', gated: true }, { key: 'b' }]);
    story.revise(drop('a'));
    expect(story.task('a').planGate?.status).toBe('superseded');
    expect(refusalOf(() => story.decidePlanGate('a', 'approve'))).toBe('GATE_NOT_FOUND');
  });

  it('[K-273] clears a replan that was asked for', () => {
    const story = fresh();
    story.replan();
    expect(nextDecision(story.state)).toBeNull();
    story.revise(add({ key: 'c' }));
    expect(runStatus(story.state)).toBe('active');
  });

  it('[K-182] takes optional tasks along whose dependency it removed', () => {
    const story = fresh([{ key: 'a' }, { key: 'b', dependsOn: ['a'], required: false }, { key: 'c' }]).run('a');
    story.fail('a', { retryable: false });
    expect(story.task('b').status).toBe('cancelled');
    story.revise((tasks) => add({ key: 'd' })(drop('a')(drop('b')(tasks))));
    expect(runStatus(story.state)).toBe('active');
  });
});

describe('a stale revision', () => {
  it.each([
    ['plan revision', { baseRevision: 2 }],
    ['plan digest', { baseDigest: digestOf('another plan') }],
    [
      'task revision',
      {
        baseTaskRevisions: [
          { taskKey: 'a', revision: 2 },
          { taskKey: 'b', revision: 1 },
        ],
      },
    ],
  ])('[K-268] stands on another %s', (_what, twist) => {
    expect(refusalOf(() => fresh().revise(add({ key: 'c' }), twist))).toBe('PLAN_REVISION_STALE');
  });

  it('[K-268] stands on a sequence before the last fact of Run or plan, and learns the present ones', () => {
    const story = fresh();
    const said = story.revision(add({ key: 'c' }));
    story.pause();
    const late = () => story.do('admit_plan_revision', system('planning'), { ...said, expectedSequence: 1 });
    expect(late).toThrow(
      expect.objectContaining({
        code: 'PLAN_REVISION_STALE',
        details: { planRevision: 1, actualSequence: story.state.sequence, actualPlanDigest: story.state.plan?.header.digest },
      }) as Error,
    );
    const ahead = () => story.do('admit_plan_revision', system('planning'), { ...said, expectedSequence: 99 });
    expect(refusalOf(ahead)).toBe('VALUE_INVALID');
  });

  it('[D-32] is not made so by the work of tasks that it does not touch', () => {
    const story = fresh();
    const said = story.revision(add({ key: 'c' }));
    story.run('a');
    expect(story.do('admit_plan_revision', system('planning'), said)).not.toStrictEqual([]);
  });

  it('[K-272] was overtaken by another and leaves no gate behind', () => {
    const story = fresh();
    const late = story.revision(add({ key: 'd', gated: true }));
    story.revise(add({ key: 'c' }));
    expect(refusalOf(() => story.do('admit_plan_revision', system('planning'), late))).toBe('PLAN_REVISION_STALE');
    expect(story.state.taskIndex['d']).toBeUndefined();
  });
});

describe('a revision in need of a preemption', () => {
  it('[K-269] touches tasks at work, and names them', () => {
    const story = fresh([{ key: 'a' }, { key: 'b' }, { key: 'c' }])
      .run('a')
      .run('b', 'bob');
    story.complete('b');
    const change = (tasks: readonly PlanTask[]) => swap('a', retitled)(drop('b')(tasks));
    expect(() => story.revise(change)).toThrow(
      expect.objectContaining({ code: 'PREEMPTION_REQUIRED', details: { taskKeys: ['a', 'b'] } }) as Error,
    );
    expect(story.revise(swap('c', retitled))).toHaveLength(2);
  });
});

describe('a rejected revision', () => {
  it.each([
    ['base_incomplete', add({ key: 'c' }), { baseTaskRevisions: [{ taskKey: 'a', revision: 1 }] }],
    ['diff_mismatch', add({ key: 'c' }), { diff: { added: [], removed: [], changed: [] } }],
    ['no_change', (tasks: readonly PlanTask[]) => tasks, {}],
  ] as const)('[K-270] is %s', (reason, change, twist) => {
    expect(reasonOf(() => fresh().revise(change as never, twist as never))).toBe(reason);
  });

  it('[K-271] changes what is pinned', () => {
    const story = fresh();
    const said = story.revision(add({ key: 'c' }));
    const { digest: _digest, ...plan } = said.candidate.plan;
    const send = (change: object) => {
      const bent = { ...said.candidate, plan: sealPlan({ ...plan, ...change }) };
      return story.do('admit_plan_revision', system('planning'), { ...said, candidate: bent });
    };
    expect(reasonOf(() => send({ budget: { ...plan.budget, maxTotalAttempts: 9_999 } }))).toBe('pinned_metadata_changed');
    expect(reasonOf(() => send({ authority: { ...plan.authority, profileRevisionId: 'profile:2' } }))).toBe(
      'pinned_metadata_changed',
    );
    expect(reasonOf(() => send({ proposalId: 'another-proposal' }))).toBe('proposal_mismatch');
    const undigested = { ...said.candidate, plan: { ...said.candidate.plan, digest: digestOf('x') } };
    expect(reasonOf(() => story.do('admit_plan_revision', system('planning'), { ...said, candidate: undigested }))).toBe(
      'digest_mismatch',
    );
  });

  it('[K-210] gives new work a key that was used before', () => {
    const story = fresh();
    story.revise(drop('b'));
    expect(reasonOf(() => story.revise(add({ key: 'b' })))).toBe('TASK_KEY_REUSED');
  });

  it('[K-270] changes or removes an accepted task', () => {
    const story = fresh().run('a');
    story.complete('a');
    story.evaluate('a');
    expect(reasonOf(() => story.revise(swap('a', retitled)))).toBe('accepted_task_changed');
    expect(reasonOf(() => story.revise(drop('a')))).toBe('accepted_task_changed');
  });

  it('[D-33] would heal a cancelled key in place', () => {
    const story = fresh();
    story.do('cancel_task', story.sponsor, { ...story.control(), taskKey: 'a', reason: null, controlDeadline: T0 + 1 });
    expect(reasonOf(() => story.revise(swap('a', retitled)))).toBe('cancelled_task_changed');
    expect(story.revise((tasks) => add({ key: 'c' })(drop('a')(tasks)))).not.toStrictEqual([]);
    expect(runStatus(story.state)).toBe('active');
  });

  it('[F-GV-01] breaks a rule of plans, a later ring included', () => {
    const story = fresh([{ key: 'a' }, { key: 'b', dependsOn: ['a'] }]);
    expect(() => story.revise(swap('a', { dependsOn: ['b'] }))).toThrow(
      expect.objectContaining({
        code: 'PLAN_INVALID',
        details: { violations: [{ rule: 'K-261', taskKey: 'a', why: 'tasks wait for each other: a -> b' }] },
      }) as Error,
    );
  });

  it('[K-209] comes from somebody else, or while the Run is being cancelled', () => {
    const story = fresh().run('a');
    const said = story.revision(add({ key: 'c' }));
    expect(refusalOf(() => story.do('admit_plan_revision', agent('alice', 'executor'), said))).toBe('ACTOR_NOT_AUTHORIZED');
    story.cancel();
    expect(refusalOf(() => story.do('admit_plan_revision', system('planning'), said))).toBe('RUN_CANCELLING');
  });
});
