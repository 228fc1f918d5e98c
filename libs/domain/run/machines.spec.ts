// The tables of the state machines are those that the folds make: no transition more, none less.
import * as fc from 'fast-check';
import { agent, system } from '#testing';
import {
  aPolicy,
  aCheck,
  aGate,
  beginWalk,
  claimsCriterion,
  evaluationFactsFor,
  judgmentCriterion,
  MINUTE,
  RunStory,
  takeStep,
  transitionsOf,
  walkStep,
  walkTasks,
} from '#testing/run';
import type { PlanTask, RunCommandData } from './index.js';
import { MACHINES } from './machines.js';

const TABLED = new Set(
  Object.entries(MACHINES).flatMap(([machine, rows]) =>
    rows.flatMap(({ from, on, to }) => from.map((one) => `${machine}: ${one} -${on}-> ${to}`)),
  ),
);

const metIn = (story: RunStory): readonly string[] =>
  transitionsOf(story.facts).map(({ machine, from, on, to }) => `${machine}: ${from} -${on}-> ${to}`);

const walked = (runs: number): readonly string[] => {
  const walk = fc.tuple(walkTasks, fc.integer({ min: 1, max: 3 }), fc.array(walkStep, { minLength: 60, maxLength: 120 }));
  return fc.sample(walk, { numRuns: runs, seed: 7 }).flatMap(([tasks, capacity, steps]) => {
    const story = beginWalk(tasks, capacity);
    for (const step of steps) takeStep(story, step);
    return metIn(story);
  });
};

const olga = agent('olga', 'orchestrator');

type Route = 'reviewer_required' | 'sponsor_required' | 'reviewer_then_sponsor';
/** Two tasks, one of which awaits acceptance by this route. */
function awaiting(minimumRoute: Route, maxRevisions = 3): RunStory {
  const story = RunStory.admitted([{ key: 'a', maxRevisions }, { key: 'b' }])
    .pinAll({ minimumRoute })
    .run('a');
  story.complete('a');
  story.evaluate('a');
  return story;
}
const gated = (): RunStory => RunStory.admitted([{ key: 'a', gated: true }, { key: 'b' }]).pinAll();
const dueGate = (): RunStory => {
  const story = gated();
  story.tick(15 * MINUTE);
  return story;
};
const sentBack = (): RunStory => {
  const story = gated();
  story.decidePlanGate('a', 'request_changes');
  return story;
};
const ended = (story: RunStory, type: 'cancel_task' | 'fail_task', key = 'a'): RunStory => {
  const deadline = type === 'cancel_task' ? { controlDeadline: story.now } : {};
  story.do(type, story.sponsor, { ...story.control(), taskKey: key, reason: null, ...deadline } as never);
  return story;
};
const touch =
  (key: string, change: Partial<PlanTask> = { maxAttempts: 1 }) =>
  (tasks: readonly PlanTask[]) =>
    tasks.map((task) => (task.key === key ? { ...task, ...change } : task));
const dropped = (story: RunStory): RunStory => {
  story.revise((tasks) => tasks.filter((task) => task.key !== 'a'));
  return story;
};
const revised = (story: RunStory, change?: Partial<PlanTask>): RunStory => {
  story.revise(touch('a', change));
  return story;
};
const ungated = (story: RunStory): RunStory => {
  story.revise((tasks) => tasks.map(({ approvalGate: _gate, ...task }) => task));
  return story;
};
const missing = (story: RunStory): RunStory => {
  story.evaluate('a', { checks: [] });
  return story;
};
const broken = (story: RunStory): RunStory => {
  const hash = story.task('a').candidate?.candidateHash ?? '';
  story.evaluate('a', { checks: [aCheck(hash, { result: 'failed' })] });
  return story;
};
const late = (story: RunStory): RunStory => {
  story.tick(15 * MINUTE);
  return story;
};
const claimed = (story: RunStory): RunStory => {
  story.claimReview('a');
  return story;
};
const passed = (story: RunStory): RunStory => {
  claimed(story).judge('a');
  return story;
};
const reworked = (story: RunStory): RunStory => {
  const criteria = [claimsCriterion, judgmentCriterion].map(({ criterionId }) => ({
    criterionId,
    verdict: 'failed' as const,
    evidenceRefs: [],
  }));
  claimed(story).judge('a', { criteria: criteria.slice(0, 1) });
  return story;
};
const decided = (story: RunStory, decision: RunCommandData<'decide_sponsor_gate'>['decision']): RunStory => {
  story.decideGate('a', decision);
  return story;
};
const handedOn = (story: RunStory): RunStory => {
  const assignmentId = story.task('a').review?.assignmentId ?? '';
  story.do('reassign_reviewer', system('acceptance'), { taskKey: 'a', assignmentId, expectedSequence: null });
  return story;
};
/** The plan gives a task that ended by its last revision three more; the Orchestrator then revises it once it failed anew. */
const healed = (story: RunStory): RunStory => revised(story, { maxRevisions: 4, maxAttempts: 1 });

const released = (story: RunStory): RunStory => {
  const { assignmentId } = story.assignment('a');
  story.do('release_lease', story.sponsor, { ...story.control(), assignmentId, reasonDigest: null });
  return story;
};

