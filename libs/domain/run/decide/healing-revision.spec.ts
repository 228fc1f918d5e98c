import { planDiff, plannedTasks } from '#domain/run';
import { digestOf, person, system } from '#testing';
import { aTask, refusalOf, RunStory, sealPlan, sponsorAuthority, T0, typesOf, wideLimits } from '#testing/run';
import type { TaskSketch } from '#testing/run';

const SAM = person('sam');

/** The plan in force with these tasks instead. */
function revise(story: RunStory, tasks: readonly TaskSketch[]) {
  const { plan, sequence } = story.state;
  if (!plan) throw new Error('The story has no plan.');
  const proposed = sealPlan({ ...plan.header, proposalId: 'revision-1', tasks: tasks.map(aTask) });
  return story.do('admit_plan_revision', system('planning'), {
    proposalId: 'revision-1',
    expectedSequence: sequence,
    candidate: {
      version: 1,
      plan: proposed,
      baseRevision: plan.revision,
      baseDigest: plan.header.digest,
      baseTaskRevisions: story.state.tasks.map(({ key, revision }) => ({ taskKey: key, revision })),
      provenance: { principalId: 'agent:olga', sourceRef: 'conversation-event:2', sourceDigest: digestOf('why') },
      reason: null,
      diff: planDiff(plannedTasks(story.state), proposed),
    },
    limits: wideLimits,
  });
}

const control = (story: RunStory) => ({
  operationId: 'control-1',
  expectedSequence: story.state.sequence,
  authority: sponsorAuthority(SAM.principalId),
});

describe('a plan revision that heals a Run', () => {
  const tight = () => RunStory.admitted([{ key: 'a', maxAttempts: 2 }], { budget: { maxTasks: 4, maxTotalAttempts: 2 } });
  const more: readonly TaskSketch[] = [
    { key: 'a', maxAttempts: 2 },
    { key: 'b', maxAttempts: 1 },
  ];

  it('[D-02] attempts that a Sponsor added count for the sum of K-260', () => {
    const story = tight();
    expect(refusalOf(() => revise(story, more))).toBe('PLAN_INVALID');
    story.do('raise_budget', SAM, { ...control(story), kind: 'attempts', amount: 1, reasonCode: 'budget_review' });
    expect(typesOf(revise(story, more))).toEqual(['plan.revision_applied', 'task.planned']);
  });

  it('[K-154] replaces a cancelled task from which an accepted one had to differ', () => {
    const story = RunStory.admitted([{ key: 'a', distinctFrom: 'b' }, { key: 'b' }], {
      budget: { maxTotalAttempts: 20 },
    }).pinAll();
    story.run('a').complete('a');
    story.evaluate('a');
    story.do('cancel_task', SAM, { ...control(story), taskKey: 'b', reason: null, controlDeadline: T0 });
    const healed: readonly TaskSketch[] = [{ key: 'a', distinctFrom: 'b' }, { key: 'c' }];
    expect(typesOf(revise(story, healed))).toEqual(['plan.revision_applied', 'task.planned']);
  });

  it('[D-55] a new task may differ from one that left the plan, but not from one that never was', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b' }]);
    const differing = (from: string): readonly TaskSketch[] => [{ key: 'a' }, { key: 'c', distinctFrom: from }];
    expect(refusalOf(() => revise(story, differing('z')))).toBe('PLAN_INVALID');
    expect(typesOf(revise(story, differing('b')))).toEqual(['plan.revision_applied', 'task.cancelled', 'task.planned']);
  });
});
