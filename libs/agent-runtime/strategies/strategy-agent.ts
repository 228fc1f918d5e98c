// An agent without a model: a declared sequence of real tools, whose results are real.
import type { Desk } from './desk.js';

export interface StrategyProgress {
  readonly summary: string;
  readonly completedUnits: number;
  readonly totalUnits: number;
}

/** Yields what it is about to do and returns the Markdown of its report; findings pile up at the desk. */
export type StrategyAgent = (desk: Desk) => AsyncGenerator<StrategyProgress, string>;
