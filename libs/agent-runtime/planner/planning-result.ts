// What planning answers: an untrusted candidate, a question back, or why there can be none.
import type { ModelUsage } from '../models/model-usage.js';
import type { PlanCandidate, PlanViolation } from './plan-candidate.js';

export interface StrategyOffer {
  /** `id@version`. */
  readonly strategy: string;
  readonly summary: string;
  /** Requests that it answers, e.g. `audit this repository`. */
  readonly phrases: readonly string[];
  readonly needsModel: boolean;
}

export type PlanningResult =
  | { readonly kind: 'candidate'; readonly candidate: PlanCandidate; readonly usage: ModelUsage; readonly model: string | null }
  /** The model's candidates stayed invalid. */
  | {
      readonly kind: 'clarification';
      readonly reasonCode: 'ambiguous_intent';
      readonly violations: readonly PlanViolation[];
      readonly usage: ModelUsage;
    }
  /** Nothing that is set up can plan this request. */
  | {
      readonly kind: 'unavailable';
      readonly reasonCode: 'planning_unavailable';
      readonly cause: 'no_model' | 'model_unavailable';
      /** One line for people: what to do. */
      readonly mend: string;
      readonly offers: readonly StrategyOffer[];
    };
