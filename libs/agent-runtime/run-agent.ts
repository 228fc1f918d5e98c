// The front door of execution: takes a brief and ports, yields steps. It knows no Journal and no command; its host turns steps into
// commands, and stops it by the signal.
import { Rejection, Unavailable } from '#domain/kernel';
import type { AgentBrief } from './brief.js';
import { NO_USAGE } from './models/model-usage.js';
import { switchTracingOff } from './models/no-tracing.js';
import type { AgentPorts } from './ports.js';
import type { AgentStep, FailureReason } from './step.js';
import { Desk } from './strategies/desk.js';
import { strategyAgent } from './strategies/strategy-agents.js';
import type { StrategyAgent } from './strategies/strategy-agent.js';

const REASONS: Readonly<Record<string, FailureReason>> = {
  CONTEXT_BUDGET_EXCEEDED: 'context_budget_exceeded',
  CAPABILITY_MISSING: 'capability_missing',
  MODEL_UNAVAILABLE: 'model_unavailable',
  MODEL_REFUSED: 'model_unavailable',
  BUDGET_EXHAUSTED: 'budget_exhausted',
  NO_CANDIDATE: 'no_candidate',
};

/** What another attempt could change. */
const RETRYABLE: ReadonlySet<FailureReason> = new Set([
  'workspace_error',
  'model_unavailable',
  'budget_exhausted',
  'no_candidate',
]);

/** A refusal or an outage ends the run with its reason; a defect is thrown. */
function failure(error: unknown, model: string | null): AgentStep {
  if (!(error instanceof Rejection) && !(error instanceof Unavailable)) throw error;
  const reasonCode = REASONS[error.code] ?? 'workspace_error';
  const detail = `${error.code}: ${error.message}`;
  return { kind: 'failed', reasonCode, retryable: RETRYABLE.has(reasonCode), detail, usage: NO_USAGE, model };
}

/**
 * Ends with exactly one of `report`, `failed` or `stopped`. Throws only what is a defect. After the end, or after the iterator was
 * closed, nothing that the agent started runs any more.
 */
export async function* runAgent(brief: AgentBrief, ports: AgentPorts, signal: AbortSignal): AsyncGenerator<AgentStep, void> {
  const closed = new AbortController();
  const until = AbortSignal.any([signal, closed.signal]);
  try {
    until.throwIfAborted();
    const agent = strategyAgent(brief.strategy, brief.taskKey);
    if (agent) yield* runStrategy(agent, brief, ports, until);
    else yield* runWithModel(brief, ports, until);
  } catch (error) {
    yield signal.aborted ? { kind: 'stopped' } : failure(error, ports.model?.name ?? null);
  } finally {
    closed.abort();
  }
}

async function* runWithModel(brief: AgentBrief, ports: AgentPorts, signal: AbortSignal): AsyncGenerator<AgentStep, void> {
  if (!ports.model) throw new Rejection('CAPABILITY_MISSING', `${brief.taskKey} needs a model, and none is configured.`);
  switchTracingOff();
  const { runModelAgent } = await import('./graph/model-agent.js');
  yield* runModelAgent(brief, ports, ports.model, signal);
}

async function* runStrategy(
  agent: StrategyAgent,
  brief: AgentBrief,
  ports: AgentPorts,
  signal: AbortSignal,
): AsyncGenerator<AgentStep, void> {
  const desk = new Desk(brief, ports, signal);
  const steps = agent(desk);
  for (;;) {
    const next = await steps.next();
    signal.throwIfAborted();
    if (!next.done) {
      yield { kind: 'progress', ...next.value };
      continue;
    }
    yield { kind: 'report', report: await desk.report(next.value), usage: NO_USAGE, model: null };
    return;
  }
}
