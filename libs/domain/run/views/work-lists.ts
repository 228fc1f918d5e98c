// What the processes of the Kernel have to do next in a Run: pin, evaluate, deliver.
import { isAcceptanceWaiting } from '../acceptance/waiting.js';
import type { ActiveAssignment, RunState, TaskState } from '../state.js';
import { openTasks, isTerminal } from '../status.js';

/** Tasks that wait for their contract: the acceptance policy pins one for each revision. */
export const pinnableTasks = (state: RunState): readonly TaskState[] =>
  isTerminal(state) || state.cancelRequested
    ? []
    : openTasks(state).filter((task) => task.contract === null && (task.status === 'ready' || task.status === 'blocked'));

/** Tasks whose candidate nobody has evaluated yet; a policy block is evaluated again only when somebody asks. */
export const awaitingEvaluation = (state: RunState): readonly TaskState[] =>
  isTerminal(state) || state.cancelRequested
    ? []
    : openTasks(state).filter(
        (task) => task.status === 'awaiting_acceptance' && task.acceptanceBlockedAt === null && !isAcceptanceWaiting(task),
      );

/** leased, running and cancel_requested. */
export const activeAssignments = (state: RunState): readonly ActiveAssignment[] => state.assignments;

/** Waits that a reviewer may claim at `now`, in plan order. */
export const claimableReviews = (state: RunState, now: number): readonly TaskState[] =>
  openTasks(state).filter((task) => task.review?.status === 'open' && task.review.deadline > now);
