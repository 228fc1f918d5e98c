// Plan gates and plan revisions, the refused ones included: they leave no fact.
import { digestOf, textOf } from '#testing';
import { aTask, MINUTE, refusalOf } from '#testing/run';
import type { TaskSketch } from '#testing/run';
import type { PlanTask } from '#domain/run';
import { finish, ready } from './scenario.js';
import type { Scenario } from './scenario.js';

type Change = (tasks: readonly PlanTask[]) => readonly PlanTask[];
const add =
  (sketch: TaskSketch): Change =>
  (tasks) => [...tasks, aTask(sketch)];
const drop =
  (key: string): Change =>
  (tasks) =>
    tasks.filter((task) => task.key !== key);
const swap =
  (key: string, change: Partial<PlanTask>): Change =>
  (tasks) =>
    tasks.map((task) => (task.key === key ? { ...task, ...change } : task));

const planGate: Scenario = (recorder) => {
  const story = ready(recorder, [
    { key: 'a', gated: true },
    { key: 'b', gated: true },
    { key: 'c', gated: true },
  ]);
  story.decidePlanGate('a', 'approve');
  story.decidePlanGate('b', 'request_changes');
  story.do('reopen_plan_gate', story.sponsor, story.gate('reopen', 'b', 'approval:b'));
  story.decidePlanGate('b', 'reject');
  story.tick(15 * MINUTE);
  story.do('reopen_plan_gate', story.sponsor, story.gate('reopen', 'c', 'approval:c'));
  story.decidePlanGate('c', 'cancel');
};

const planGateKept: Scenario = (recorder) => {
  const story = ready(recorder, [{ key: 'a', gated: true }, { key: 'b' }]);
  story.decidePlanGate('a', 'request_changes');
  story.now += MINUTE;
  story.revise(add({ key: 'c' }));
  story.decidePlanGate('a', 'approve');
};

const revisionApplied: Scenario = (recorder) => {
  const story = ready(recorder, [{ key: 'a' }, { key: 'b' }, { key: 'c', maxAttempts: 1 }]);
  story.run('a').run('b', 'bob');
  story.complete('a');
  story.evaluate('a');
  story.fail('b', { retryable: false });
  story.schedule();
  const retitled = { title: textOf('title', 'another title') };
  story.revise((tasks) => add({ key: 'd', gated: true })(drop('b')(swap('c', retitled)(tasks))));
  story.decidePlanGate('d', 'approve');
  finish(story, 'c');
  finish(story, 'd');
};

const revisionRefused: Scenario = (recorder) => {
  const story = ready(recorder, [{ key: 'a' }, { key: 'b' }]);
  const late = story.revision(add({ key: 'z' }));
  story.revise(add({ key: 'c' }));
  refusalOf(() => story.revise(add({ key: 'd' }), { baseDigest: digestOf('another plan') }));
  refusalOf(() => story.revise((tasks) => tasks));
  refusalOf(() =>
    story.send(story.command('admit_plan_revision', { principalId: 'system:planning', kind: 'system', role: 'planning' }, late)),
  );
  story.run('a');
  refusalOf(() => story.revise(drop('a')));
  story.complete('a');
  story.evaluate('a');
};

export const PLANS: Readonly<Record<string, Scenario>> = {
  'plan-gate': planGate,
  'plan-gate-kept': planGateKept,
  'plan-revision-applied': revisionApplied,
  'plan-revision-refused': revisionRefused,
};
