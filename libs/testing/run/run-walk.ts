// Random walks through a Run: mostly the next natural step of somebody who does their work, sometimes anything at all.
import * as fc from 'fast-check';
import { Rejection } from '#domain/kernel';
import type { PlanTask } from '#domain/run';
import { agent, digestOf, person, system } from '../identity.js';
import { aCheck, aTool, claimsCriterion, judgmentCriterion } from './acceptance-builder.js';
import { aPolicy, aTask, MINUTE } from './plan-builder.js';
import type { TaskSketch } from './plan-builder.js';
import { RunStory } from './run-story.js';
import { StoryGap } from './told-run.js';

/** One step of a walk: `pick` chooses among what is there, `dice` decides how it goes. */
export interface WalkStep {
  readonly act: number;
  readonly pick: number;
  readonly dice: number;
}

type Act = (story: RunStory, key: string, step: WalkStep) => unknown;

const LANES = ['urgent', 'high', 'normal', 'low'] as const;
const checkpoint = { kind: 'checkpoint', checkpointRef: 'c', checkpointDigest: digestOf('c') } as const;
const FLOORS = ['baseline', 'reviewer_required', 'sponsor_required', 'reviewer_then_sponsor'] as const;

const pin: Act = (story, key, { dice }) =>
  story.pin(key, {
    minimumRoute: FLOORS[dice % 4] ?? 'baseline',
    criteria: dice % 3 === 0 ? [claimsCriterion, judgmentCriterion] : [claimsCriterion],
  });

const evaluate: Act = (story, key, { dice }) => {
  const hash = story.task(key).candidate?.candidateHash ?? '';
  if (dice % 5 === 0) return story.evaluate(key, { checks: [aCheck(hash, { result: 'failed' })] });
  if (dice % 7 === 0) return story.evaluate(key, { checks: [] });
  return story.evaluate(key, { tools: [aTool({ sideEffect: dice % 2 ? 'none' : 'external' })] });
};

const reviseTask: Act = (story, key) =>
  story.do('revise_task', agent('olga', 'orchestrator'), {
    taskKey: key,
    taskRevision: story.task(key).revision,
    expectedSequence: story.state.sequence,
    title: null,
    reason: null,
    maxAttempts: 2,
  });

const revisePlan: Act = (story, key, { dice }) =>
  story.revise((tasks: readonly PlanTask[]) => {
    if (dice % 3 === 0) return [...tasks, aTask({ key: `n${story.state.tasks.length}`, gated: dice % 2 === 0 })];
    const touched = tasks.map((task) => (task.key === key ? { ...task, maxAttempts: 1 + (dice % 3) } : task));
    if (dice % 3 === 1) return touched;
    const replaced = aTask({ key: `n${story.state.tasks.length}` });
    const without = tasks.filter((task) => task.key !== key);
    return [...without.map((task) => ({ ...task, dependsOn: task.dependsOn.filter((one) => one !== key) })), replaced];
  });

const settleCancel: Act = (story, key) =>
  story.do('settle_cancel', story.executorOf(key), {
    ...story.spoken(key),
    outcome: 'interrupted',
    effects: [],
    receiptDigests: [],
  });

const release: Act = (story, key) =>
  story.do('release_lease', story.sponsor, {
    ...story.control(),
    assignmentId: story.assignment(key).assignmentId,
    reasonDigest: null,
  });

const block: Act = (story, key, { dice }) =>
  story.do('block_task', agent('olga', 'orchestrator'), {
    taskKey: key,
    expectedSequence: story.state.sequence,
    blockerId: `blocker-${dice % 3}`,
    kind: 'external',
    owner: 'somebody',
    reason: null,
    deadline: story.now + MINUTE,
    allowedActions: ['resolve', 'cancel'],
  });

const resolve: Act = (story, key) => {
  const [blocker] = story.task(key).blockers;
  const by = blocker?.blockerId.startsWith('scheduler-supply:') ? system('supply') : agent('olga', 'orchestrator');
  return story.do('resolve_blocker', by, {
    taskKey: key,
    expectedSequence: story.state.sequence,
    blockerId: blocker?.blockerId ?? 'none',
  });
};

const withdraw: Act = (story, _key, { pick, dice }) => {
  const { dispatches } = story.state;
  const decisionId = dispatches[pick % Math.max(1, dispatches.length)]?.decision.decisionId ?? 'none';
  return story.do('withdraw_dispatch', system('supply'), { decisionId, reason: dice % 2 ? 'supply_lost' : 'grant_lost' });
};

const taskControl =
  (type: 'cancel_task' | 'fail_task'): Act =>
  (story, key) =>
    story.do(type, story.sponsor, {
      ...story.control(),
      taskKey: key,
      reason: null,
      ...(type === 'cancel_task' ? { controlDeadline: story.now + 5_000 } : {}),
    } as never);

const reviewerOf = (story: RunStory, key: string) =>
  story.task(key).review?.reviewerPrincipalId === 'sandbox:sam' ? person('sam') : agent('rob', 'reviewer');

const judge: Act = (story, key, { dice }) => {
  const criteria = story.task(key).contract?.criteria.map(({ criterionId }) => ({
    criterionId,
    verdict: dice % 4 ? ('passed' as const) : ('failed' as const),
    evidenceRefs: ['e'],
  }));
  return story.judge(key, criteria ? { criteria } : {}, reviewerOf(story, key));
};

