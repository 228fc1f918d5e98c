// Progress is told every third update, and whatever is left as soon as something more important happens to the same Assignment or Run.
import type { TextRef } from '#domain/kernel';
import type { RunEvent } from '#domain/run';
import { CARDED_EVENTS } from './run-cards.js';

export const UPDATES_A_CARD = 3;

export interface PendingProgress {
  readonly assignmentId: string;
  readonly updates: number;
  /** The newest summary; opened through disclosure when the card is made. */
  readonly summary: TextRef;
  readonly completedUnits: number | null;
  readonly totalUnits: number | null;
}

export type ProgressState = readonly PendingProgress[];

export interface ProgressStep {
  readonly state: ProgressState;
  /** Cards to make before the event's own. */
  readonly due: readonly PendingProgress[];
}

/** Folds one fact of a Run. */
export function foldProgress(state: ProgressState, event: RunEvent): ProgressStep {
  if (event.type === 'assignment.progress') {
    const { assignmentId, progress } = event.data;
    const before = state.find((pending) => pending.assignmentId === assignmentId);
    const next: PendingProgress = {
      assignmentId,
      updates: (before?.updates ?? 0) + 1,
      summary: progress.summary,
      completedUnits: progress.completedUnits ?? null,
      totalUnits: progress.totalUnits ?? null,
    };
    const others = state.filter((pending) => pending !== before);
    return next.updates < UPDATES_A_CARD ? { state: [...others, next], due: [] } : { state: others, due: [next] };
  }
  if (!CARDED_EVENTS.includes(event.type)) return { state, due: [] };
  const about = 'assignmentId' in event.data ? event.data.assignmentId : null;
  const mine = (pending: PendingProgress): boolean => about === null || pending.assignmentId === about;
  return { state: state.filter((pending) => !mine(pending)), due: state.filter(mine) };
}
