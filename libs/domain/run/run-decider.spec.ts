// A Run from admission to completion, fact by fact, and what holds for every Run whatever happens in it.
import { refusalOf, RunStory, T0, typesOf } from '#testing/run';
import { deepFreeze, fold, system } from '#testing';
import { digestHex } from '../kernel/index.js';
import { nextDecision, runDecider, runHeader, runStatus } from './index.js';

const told = (): RunStory => {
  const story = RunStory.admitted([{ key: 'a' }, { key: 'b', dependsOn: ['a'] }]).pinAll();
  story.run('a');
  story.complete('a');
  story.evaluate('a');
  story.run('b', 'bob');
  story.complete('b');
  return story;
};

describe('a Run from admission to completion', () => {
  it('[K-S01] folds its serialized stream anew to the same state, status and digest', () => {
    const story = told();
    story.evaluate('b');
    expect(runStatus(story.state)).toBe('completed');
    const again = fold(runDecider as never, JSON.parse(JSON.stringify(story.facts)) as never);
    expect(again).toStrictEqual(story.state);
    expect(runHeader(again as never)).toStrictEqual(runHeader(story.state));
    expect(JSON.parse(JSON.stringify(story.state))).toStrictEqual(story.state);
  });

  it('[K-153] is terminal once every task is accepted: each later command is refused', () => {
    const story = told();
    story.evaluate('b');
    expect(refusalOf(() => story.pause())).toBe('RUN_TERMINAL');
    expect(refusalOf(() => story.heartbeat('b'))).toBe('RUN_TERMINAL');
    expect(refusalOf(() => story.tick(1_000))).toBe('RUN_TERMINAL');
  });

  it('[K-179] frees a dependent task by acceptance only, not by completion', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b', dependsOn: ['a'] }]).pinAll();
    story.run('a');
    story.complete('a');
    expect(nextDecision(story.state)).toBeNull();
    story.evaluate('a');
    expect(nextDecision(story.state)).toMatchObject({ type: 'dispatch_task', taskKey: 'b' });
  });

  it('[K-S02] two schedulers at one sequence decide byte-equally', () => {
    const story = RunStory.admitted([{ key: 'b' }, { key: 'a' }]).pinAll();
    const one = nextDecision(story.state);
    const other = nextDecision(deepFreeze(JSON.parse(JSON.stringify(story.state)) as typeof story.state));
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect(one?.decisionId).toBe(`scheduler:${one?.digest.slice('sha256:'.length)}`);
    story.schedule();
    const late = story.command('commit_scheduler_decision', system('scheduler'), {
      decision: other as NonNullable<typeof other>,
      route: { catalogRevision: 'catalog-revision-1', routeDigest: `sha256:${digestHex('x')}` },
    });
    expect(refusalOf(() => story.send(late))).toBe('SEQUENCE_CONFLICT');
  });

  it('[K-036] writes each step as one batch', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b', gated: true }]);
    expect(typesOf(story.facts)).toStrictEqual(['run.created', 'plan.admitted', 'task.planned', 'task.planned', 'task.blocked']);
    expect(typesOf(story.pin('a'))).toStrictEqual(['task.acceptance_pinned']);
    expect(typesOf(story.schedule())).toStrictEqual(['scheduler.dispatch_requested']);
    story.now = T0 + 1_000;
    expect(typesOf(story.claim('a'))).toStrictEqual(['assignment.claimed', 'local_execution.requested', 'workspace.leased']);
    expect(typesOf(story.start('a'))).toStrictEqual(['assignment.started']);
    expect(typesOf(story.complete('a'))).toStrictEqual(['assignment.execution_completed']);
    expect(typesOf(story.evaluate('a'))).toStrictEqual(['task.accepted']);
  });
});