const cancelledRun = (release: boolean): RunStory => {
  const story = RunStory.admitted([{ key: 'a' }])
    .pinAll()
    .run('a');
  story.cancel();
  return release ? released(story) : late(story);
};

const unanswered = (): RunStory => {
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
  story.now += 20_000;
  story.heartbeat('v');
  story.tick(10_000);
  return story;
};

const reopened = (): RunStory => {
  const story = late(awaiting('sponsor_required'));
  const { gate } = story.task('a');
  const candidateHash = gate?.candidateHash ?? '';
  const said = { ...story.gate('reopen', 'a', gate?.gateId ?? ''), candidateHash, facts: evaluationFactsFor(candidateHash) };
  story.do('reopen_sponsor_gate', story.sponsor, said);
  return story;
};

/** What a walk meets too seldom to wait for it. */
const SCRIPTED: ReadonlyArray<() => RunStory> = [
  () => cancelledRun(true),
  () => cancelledRun(false),
  unanswered,
  reopened,
  ...(['cancel_task', 'fail_task'] as const).flatMap((type) => [
    () => ended(awaiting('reviewer_required'), type),
    () => ended(claimed(awaiting('reviewer_required')), type),
    () => ended(late(awaiting('reviewer_required')), type),
    () => ended(awaiting('sponsor_required'), type),
    () => ended(late(awaiting('sponsor_required')), type),
    () => ended(gated(), type),
  ]),
  ...[missing, broken].flatMap((turn) => [
    () => turn(awaiting('reviewer_required')),
    () => turn(claimed(awaiting('reviewer_required'))),
    () => turn(late(awaiting('reviewer_required'))),
    () => turn(passed(awaiting('reviewer_then_sponsor'))),
    () => turn(awaiting('sponsor_required')),
    () => turn(late(awaiting('sponsor_required'))),
  ]),
  () => handedOn(awaiting('reviewer_required')),
  () => handedOn(claimed(awaiting('reviewer_required'))),
  () => handedOn(late(awaiting('reviewer_required'))),
  () => late(claimed(awaiting('reviewer_required'))),
  () => decided(late(awaiting('sponsor_required')), 'cancel'),
  () => decided(awaiting('sponsor_required'), 'reject'),
  () => decided(awaiting('sponsor_required'), 'request_changes'),
  () => {
    const story = ended(passed(awaiting('reviewer_then_sponsor')), 'fail_task');
    story.do('revise_task', olga, {
      taskKey: 'a',
      taskRevision: 1,
      expectedSequence: story.state.sequence,
      title: null,
      reason: null,
      maxAttempts: 1,
    });
    return story;
  },
  () => {
    const story = RunStory.admitted([{ key: 'a' }]).pinAll();
    story.schedule();
    story.claim('a');
    story.cancel();
    return story;
  },
  ...[late, released].map(
    (lose) => () =>
      lose(
        RunStory.admitted([{ key: 'a', maxAttempts: 1 }])
          .pinAll()
          .run('a'),
      ),
  ),
  () => healed(reworked(awaiting('reviewer_required', 1))),
  () => healed(decided(awaiting('sponsor_required', 1), 'reject')),
  () => healed(decided(awaiting('sponsor_required', 1), 'request_changes')),
  () => healed(decided(passed(awaiting('reviewer_then_sponsor', 1)), 'reject')),
  () => dropped(gated()),
  () => dropped(dueGate()),
  () => dropped(sentBack()),
  () => dropped(ended(gated(), 'fail_task')),
  () => revised(ended(gated(), 'fail_task')),
  () => revised(dueGate()),
  () => revised(sentBack()),
  () => ungated(gated()),
  () => ungated(dueGate()),
  () => ungated(sentBack()),
  () => ungated(ended(gated(), 'fail_task')),
  ...(['cancel'] as const).flatMap((decision) =>
    [gated, dueGate, sentBack].map((begin) => () => {
      const story = begin();
      story.decidePlanGate('a', decision);
      return story;
    }),
  ),
  ...[dueGate, sentBack].map((begin) => () => {
    const story = begin();
    story.do('reopen_plan_gate', story.sponsor, story.gate('reopen', 'a', 'approval:a'));
    return story;
  }),
  ...[dropped, revised, ungated].flatMap((turn) =>
    (['approve', 'reject'] as const).map((decision) => () => {
      const story = gated();
      story.decidePlanGate('a', decision);
      return turn(story);
    }),
  ),
  () => {
    const story = gated();
    story.revise(touch('b', { approvalGate: aGate('b') }));
    return story;
  },
  () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b' }])
      .pinAll()
      .run('a');
    story.fail('a', { reasonCode: 'capability_missing' });
    story.do('resolve_blocker', olga, {
      taskKey: 'a',
      expectedSequence: story.state.sequence,
      blockerId: story.task('a').blockers[0]?.blockerId ?? '',
    });
    return story;
  },
];

describe('the state machines', () => {
  const met = new Set([...walked(120), ...SCRIPTED.flatMap((script) => metIn(script()))]);

  it('[K-123] make no transition that their tables do not have', () => {
    expect([...met].filter((transition) => !TABLED.has(transition)).toSorted()).toStrictEqual([]);
  });

  it('[K-123] make every transition that their tables have', () => {
    expect([...TABLED].filter((transition) => !met.has(transition)).toSorted()).toStrictEqual([]);
  });
});
