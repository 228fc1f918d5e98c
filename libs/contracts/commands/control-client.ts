// What Sponsors do, from chat and over HTTP: one typed request a command, the same facts from both.
import type { Receipt } from '#contracts/codec';
import type { Caller } from './caller.js';

export interface RunControl {
  readonly operationId: string;
  readonly projectId: string;
  readonly runId: string;
  /** null: the current one at application (chat without a card). */
  readonly expectedSequence: number | null;
  readonly action: 'cancel' | 'request_replan' | 'pause' | 'resume' | 'raise_budget';
  readonly reasonCode: string;
  readonly controlDeadline?: number;
  readonly kind?: 'attempts' | 'money';
  readonly amount?: number;
}

export interface GateDecision {
  readonly operationId: string;
  readonly projectId: string;
  readonly runId: string;
  readonly taskKey: string;
  /** `approval:…` is a plan gate, `sponsor:…` an acceptance gate. */
  readonly gateId: string;
  readonly expectedSequence: number | null;
  /** null: the current one. */
  readonly taskRevision: number | null;
  readonly decision: 'approve' | 'reject' | 'request_changes' | 'cancel' | 'reopen';
  readonly candidateHash?: string;
  readonly reason?: string;
}

export interface PriorityChange {
  readonly operationId: string;
  readonly projectId: string;
  readonly runId: string;
  readonly taskKey: string;
  readonly expectedSequence: number | null;
  readonly taskRevision: number | null;
  readonly lane: 'urgent' | 'high' | 'normal' | 'low';
  readonly localRank?: number;
  readonly deadline?: number;
}

export interface BlockerResolution {
  readonly operationId: string;
  readonly projectId: string;
  readonly runId: string;
  readonly taskKey: string;
  readonly blockerId: string;
  readonly expectedSequence: number | null;
}

export interface LeaseRelease {
  readonly operationId: string;
  readonly projectId: string;
  /** null: the Run that owns the Assignment. */
  readonly runId: string | null;
  readonly assignmentId: string;
  readonly expectedSequence: number | null;
  readonly reason: string;
}

/** Authority is checked anew at application: the caller's person must be a current Sponsor. Refusals as in the Kernel. */
export abstract class ControlClient {
  abstract runControl(caller: Caller, request: RunControl): Promise<Receipt>;
  abstract decideGate(caller: Caller, request: GateDecision): Promise<Receipt>;
  abstract changePriority(caller: Caller, request: PriorityChange): Promise<Receipt>;
  abstract resolveBlocker(caller: Caller, request: BlockerResolution): Promise<Receipt>;
  abstract releaseLease(caller: Caller, request: LeaseRelease): Promise<Receipt>;
  /** The four steps of Initialize, each idempotent by operationId. */
  abstract initializePlanning(
    caller: Caller,
    request: { readonly operationId: string; readonly projectId: string; readonly expectedRegistryRevision: number | null },
  ): Promise<Receipt>;
  /** Records the shipped contract of a hosted provider as the Sponsor's declaration. */
  abstract acceptModelContract(
    caller: Caller,
    request: { readonly operationId: string; readonly projectId: string },
  ): Promise<Receipt>;
}
