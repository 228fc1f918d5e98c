// What a person may ask for by `/control`, `/runs` and `/run`: typed, with the ids as written. Authority is checked at application.
import type { GateAction, Lane, RunStatus } from '#domain/run';

type GateDecision = Exclude<GateAction, 'replan'>;

export interface GateCommand {
  readonly family: 'plan-gate' | 'gate';
  readonly gateKind: 'plan' | 'acceptance';
  readonly decision: GateDecision;
  readonly runId: string;
  readonly taskKey: string;
  readonly gateId: string;
  /** null: the decision stores a generic text that names it. */
  readonly reason: string | null;
}

export interface RunControlCommand {
  readonly family: 'run';
  readonly action: 'cancel' | 'pause' | 'resume' | 'request_replan';
  readonly runId: string;
  readonly reasonCode: string;
}

export interface BudgetCommand {
  readonly family: 'budget';
  readonly runId: string;
  readonly kind: 'attempts' | 'money';
  /** Attempts, or micro-units of the configured currency. */
  readonly amount: number;
}

export interface PriorityCommand {
  readonly family: 'task';
  readonly runId: string;
  readonly taskKey: string;
  readonly lane: Lane;
  /** null: unchanged. */
  readonly rank: number | null;
}

export interface EffectCommand {
  readonly family: 'effect';
  readonly decision: 'approve' | 'reject';
  readonly effectId: string;
  readonly reasonCode: string;
}

export interface LeaseCommand {
  readonly family: 'lease';
  readonly assignmentId: string;
  readonly reason: string;
}

export type LifecycleAction =
  | {
      readonly kind: 'place_hold';
      readonly objectId: string;
      readonly holdId: string;
      readonly holdKind: 'legal_hold' | 'investigation' | 'regulatory_preservation';
      readonly reviewAt: number;
    }
  | { readonly kind: 'review_hold'; readonly objectId: string; readonly holdId: string; readonly verdict: 'approve' | 'reject' }
  | { readonly kind: 'release_hold'; readonly objectId: string; readonly holdId: string }
  | { readonly kind: 'request_subject_erasure'; readonly tenantId: string; readonly subjectRef: string }
  | { readonly kind: 'export_subject'; readonly tenantId: string; readonly subjectRef: string; readonly deadline: number };

export interface LifecycleCommand {
  readonly family: 'data-lifecycle';
  /** null: left out; the replied card or the room's only Project names it. */
  readonly projectId: string | null;
  readonly action: LifecycleAction;
}

export type PortfolioAction =
  | { readonly kind: 'set_lane'; readonly expectedRevision: number; readonly lane: Lane; readonly commandId: string }
  | {
      readonly kind: 'set_status';
      readonly expectedRevision: number;
      readonly status: 'active' | 'paused' | 'reclaim_checkpointable';
      readonly commandId: string;
    }
  | {
      readonly kind: 'transfer_budget';
      readonly toProjectId: string;
      readonly amountMicros: number;
      readonly fromRevision: number;
      readonly toRevision: number;
      readonly commandId: string;
    };

export interface PortfolioCommand {
  readonly family: 'portfolio';
  readonly portfolioId: string;
  readonly projectId: string | null;
  readonly action: PortfolioAction;
}

export type ControlCommand =
  | GateCommand
  | RunControlCommand
  | BudgetCommand
  | PriorityCommand
  | EffectCommand
  | LeaseCommand
  | LifecycleCommand
  | PortfolioCommand;

export type ControlFamily = ControlCommand['family'];

export type QueryCommand =
  { readonly query: 'runs'; readonly status: RunStatus | null } | { readonly query: 'run'; readonly runId: string };
