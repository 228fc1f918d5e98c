// The front door of planning: from a request to an untrusted candidate, or to why there can be none.
import { NO_USAGE } from '../models/model-usage.js';
import { strategyOffers } from '../strategies/shipped-strategies.js';
import { strategyCandidate } from '../strategies/workflow-strategy.js';
import type { WorkflowStrategy } from '../strategies/workflow-strategy.js';
import type { PlanPorts, PlanRequest } from './planning-input.js';
import type { PlanningResult } from './planning-result.js';
import { namedStrategy, strategyInScope } from './strategy-planner.js';

const HOW_TO =
  'No model is configured. Set ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENROUTER_API_KEY, OLLAMA_BASE_URL or OPENAI_BASE_URL, or ask for what a strategy answers.';

/** A named strategy is taken as asked; else a model plans where there is one; else a strategy whose scope covers the request. */
export async function planRequest(request: PlanRequest, ports: PlanPorts, signal?: AbortSignal): Promise<PlanningResult> {
  const named = namedStrategy(request.text);
  if (named && (!named.needsModel || ports.model)) return byStrategy(named, request, ports);
  if (ports.model) {
    const { planByModel } = await import('./model-planner.js');
    return planByModel(request, ports.model, ports.check, signal);
  }
  const strategy = named ? null : strategyInScope(request.text);
  if (strategy) return byStrategy(strategy, request, ports);
  const offers = strategyOffers();
  return { kind: 'unavailable', reasonCode: 'planning_unavailable', cause: 'no_model', mend: HOW_TO, offers };
}

function byStrategy(strategy: WorkflowStrategy, request: PlanRequest, ports: PlanPorts): PlanningResult {
  const candidate = strategyCandidate(strategy, request.offeredTools);
  const violations = ports.check(candidate);
  if (violations.length > 0) return { kind: 'clarification', reasonCode: 'ambiguous_intent', violations, usage: NO_USAGE };
  return { kind: 'candidate', candidate, usage: NO_USAGE, model: null };
}
