// The one decision that says whether a body may go to a place. Pure, taken anew at each use; the signature is added outside.
import { digest } from '#domain/kernel';
import { hardDenials, type DenialReason } from './hard-denials.js';
import { descriptorDigest, lowest, rankOf } from './descriptor.js';
import { ANY_CATEGORY, snapshotDigest } from './destination.js';
import type { ComplianceApproval, DisclosureContext, DisclosureRequest } from './disclosure-request.js';
import type { GovernancePolicy } from './policy.js';

export type Disposition = 'full' | 'metadata_only' | 'transform_required' | 'approval_required' | 'deny';

export type DisclosureReason =
  | DenialReason
  | 'minimizing_transform_available'
  | 'body_withheld_by_disclosure_policy'
  | 'no_trusted_minimizing_transform'
  | 'external_approval_required'
  | 'metadata_only_requested'
  | 'authorized_external_disclosure'
  | 'authorized_minimum_disclosure';

export interface DisclosureDecision {
  readonly requestDigest: string;
  readonly policyRevision: string;
  readonly disposition: Disposition;
  /** Every hard denial in its fixed order, else the one reason of the step that decided. */
  readonly reasons: readonly DisclosureReason[];
  readonly transformRef: string | null;
  readonly approvalId: string | null;
  /** Over everything above: what is signed and audited. */
  readonly decisionDigest: string;
}

/** Another content, place, membership, region, purpose, reader or policy gives another digest, so that an old approval is stale. */
export const requestDigest = (request: DisclosureRequest, policyRevision: string): string =>
  digest({
    objectId: request.descriptor.objectId,
    payloadHash: request.descriptor.payloadHash,
    descriptor: descriptorDigest(request.descriptor),
    principal: request.principal,
    purpose: request.purpose,
    channel: request.channel,
    contract: request.destination.contractDigest,
    recipients: request.recipients && snapshotDigest(request.recipients),
    form: request.form,
    policyRevision,
  });

type Verdict = Pick<DisclosureDecision, 'disposition' | 'reasons'> &
  Partial<Pick<DisclosureDecision, 'transformRef' | 'approvalId'>>;

export function decideDisclosure(request: DisclosureRequest, context: DisclosureContext): DisclosureDecision {
  const asked = requestDigest(request, context.policy.revision);
  const { disposition, reasons, transformRef = null, approvalId = null } = verdictOf(request, context, asked);
  const body = { requestDigest: asked, policyRevision: context.policy.revision, disposition, reasons, transformRef, approvalId };
  return { ...body, decisionDigest: digest(body) };
}

function verdictOf(request: DisclosureRequest, context: DisclosureContext, asked: string): Verdict {
  const denials = hardDenials(request, context);
  if (denials.length > 0) return { disposition: 'deny', reasons: denials };
  const withheld = aboveCeiling(request, context.policy);
  if (withheld) return withheld;
  const { descriptor, destination, form } = request;
  const needsApproval =
    destination.external && rankOf(descriptor.confidentiality) >= rankOf(context.policy.externalApprovalFloor);
  const approval = needsApproval ? validApproval(asked, context) : undefined;
  if (needsApproval && !approval) return { disposition: 'approval_required', reasons: ['external_approval_required'] };
  if (form === 'metadata') return { disposition: 'metadata_only', reasons: ['metadata_only_requested'] };
  const reason = destination.external ? 'authorized_external_disclosure' : 'authorized_minimum_disclosure';
  return { disposition: 'full', reasons: [reason], approvalId: approval?.approvalId ?? null };
}

/** The strictest of channel, destination, principal and every recipient. */
function aboveCeiling(request: DisclosureRequest, policy: GovernancePolicy): Verdict | null {
  const { descriptor, destination, principal, recipients, channel } = request;
  const rules = policy.channels[channel];
  const ceiling = lowest([
    rules?.ceiling ?? 'public',
    destination.maxConfidentiality,
    principal.clearance,
    ...(recipients?.recipients ?? []).map(({ clearance }) => clearance),
  ]);
  const allows = (categories: readonly string[]): boolean =>
    destination.allowedCategories.includes(ANY_CATEGORY) ||
    categories.every((category) => destination.allowedCategories.includes(category));
  const fits = descriptor.confidentiality !== 'unknown' && rankOf(descriptor.confidentiality) <= rankOf(ceiling);
  if (fits && allows(descriptor.categories)) return null;
  const transform = policy.transforms.find(
    ({ fromKinds, output, removes }) =>
      fromKinds.includes(descriptor.kind) &&
      rankOf(output) <= rankOf(ceiling) &&
      allows(descriptor.categories.filter((category) => !removes.includes(category))),
  );
  if (transform) {
    const { transformRef } = transform;
    return { disposition: 'transform_required', reasons: ['minimizing_transform_available'], transformRef };
  }
  return rules?.metadataAllowed
    ? { disposition: 'metadata_only', reasons: ['body_withheld_by_disclosure_policy'] }
    : { disposition: 'deny', reasons: ['no_trusted_minimizing_transform'] };
}

const validApproval = (asked: string, { approvals, policy, now }: DisclosureContext): ComplianceApproval | undefined =>
  approvals.find(
    (approval) => approval.requestDigest === asked && approval.policyRevision === policy.revision && approval.expiresAt > now,
  );
