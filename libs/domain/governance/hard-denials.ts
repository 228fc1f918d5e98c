// What no approval passes. Each reason is looked at by itself, so that all that hold are listed, in one fixed order.
import { ANY_REGION } from './descriptor.js';
import { snapshotDigest } from './destination.js';
import type { DisclosureContext, DisclosureRequest } from './disclosure-request.js';

type Look = (request: DisclosureRequest, context: DisclosureContext) => boolean;

const UNKNOWN_REGION = 'unknown';

const LOOKS = {
  payload_retention_expired: ({ descriptor }, { now }) => descriptor.retention.deleteAfter <= now,
  channel_policy_missing: ({ channel }, { policy }) => policy.channels[channel] === undefined,
  credential_requires_secret_capability_port: ({ descriptor }) => descriptor.categories.includes('credential'),
  destination_region_unknown: ({ destination }) =>
    destination.processingRegions.length === 0 || destination.processingRegions.includes(UNKNOWN_REGION),
  residency_violation: ({ descriptor, destination }) =>
    !descriptor.allowedRegions.includes(ANY_REGION) &&
    destination.processingRegions.some((region) => !descriptor.allowedRegions.includes(region)),
  external_training_not_prohibited: ({ descriptor, destination }) =>
    destination.external && !destination.noTraining && descriptor.confidentiality !== 'public',
  destination_tenant_mismatch: ({ descriptor, destination }) => destination.tenantId !== descriptor.tenantId,
  destination_project_mismatch: ({ descriptor, destination }) => destination.projectId !== descriptor.projectId,
  policy_revision_mismatch: ({ policyRevision }, { policy }) => policyRevision !== policy.revision,
  principal_tenant_mismatch: ({ descriptor, principal }) => principal.tenantId !== descriptor.tenantId,
  principal_project_mismatch: ({ descriptor, principal }) => principal.projectId !== descriptor.projectId,
  purpose_not_allowed: ({ descriptor, purpose }) => !descriptor.allowedPurposes.includes(purpose),
  destination_unknown: ({ destination }, { contracts }) => !contracts.has(destination.endpointId),
  destination_contract_mismatch: ({ destination }, { contracts }) =>
    contracts.get(destination.endpointId)?.contractDigest !== destination.contractDigest,
  recipient_snapshot_mismatch: ({ destination, recipients }) =>
    destination.recipientSnapshotDigest !== (recipients && snapshotDigest(recipients)) ||
    destination.recipientSnapshotRevision !== (recipients && recipients.revision),
  recipient_snapshot_empty: ({ recipients }) => recipients !== null && recipients.recipients.length === 0,
  recipient_tenant_mismatch: ({ descriptor, recipients }) =>
    recipients !== null && [recipients, ...recipients.recipients].some(({ tenantId }) => tenantId !== descriptor.tenantId),
  recipient_project_mismatch: ({ descriptor, recipients }) =>
    recipients !== null && [recipients, ...recipients.recipients].some(({ projectId }) => projectId !== descriptor.projectId),
  object_quarantined: ({ quarantined }) => quarantined,
  object_erased: ({ erased }) => erased,
} as const satisfies Record<string, Look>;

export type DenialReason = keyof typeof LOOKS;

/** The order in which the reasons stand above is the order in which they are listed. */
const ORDER = Object.keys(LOOKS) as readonly DenialReason[];

export const hardDenials = (request: DisclosureRequest, context: DisclosureContext): readonly DenialReason[] =>
  ORDER.filter((reason) => (LOOKS[reason] as Look)(request, context));
