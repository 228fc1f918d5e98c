// Whether somebody can still act on the acceptance of a task: one definition for those who decide and those who look for work.
import type { TaskState } from '../state.js';

const REVIEWING: ReadonlySet<string> = new Set(['open', 'claimed', 'expired']);
const GATED: ReadonlySet<string> = new Set(['open', 'expired']);

/** A reviewer wait or an acceptance gate is open, claimed or expired; settled ones of earlier revisions do not count. */
export const isAcceptanceWaiting = ({ review, gate }: Pick<TaskState, 'review' | 'gate'>): boolean =>
  (review !== null && REVIEWING.has(review.status)) || (gate !== null && GATED.has(gate.status));
