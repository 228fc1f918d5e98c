// What a Reviewer is shown and what it answers. It sees neither the Executor's tools nor its reasoning.
import type { AcceptanceCriterion } from '../brief.js';
import type { ModelUsage } from '../models/model-usage.js';
import type { AgentReport } from '../report.js';
import type { ToolRisk } from '../tools/tool-risk.js';

export interface ReviewerView {
  readonly projectId: string;
  readonly runId: string;
  readonly taskKey: string;
  readonly title: string;
  readonly contractId: string;
  readonly criteria: readonly AcceptanceCriterion[];
  readonly risk: ToolRisk;
  /** Applied control that touches acceptance; untrusted texts. */
  readonly control: readonly string[];
  readonly report: AgentReport;
  readonly baseRevision: string;
}

export interface ReviewVerdict {
  readonly criteria: readonly {
    readonly criterionId: string;
    readonly verdict: 'passed' | 'failed' | 'needs_evidence';
    readonly evidenceRefs: readonly string[];
  }[];
  readonly claims: readonly { readonly claimId: string; readonly accepted: boolean }[];
  readonly method: 'judged' | 'recomputed';
  /** null without a model. */
  readonly model: string | null;
  /** Why, for people; a governed text. */
  readonly reason: string;
  readonly usage: ModelUsage;
}
