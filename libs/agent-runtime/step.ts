// What an agent run tells its host, who turns it into commands.
import type { AgentReport } from './report.js';
import type { ModelUsage } from './models/model-usage.js';

export type FailureReason =
  | 'context_budget_exceeded'
  | 'capability_missing'
  | 'workspace_error'
  | 'model_unavailable'
  | 'budget_exhausted'
  | 'no_candidate';

export type AgentStep =
  | {
      readonly kind: 'progress';
      /** For people; a governed text. */
      readonly summary: string;
      readonly completedUnits: number;
      readonly totalUnits: number;
    }
  /** The graph's state was cached under this ref; the digest is over the cached state. */
  | { readonly kind: 'checkpoint'; readonly checkpointRef: string; readonly checkpointDigest: string }
  /** The last step of a run that ends well. */
  | { readonly kind: 'report'; readonly report: AgentReport; readonly usage: ModelUsage; readonly model: string | null }
  /** The last step of a run that ends without a report. `detail` is for people; a governed text. */
  | {
      readonly kind: 'failed';
      readonly reasonCode: FailureReason;
      readonly retryable: boolean;
      readonly detail: string;
      /** What is known of it: a call that threw stated none. */
      readonly usage: ModelUsage;
      readonly model: string | null;
    }
  /** The last step after the signal was aborted: nothing of the agent runs any more. */
  | { readonly kind: 'stopped' };
