// Bodies that this process itself wrote as configuration: definitions, manifests, overlays, policies. They decide about disclosure, so no
// disclosure decision can stand before them; each opening is audited like any other.
import { digest, systemActor } from '#domain/kernel';
import type { PayloadReference } from '#domain/kernel';
import type { Vault } from '#vault';

const READER = systemActor('planning').principalId;

/** Throws Rejection PAYLOAD_UNAVAILABLE or PAYLOAD_CORRUPT, Unavailable AUDIT_UNAVAILABLE. */
export const openOwnBody = (vault: Vault, reference: Pick<PayloadReference, 'contentHash' | 'receipt'>): Promise<string> =>
  vault.open({
    reference,
    principalId: READER,
    purpose: 'orchestration',
    channel: 'context_view',
    disposition: 'full',
    decisionDigest: digest({ objectId: reference.receipt.objectId, purpose: 'orchestration', principalId: READER }),
  });
