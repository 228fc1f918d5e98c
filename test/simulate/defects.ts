// Defects that the simulator has found, put back: each script in regressions/ must still show its own, or it proves nothing any more.
import { awaitingEvaluation, openTasks, runDecider } from '#domain/run';
import type { RunCommandOf, RunState } from '#domain/run';
import { Rejection } from '#domain/kernel';
import type { EpisodeOptions } from './episode.js';
import type { RunRules } from './world.js';

export interface Defect {
  /** What was broken, in a sentence. */
  readonly what: string;
  /** A world in which it is broken again. */
  options(): EpisodeOptions;
}

type Revision = RunCommandOf<'admit_plan_revision'>;

/** Revisions are decided on what `see` makes of the Run. */
const revising = (see: (state: RunState, command: Revision) => RunState): RunRules => ({
  ...runDecider,
  decide(state, command, context) {
    const seen = command.type === 'admit_plan_revision' ? see(state, command) : state;
    return runDecider.decide(seen, command, context);
  },
});

export const DEFECTS: Readonly<Record<string, Defect>> = {
  'raised-attempts': {
    what: 'Attempts that a Sponsor had added did not count for the sum of a revised plan, so that nothing could heal the Run.',
    options: () => ({ rules: revising((state) => ({ ...state, raised: { ...state.raised, attempts: 0 } })) }),
  },
  'distinct-from-removed': {
    what: 'A task that had to differ from another could not stay in the plan when that other one had to leave it.',
    options: () => ({
      rules: revising((state, { data: { candidate } }) => {
        const keys = new Set(candidate.plan.tasks.map(({ key }) => key));
        const lost = candidate.plan.tasks.find(({ distinctFrom }) => distinctFrom !== null && !keys.has(distinctFrom));
        if (lost) throw new Rejection('PLAN_INVALID', `Task ${lost.key} names a task that is not in the plan.`);
        return state;
      }),
    }),
  },
  'reservation-of-blocked': {
    what: 'Room that a preemption had made stayed reserved for a task that was blocked since, and no other task could be made room for.',
    options: () => ({
      rules: {
        ...runDecider,
        decide: (state, command, context) =>
          runDecider
            .decide(state, command, context)
            .filter(({ type, data }) => type !== 'scheduler.reservation_released' || data.reason !== 'task_blocked'),
      },
    }),
  },
  'evaluation-after-revision': {
    what: 'A revised task whose wait had been cancelled with its earlier candidate was never evaluated again.',
    options: () => ({
      readings: {
        awaitingEvaluation: (state) => {
          const settled = new Set(
            openTasks(state)
              .filter(({ review, gate }) => [review, gate].some((wait) => wait !== null && wait.status !== 'stale'))
              .map(({ key }) => key),
          );
          return awaitingEvaluation(state).filter(({ key }) => !settled.has(key));
        },
      },
    }),
  },
};

export function defectOf(name: string): Defect {
  const defect = DEFECTS[name];
  if (!defect) throw new Error(`No defect is called ${name}; known: ${Object.keys(DEFECTS).join(', ')}.`);
  return defect;
}
