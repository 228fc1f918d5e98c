// Folds facts into a Run. Pure and total over the catalogue: facts already happened.
import { Rejection } from '../../kernel/index.js';
import type { RecordedRunEvent, RunEventType } from '../events/run-event.js';
import type { RunState } from '../state.js';
import { assignmentFolds } from './assignment-folds.js';
import type { Draft, Fold, FoldOf, Folds } from './fold.js';
import { planFolds } from './plan-folds.js';
import { runFolds } from './run-folds.js';
import { schedulerFolds } from './scheduler-folds.js';
import { taskFolds } from './task-folds.js';
import { waitFolds } from './wait-folds.js';

const FOLDS: Folds<RunEventType> = {
  ...runFolds,
  ...planFolds,
  ...taskFolds,
  ...waitFolds,
  ...assignmentFolds,
  ...schedulerFolds,
};

export type Subject = 'run' | 'task' | 'none';

/** Facts that make nobody's card stale. */
const UNCOUNTED = new Set<string>([
  'assignment.progress',
  'assignment.heartbeat',
  'assignment.checkpointed',
  'scheduler.dispatch_requested',
  'scheduler.dispatch_withdrawn',
  'scheduler.preemption_requested',
  'scheduler.preemption_checkpoint_acknowledged',
  'scheduler.preemption_timed_out',
  'scheduler.reservation_released',
  'local_execution.requested',
  'remote_dispatch.requested',
  'clock.advanced',
]);

function subjectOf(type: string): Subject {
  if (UNCOUNTED.has(type) || type.startsWith('workspace.')) return 'none';
  return type.startsWith('run.') || type.startsWith('plan.') ? 'run' : 'task';
}

/** Whose expected sequence a fact moves: the Run's, its task's, or nobody's. */
export const SUBJECTS = Object.fromEntries(Object.keys(FOLDS).map((type) => [type, subjectOf(type)])) as Readonly<
  Record<RunEventType, Subject>
>;

/** Throws only Rejection EVENT_UNKNOWN: a type outside the catalogue stops the fold, it is never skipped. */
export function evolve(state: RunState, event: RecordedRunEvent): RunState {
  if (!Object.hasOwn(FOLDS, event.type)) {
    throw new Rejection('EVENT_UNKNOWN', `Run ${state.runId} holds a fact of a type that this build does not know.`, {
      sequence: state.sequence + 1,
    });
  }
  const subject = SUBJECTS[event.type];
  const run: Draft = { ...state, sequence: state.sequence + 1, now: event.at > state.now ? event.at : state.now };
  if (subject === 'run') run.runSequence = run.sequence;
  const change: Fold = { run, at: event.at, counts: subject === 'task' };
  (FOLDS[event.type] as FoldOf<RunEventType>)(change, event.data as never);
  return run;
}
