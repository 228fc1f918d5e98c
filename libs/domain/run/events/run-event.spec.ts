// The catalogue: every type has a closed shape, a fold and a place in a batch; texts are references.
import { RunStory } from '#testing/run';
import { RUN_EVENTS, runDecider, runEventCatalogue } from '../index.js';
import { SUBJECTS } from '../evolve/evolve.js';

describe('the catalogue of a Run', () => {
  it('[K-121] stops the fold at a type that it does not know, also at one that every object has', () => {
    for (const type of ['task.vanished', 'toString', '__proto__']) {
      const fact = { type, data: {}, at: 1 } as never;
      expect(() => runDecider.evolve(runDecider.initial, fact)).toThrow(
        expect.objectContaining({ code: 'EVENT_UNKNOWN' }) as Error,
      );
    }
  });

  it('[K-018] names the text keys of each type, nested ones by their path', () => {
    expect(runEventCatalogue['task.planned'].text).toStrictEqual(['title']);
    expect(runEventCatalogue['assignment.progress'].text).toStrictEqual(['progress.summary']);
    expect(runEventCatalogue['plan.admitted'].text).toStrictEqual(['plan.tasks.*.title']);
    expect(runEventCatalogue['task.acceptance_pinned'].text).toStrictEqual(['contract.criteria.*.wording']);
    expect(runEventCatalogue['plan.revision_applied'].text).toStrictEqual(['candidate.plan.tasks.*.title', 'candidate.reason']);
  });

  it('[K-004] closes the keys of each type', () => {
    expect(runEventCatalogue['task.blocked'].keys).toStrictEqual([
      'taskKey',
      'blockerId',
      'kind',
      'owner',
      'reason',
      'deadline',
      'allowedActions?',
    ]);
    expect(Object.keys(runEventCatalogue)).toStrictEqual(Object.keys(RUN_EVENTS));
  });

  it('[K-226] counts for a card what concerns its subject, not beats, progress, dispatches or the clock', () => {
    expect(SUBJECTS['assignment.heartbeat']).toBe('none');
    expect(SUBJECTS['workspace.leased']).toBe('none');
    expect(SUBJECTS['clock.advanced']).toBe('none');
    expect(SUBJECTS['plan_gate.decided']).toBe('task');
    expect(SUBJECTS['assignment.claimed']).toBe('task');
    expect(SUBJECTS['plan.revision_applied']).toBe('run');
    expect(SUBJECTS['run.paused']).toBe('run');
    const story = RunStory.admitted([{ key: 'a' }])
      .pinAll()
      .run('a');
    const { sequence } = story.task('a');
    story.now += 1_000;
    story.heartbeat('a');
    expect(story.task('a').sequence).toBe(sequence);
    story.complete('a');
    expect(story.task('a').sequence).toBe(story.state.sequence);
  });
});
