// The handoff of a discussion to the Orchestrator: used once, claimed under a lease, at most one reply.
import { Rejection } from '#domain/kernel';
import type { InboxCommandData } from './inbox-commands.js';
import type { InboxEvent } from './inbox-events.js';
import type { HandoffState, InboxState } from './inbox-state.js';
import { CLAIM_LEASE_MS, proposalOf } from './proposal-rules.js';

const MAX_CLAIMS = 3;

function pendingHandoff(state: InboxState, proposalId: string): HandoffState {
  const { handoff } = proposalOf(state, proposalId);
  if (!handoff) throw new Rejection('PROPOSAL_STATE', `The proposal ${proposalId} opened no handoff.`, { proposalId });
  if (handoff.status === 'opened' || handoff.status === 'claimed') return handoff;
  throw new Rejection('HANDOFF_CLAIMED', `The handoff of ${proposalId} is ${handoff.status}: it is used once.`, { proposalId });
}

const claimedByOther = (proposalId: string): Rejection =>
  new Rejection('HANDOFF_CLAIMED', `Another claimant holds the handoff of ${proposalId}.`, { proposalId });

/** The same claimId renews the lease; whoever comes after three claimants finds it abandoned. */
export function claimHandoff(state: InboxState, data: InboxCommandData<'claim_handoff'>, now: number): readonly InboxEvent[] {
  const { proposalId, claimId } = data;
  const { handoffId, claim, claims } = pendingHandoff(state, proposalId);
  const renewal = claim?.claimId === claimId;
  if (claim && !renewal && claim.leaseExpiresAt > now) throw claimedByOther(proposalId);
  if (!renewal && claims >= MAX_CLAIMS) {
    return [{ type: 'handoff.abandoned', data: { proposalId, handoffId, reasonCode: 'claims_exhausted' } }];
  }
  return [{ type: 'handoff.claimed', data: { proposalId, handoffId, claimId, leaseExpiresAt: now + CLAIM_LEASE_MS } }];
}

function heldHandoff(state: InboxState, { proposalId, claimId }: { proposalId: string; claimId: string }): HandoffState {
  const handoff = pendingHandoff(state, proposalId);
  if (handoff.claim?.claimId !== claimId) throw claimedByOther(proposalId);
  return handoff;
}

export function deliverHandoff(state: InboxState, data: InboxCommandData<'deliver_handoff'>): readonly InboxEvent[] {
  const { handoffId } = heldHandoff(state, data);
  return [{ type: 'handoff.delivered', data: { proposalId: data.proposalId, handoffId, deliveryId: data.deliveryId } }];
}

export function abandonHandoff(state: InboxState, data: InboxCommandData<'abandon_handoff'>): readonly InboxEvent[] {
  const { handoffId } = heldHandoff(state, data);
  return [{ type: 'handoff.abandoned', data: { proposalId: data.proposalId, handoffId, reasonCode: data.reasonCode } }];
}
