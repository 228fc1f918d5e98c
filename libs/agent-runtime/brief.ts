// All that an agent is told about its Assignment. Authority stands in the Envelope, which the host keeps.
import type { ContextItem } from './context/context-item.js';
import type { AgentReport } from './report.js';

export interface AgentBrief {
  readonly projectId: string;
  readonly runId: string;
  readonly taskKey: string;
  readonly taskRevision: number;
  readonly assignmentId: string;
  readonly attempt: number;
  readonly baseRevision: string;
  readonly title: string;
  /** The Run's strategy as `id@version`; a strategy that needs no model runs its step of the task's key. */
  readonly strategy: string;
  readonly criteria: readonly AcceptanceCriterion[];
  /** Names of the tools in the capability snapshot. */
  readonly capabilities: readonly string[];
  /** What the Assignment may see beside title and criteria: a Context View is selected from it before a model is asked. */
  readonly context: readonly ContextItem[];
  /** Accepted reports of the direct dependencies. */
  readonly dependencies: readonly { readonly taskKey: string; readonly report: AgentReport }[];
  readonly budget: AgentBudget;
}

export interface AcceptanceCriterion {
  readonly criterionId: string;
  readonly kind: 'deterministic' | 'judgment';
  /** null where the policy's id says it all. */
  readonly text: string | null;
}

export interface AgentBudget {
  /** Tokens that a Context View may hold. */
  readonly maxContextTokens: number;
  readonly maxOutputTokens: number;
  readonly maxModelCalls: number;
  readonly maxToolCalls: number;
  /** For one command. */
  readonly commandTimeoutMs: number;
}

export const DEFAULT_BUDGET: AgentBudget = {
  maxContextTokens: 12_000,
  maxOutputTokens: 2_048,
  maxModelCalls: 24,
  maxToolCalls: 48,
  commandTimeoutMs: 60_000,
};
