// Planning without a model: a request gets the strategy that it names, or the one in whose declared scope it falls.
import { SHIPPED_STRATEGIES } from '../strategies/shipped-strategies.js';
import { strategyName } from '../strategies/workflow-strategy.js';
import type { StrategyScope, WorkflowStrategy } from '../strategies/workflow-strategy.js';

/** Words of alphabets that put blanks between them are compared whole, others are looked for inside the text. */
function holds(text: string, words: ReadonlySet<string>, wanted: string): boolean {
  return /^[a-z-]+$/.test(wanted) ? words.has(wanted) : text.includes(wanted);
}

function inScope(text: string, words: ReadonlySet<string>, scope: StrategyScope): boolean {
  if (scope.excludes.some((word) => holds(text, words, word))) return false;
  return scope.words.every((group) => group.some((word) => holds(text, words, word)));
}

function names(text: string, strategy: WorkflowStrategy): boolean {
  return [strategyName(strategy), strategy.id].some((name) => new RegExp(`(^|[^a-z0-9-])${name}($|[^a-z0-9@-])`).test(text));
}

/** The strategy that the request names by its id; null when it names none. */
export function namedStrategy(request: string): WorkflowStrategy | null {
  const text = request.toLowerCase();
  return SHIPPED_STRATEGIES.find((strategy) => names(text, strategy)) ?? null;
}

/** The strategy that can do the whole request without a model; null when none can. */
export function strategyInScope(request: string): WorkflowStrategy | null {
  const text = request.toLowerCase();
  const words = new Set(text.split(/[^a-z0-9-]+/));
  return SHIPPED_STRATEGIES.find(({ scope, needsModel }) => scope !== null && !needsModel && inScope(text, words, scope)) ?? null;
}
