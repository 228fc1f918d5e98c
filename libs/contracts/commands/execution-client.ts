// Executors pull their work and report by observations. The claim happens inside the pull.
import type { Receipt } from '#contracts/codec';
import type { Capability, TextRef } from '#domain/kernel';
import type { AssignmentEnvelope } from '#domain/run';
import type { Caller } from './caller.js';

export interface PullWork {
  /** Made once by the host and kept in its data directory. */
  readonly hostId: string;
  /** Principals that this host can run, e.g. `agent:executor`. */
  readonly agents: readonly string[];
  readonly freeSlots: number;
}

/** An accepted task that the offered one depends on. */
export interface DependencyReport {
  readonly taskKey: string;
  /** `payload:<objectId>` */
  readonly reportRef: string;
  /** The report's contentHash: with the ref all that payloads.open needs. */
  readonly reportContentHash: string;
}

export interface AssignmentOffer {
  readonly envelope: AssignmentEnvelope;
  /** Claims of the Assignment's capability token; pass them back as Caller. */
  readonly capability: Capability;
  readonly leaseExpiresAt: number;
  readonly leaseMs: number;
  /** True when the host's own restart gave it back by `resume`. */
  readonly resumed: boolean;
  readonly title: TextRef;
  /** `id@version` */
  readonly strategy: string;
  readonly criteria: ReadonlyArray<{
    readonly criterionId: string;
    readonly kind: 'deterministic' | 'judgment';
    readonly text: TextRef;
  }>;
  /** Tool names of the capability snapshot. */
  readonly capabilities: readonly string[];
  readonly dependencies: readonly DependencyReport[];
  /** Why the last revision was sent back; null on the first. */
  readonly reworkReason: TextRef;
  readonly baseRevision: string | null;
  readonly workspace: { readonly kind: 'git'; readonly path?: string; readonly url?: string } | null;
}

export type Observation =
  | { readonly type: 'progress'; readonly summary: TextRef; readonly completedUnits?: number; readonly totalUnits?: number }
  | { readonly type: 'heartbeat' }
  | { readonly type: 'checkpoint'; readonly checkpointRef: string; readonly checkpointDigest: string }
  | {
      readonly type: 'execution_completed';
      /** `payload:<objectId>` of the registered report. */
      readonly reportRef: string;
      readonly reportContentHash: string;
      readonly claimIds: readonly string[];
      readonly evidenceRefs: readonly string[];
      readonly artifactRefs: readonly string[];
      readonly changeSetRef: string | null;
      /** The model that did the work; null without one. */
      readonly model: string | null;
    }
  | {
      readonly type: 'execution_failed';
      readonly reasonCode:
        | 'tool_error'
        | 'model_error'
        | 'budget_exceeded'
        | 'context_budget_exceeded'
        | 'capability_missing'
        | 'workspace_error'
        | 'disclosure_denied'
        | 'input_invalid'
        | 'internal_error';
      readonly retryable: boolean;
      readonly reportRef?: string;
    };

export interface Observed {
  readonly receipt: Receipt;
  readonly leaseExpiresAt: number | null;
  /** Renewed by a committed heartbeat. */
  readonly capability: Capability | null;
  /** The Run asks this Assignment to stop until then (epoch milliseconds). */
  readonly cancel: { readonly controlDeadline: number } | null;
  readonly checkpoint: { readonly decisionId: string; readonly deadline: number } | null;
}

export interface AssignmentTarget {
  readonly projectId: string;
  readonly runId: string;
  readonly assignmentId: string;
  readonly envelopeDigest: string;
}

export type WorkspaceRecord =
  | { readonly type: 'checkpointed'; readonly checkpointRef: string; readonly checkpointDigest: string }
  | { readonly type: 'sealed'; readonly manifestDigest: string | null }
  | { readonly type: 'discarded'; readonly cause: string }
  | { readonly type: 'quarantined'; readonly cause: string };

/** Refusals as in the Kernel: ENVELOPE_STALE, LEASE_EXPIRED, ASSIGNMENT_NOT_RUNNING, RUN_TERMINAL, TOKEN_*. */
export abstract class ExecutionClient {
  /** Yields at most `freeSlots` offers as work turns up; ends when the signal aborts. */
  abstract pull(caller: Caller, request: PullWork, signal: AbortSignal): AsyncIterable<AssignmentOffer>;
  /** After a restart or a broken stream: the Assignments of this host that are still only leased. */
  abstract resume(caller: Caller, hostId: string): Promise<readonly AssignmentOffer[]>;
  abstract start(caller: Caller, target: AssignmentTarget): Promise<Receipt>;
  abstract observe(caller: Caller, target: AssignmentTarget, observationId: string, observation: Observation): Promise<Observed>;
  abstract recordWorkspace(caller: Caller, target: AssignmentTarget, record: WorkspaceRecord): Promise<Receipt>;
  /** Answers a cancel: what became of the attempt. */
  abstract settleCancel(
    caller: Caller,
    target: AssignmentTarget,
    outcome: 'interrupted' | 'committed' | 'outcome_unknown',
  ): Promise<Receipt>;
}