const execute: Act = (story, key, { dice }) => {
  const assignment = story.assignment(key);
  if (assignment.status === 'leased') return story.start(key);
  if (assignment.checkpointRequest && dice % 2) return story.observe(key, checkpoint);
  return dice % 4 === 0 ? story.heartbeat(key) : story.complete(key);
};

const accept: Act = (story, key, chosen) => {
  const { review, gate } = story.task(key);
  if (review?.status === 'open') return story.claimReview(key);
  if (review?.status === 'claimed') return judge(story, key, chosen);
  return gate?.status === 'open' ? story.decideGate(key, 'approve') : evaluate(story, key, chosen);
};

/** What somebody who does their work would do next with a task. */
const advance: Act = (story, key, chosen) => {
  const task = story.task(key);
  switch (task.status) {
    case 'ready':
      if (task.contract === null) return pin(story, key, chosen);
      return story.state.dispatches.some((one) => one.decision.taskKey === key)
        ? story.claim(key, chosen.dice % 2 ? 'alice' : 'bob')
        : story.schedule();
    case 'blocked':
      return task.planGate?.status === 'open' ? story.decidePlanGate(key, 'approve') : resolve(story, key, chosen);
    case 'executing':
      return execute(story, key, chosen);
    case 'awaiting_acceptance':
      return accept(story, key, chosen);
    case 'failed':
      return reviseTask(story, key, chosen);
    default:
      return settleCancel(story, key, chosen);
  }
};

const ACTS: readonly Act[] = [
  pin,
  (story, key, { dice }) =>
    story.fail(key, { retryable: dice % 2 === 0, reasonCode: dice % 3 ? 'tool_error' : 'capability_missing' }),
  (story, key) => story.heartbeat(key),
  (story, key) => story.observe(key, checkpoint),
  evaluate,
  (story, key) => story.claimReview(key, person('sam')),
  judge,
  (story, key, { dice }) => story.decideGate(key, (['reject', 'request_changes', 'cancel'] as const)[dice % 3] ?? 'approve'),
  (story, key, { dice }) => story.decidePlanGate(key, (['reject', 'request_changes'] as const)[dice % 2] ?? 'approve'),
  (story, key) => story.do('reopen_plan_gate', story.sponsor, story.gate('reopen', key, `approval:${key}`)),
  (story, key) =>
    story.do('reassign_reviewer', system('acceptance'), {
      taskKey: key,
      assignmentId: story.task(key).review?.assignmentId ?? 'none',
      expectedSequence: null,
    }),
  (story, _key, { dice }) => story.tick(1 + dice * 400),
  (story, _key, { dice }) => (dice < 20 ? story.tick(16 * MINUTE) : []),
  block,
  resolve,
  withdraw,
  reviseTask,
  revisePlan,
  settleCancel,
  release,
  (story, key, chosen) => (chosen.dice < 20 ? taskControl('cancel_task')(story, key, chosen) : []),
  (story, key, chosen) => (chosen.dice < 20 ? taskControl('fail_task')(story, key, chosen) : []),
  (story) => story.pause(),
  (story) => story.resume(),
  (story) => story.resume(),
  (story) => story.replan(),
  (story, _key, { dice }) => (dice === 0 ? story.cancel() : []),
  (story) =>
    story.do('raise_budget', story.sponsor, { ...story.control(), reasonCode: 'budget_review', kind: 'attempts', amount: 1 }),
];

/** Three of four steps do the work; the others do anything. */
export const walkStep: fc.Arbitrary<WalkStep> = fc.record({
  act: fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(ACTS.length - 1) }),
  pick: fc.nat(5),
  dice: fc.nat(99),
});

export const walkTasks: fc.Arbitrary<readonly TaskSketch[]> = fc
  .array(
    fc.record({
      deps: fc.subarray([0, 1, 2, 3]),
      required: fc.boolean(),
      gated: fc.boolean(),
      lane: fc.nat(3),
      atomic: fc.boolean(),
    }),
    {
      minLength: 2,
      maxLength: 5,
    },
  )
  .map((sketches) =>
    sketches.map(({ deps, required, gated, lane, atomic }, n) => {
      const needed = n === 0 || required;
      const dependsOn = deps.filter((dep) => dep < n && (!needed || dep === 0 || sketches[dep]?.required));
      const scheduler = { sponsorLane: LANES[lane] ?? 'normal', preemptibility: atomic ? 'atomic' : 'checkpointable' } as const;
      return { key: `t${n}`, required: needed, gated, maxAttempts: 2, dependsOn: dependsOn.map((dep) => `t${dep}`), scheduler };
    }),
  );

/** Takes a step; a refusal is an answer, anything else thrown is a defect. */
export function takeStep(story: RunStory, chosen: WalkStep): void {
  const key = story.state.tasks[chosen.pick % story.state.tasks.length]?.key ?? '';
  try {
    (ACTS[chosen.act] ?? advance)(story, key, chosen);
  } catch (error) {
    if (error instanceof Rejection || error instanceof StoryGap) return;
    throw error;
  }
}

/** A Run of these tasks with few attempts, so that budgets matter. */
export const beginWalk = (sketches: readonly TaskSketch[], capacity: number): RunStory =>
  RunStory.admitted(sketches, { policy: aPolicy({ capacity }), budget: { maxTotalAttempts: sketches.length * 2 + 1 } });
