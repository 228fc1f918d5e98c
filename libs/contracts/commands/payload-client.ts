// Texts: only the orchestrator holds the root key. The disclosure decision and its audit record happen there, at each opening.
import type { PayloadReference } from '#domain/kernel';
import type { Caller } from './caller.js';

export type PayloadPurpose = 'orchestration' | 'task_execution' | 'acceptance_review' | 'workroom_awareness' | 'audit';
export type PayloadChannel =
  'context_view' | 'evidence_port' | 'workroom_projection' | 'sponsor_projection' | 'console' | 'model_provider';

export interface RegisterText {
  readonly projectId: string;
  readonly runId: string | null;
  readonly kind: 'workroom_fact' | 'task_report' | 'artifact' | 'evidence' | 'execution_trace';
  readonly fieldPath: string;
  readonly body: string;
}

export interface OpenText {
  readonly projectId: string;
  readonly runId: string | null;
  readonly objectId: string;
  /** null: the object's own, for who knows only the digest of it and compares that with the answer. */
  readonly contentHash: string | null;
  readonly purpose: PayloadPurpose;
  readonly channel: PayloadChannel;
  /** Alias of the model provider that the body would go to; only with channel model_provider. */
  readonly destination?: string;
}

/** `text` is null unless the disposition is full; `unavailable` stands for an erased or unknown body. */
export interface OpenedText {
  readonly disposition: 'full' | 'metadata_only' | 'transform_required' | 'approval_required' | 'deny' | 'unavailable';
  readonly reasons: readonly string[];
  readonly text: string | null;
  readonly contentHash: string;
}

/** Refusals: TOKEN_SCOPE, VALUE_INVALID (larger than 64 MiB), OBJECT_NOT_FOUND; AUDIT_UNAVAILABLE, PAYLOAD_AUTHORITY_UNAVAILABLE. */
export abstract class PayloadClient {
  abstract register(caller: Caller, text: RegisterText): Promise<PayloadReference>;
  abstract open(caller: Caller, request: OpenText): Promise<OpenedText>;
}
