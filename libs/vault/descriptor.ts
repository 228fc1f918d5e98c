// What the vault knows of a body: trusted code classifies it by kind before any model sees it. Nothing in a descriptor is text.
import type { PayloadDescriptor, PayloadKind, RegisterPayload } from './vault.js';

const DAY_MS = 86_400_000;
const PURPOSES = [
  'orchestration',
  'task_execution',
  'acceptance_review',
  'workroom_awareness',
  'portfolio_oversight',
  'remote_execution',
  'audit',
  'reconciliation',
] as const;

type RetentionClass = 'transient' | 'operational' | 'project_record';

/** How long each class may be kept. */
const KEPT_MS: Readonly<Record<RetentionClass, number>> = {
  transient: 30 * DAY_MS,
  operational: 400 * DAY_MS,
  project_record: 3650 * DAY_MS,
};

const CLASS_OF: Readonly<Record<PayloadKind, RetentionClass>> = {
  source_message: 'project_record',
  workroom_fact: 'project_record',
  context_digest: 'transient',
  task_report: 'project_record',
  artifact: 'project_record',
  evidence: 'project_record',
  execution_trace: 'operational',
  projection_payload: 'operational',
};

/** Where the one copy of a body lies: erasing it destroys its wrapped key. */
export const VAULT_LOCATION = { locationId: 'vault', kind: 'vault_primary', mode: 'crypto_erase' } as const;

/** `payloadHash` is the content hash; `now` in epoch milliseconds. The region `any` says that no residency was asked for. */
export function describePayload(
  payload: RegisterPayload,
  made: { objectId: string; payloadHash: string; tenantId: string; now: number },
): PayloadDescriptor {
  const retention = CLASS_OF[payload.kind];
  return {
    objectId: made.objectId,
    payloadHash: made.payloadHash,
    tenantId: made.tenantId,
    projectId: payload.projectId,
    kind: payload.kind,
    confidentiality: 'project_internal',
    categories: [],
    allowedPurposes: PURPOSES,
    allowedRegions: ['any'],
    subjectRefs: payload.subjectRefs ?? [],
    retention: { class: retention, minimumRetainUntil: made.now, deleteAfter: made.now + KEPT_MS[retention] },
    lineage: { sourceObjectIds: [] },
    classificationSource: 'kind_floor',
    classificationPolicyRevision: '1',
  };
}
