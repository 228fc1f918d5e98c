// What is known of a body without opening it. A descriptor holds no text; subject refs are pseudonyms.
import { digest } from '#domain/kernel';

export type Confidentiality = 'public' | 'project_internal' | 'confidential' | 'restricted' | 'unknown';
export type ObjectKind =
  | 'source_message'
  | 'workroom_fact'
  | 'context_digest'
  | 'task_report'
  | 'artifact'
  | 'evidence'
  | 'execution_trace'
  | 'projection_payload';
export type Purpose =
  | 'orchestration'
  | 'task_execution'
  | 'acceptance_review'
  | 'workroom_awareness'
  | 'portfolio_oversight'
  | 'remote_execution'
  | 'audit'
  | 'reconciliation';

export interface DataDescriptor {
  readonly objectId: string;
  readonly payloadHash: string;
  readonly tenantId: string;
  readonly projectId: string;
  readonly kind: ObjectKind;
  readonly confidentiality: Confidentiality;
  readonly categories: readonly string[];
  readonly allowedPurposes: readonly string[];
  /** Regions that may process the body; `any` says that no residency was asked for. */
  readonly allowedRegions: readonly string[];
  readonly subjectRefs: readonly string[];
  /** Epoch milliseconds, minimumRetainUntil ≤ deleteAfter. */
  readonly retention: { readonly class: string; readonly minimumRetainUntil: number; readonly deleteAfter: number };
  readonly lineage: { readonly sourceObjectIds: readonly string[]; readonly transformRef?: string };
  readonly classificationSource: string;
  readonly classificationPolicyRevision: string;
}

export const ANY_REGION = 'any';

const RANKS: Readonly<Record<Confidentiality, number>> = {
  public: 0,
  project_internal: 1,
  confidential: 2,
  restricted: 3,
  unknown: 4,
};

/** public 0 … restricted 3; unknown ranks above all. */
export const rankOf = (confidentiality: Confidentiality): number => RANKS[confidentiality];

export const highest = (values: readonly Confidentiality[]): Confidentiality =>
  values.reduce((most, value) => (rankOf(value) > rankOf(most) ? value : most), 'public');

export const lowest = (values: readonly Confidentiality[]): Confidentiality =>
  values.reduce((least, value) => (rankOf(value) < rankOf(least) ? value : least), 'unknown');

export const descriptorDigest = (descriptor: DataDescriptor): string => digest(descriptor);
