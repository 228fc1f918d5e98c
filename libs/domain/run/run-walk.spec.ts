// Any Run, whatever anybody does in any order: random walks over every command, checked after each one.
import * as fc from 'fast-check';
import { fold } from '#testing';
import { beginWalk, brokenInvariants, takeStep, walkStep, walkTasks } from '#testing/run';
import { nextDecision, runDecider, runStatus } from './index.js';

describe('any walk through a Run', () => {
  it('[K-183] leaves somebody who can act, waits that are owned, one Assignment a task, rising fences, budgets kept', () => {
    fc.assert(
      fc.property(
        walkTasks,
        fc.integer({ min: 1, max: 3 }),
        fc.array(walkStep, { minLength: 30, maxLength: 90 }),
        (sketches, capacity, steps) => {
          const story = beginWalk(sketches, capacity);
          for (const chosen of steps) {
            const before = story.state;
            takeStep(story, chosen);
            expect(brokenInvariants(story.state, before)).toStrictEqual([]);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('goes far: walks that stand still would prove nothing', () => {
    const walks = fc.tuple(walkTasks, fc.array(walkStep, { minLength: 60, maxLength: 90 }));
    const met = new Set<string>();
    // The same walks each time: which facts they meet is no matter of luck.
    for (const [sketches, steps] of fc.sample(walks, { seed: 183, numRuns: 40 })) {
      const story = beginWalk(sketches, 2);
      for (const chosen of steps) takeStep(story, chosen);
      for (const { type } of story.facts) met.add(type);
    }
    expect(met.size).toBeGreaterThan(30);
    expect([...met]).toEqual(
      expect.arrayContaining(['task.accepted', 'reviewer.verdict_recorded', 'sponsor_gate.decided', 'task.failed']),
    );
  });

  it('[WK-01] is folded anew from its facts to the same state, and two schedulers agree on it', () => {
    fc.assert(
      fc.property(walkTasks, fc.array(walkStep, { minLength: 20, maxLength: 80 }), (sketches, steps) => {
        const story = beginWalk(sketches, 2);
        for (const chosen of steps) takeStep(story, chosen);
        const again = fold(runDecider as never, JSON.parse(JSON.stringify(story.facts)) as never) as typeof story.state;
        expect(again).toStrictEqual(story.state);
        expect(JSON.parse(JSON.stringify(again))).toStrictEqual(story.state);
        expect(nextDecision(again)).toStrictEqual(nextDecision(story.state));
      }),
      { numRuns: 30 },
    );
  });

  it('[K-155] can be ended by a cancel of a Sponsor, whatever happened before', () => {
    fc.assert(
      fc.property(walkTasks, fc.array(walkStep, { maxLength: 40 }), (sketches, steps) => {
        const story = beginWalk(sketches, 2);
        for (const chosen of steps) takeStep(story, chosen);
        story.tick(1);
        if (!['completed', 'cancelled'].includes(runStatus(story.state))) {
          story.cancel({ controlDeadline: story.now });
          if (!story.state.cancelled) story.tick(1);
        }
        expect(['completed', 'cancelled']).toContain(runStatus(story.state));
      }),
      { numRuns: 30 },
    );
  });
});
