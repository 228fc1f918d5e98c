// The strategies that ship, and finding one by its name.
import type { StrategyOffer } from '../planner/planning-result.js';
import { REPOSITORY_AUDIT } from './repository-audit.js';
import { SOFTWARE_DELIVERY } from './software-delivery.js';
import { strategyName } from './workflow-strategy.js';
import type { WorkflowStrategy } from './workflow-strategy.js';

export const SHIPPED_STRATEGIES: readonly WorkflowStrategy[] = [REPOSITORY_AUDIT, SOFTWARE_DELIVERY];

/** By `id@version`; null when it is not shipped, as for a plan that a model made. */
export const findStrategy = (name: string): WorkflowStrategy | null =>
  SHIPPED_STRATEGIES.find((strategy) => strategyName(strategy) === name) ?? null;

export const strategyOffers = (): readonly StrategyOffer[] =>
  SHIPPED_STRATEGIES.map((strategy) => ({
    strategy: strategyName(strategy),
    summary: strategy.summary,
    phrases: strategy.phrases,
    needsModel: strategy.needsModel,
  }));
