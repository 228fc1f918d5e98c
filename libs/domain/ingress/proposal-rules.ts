// The life of a proposal: proposed, claimed, then applied, asked back, retried, withdrawn or expired.
import { Rejection } from '#domain/kernel';
import type { InboxCommandData } from './inbox-commands.js';
import { handoffIdOf, type InboxEvent } from './inbox-events.js';
import type { InboxState, ProposalState, ProposalStatus } from './inbox-state.js';

export const CLAIM_LEASE_MS = 30_000;
export const RETRY_AFTER_MS = 5_000;
export const CLARIFICATION_OPEN_MS = 24 * 3_600_000;

export function proposalOf(state: InboxState, proposalId: string): ProposalState {
  const proposal = state.proposals.get(proposalId);
  if (proposal) return proposal;
  throw new Rejection('PROPOSAL_NOT_FOUND', `The Inbox holds no proposal ${proposalId}.`, { proposalId });
}

function expect(proposal: ProposalState, ...statuses: readonly ProposalStatus[]): void {
  if (statuses.includes(proposal.status)) return;
  const { proposalId, status } = proposal;
  throw new Rejection('PROPOSAL_STATE', `The proposal ${proposalId} is ${status}; it must be ${statuses.join(' or ')}.`, {
    proposalId,
    status,
  });
}

const claimedByOther = (proposalId: string): Rejection =>
  new Rejection('PROPOSAL_CLAIMED', `The proposal ${proposalId} is claimed by another: wait for its lease to pass.`, {
    proposalId,
  });

function held(state: InboxState, { proposalId, claimId }: { proposalId: string; claimId: string }): ProposalState {
  const proposal = proposalOf(state, proposalId);
  expect(proposal, 'claimed');
  if (proposal.claim?.claimId !== claimId) throw claimedByOther(proposalId);
  return proposal;
}

/** Waiting for a person lets later messages pass; everything else of a conversation is applied in its order. */
const blocksLater = ({ status, kind }: ProposalState): boolean =>
  kind === 'project_inbox' && (status === 'proposed' || status === 'claimed' || status === 'retry_scheduled');

export function firstUnsettled(state: InboxState, conversationKey: string): ProposalState | undefined {
  let first: ProposalState | undefined;
  for (const id of state.open) {
    const proposal = state.proposals.get(id);
    if (!proposal || proposal.sourceEvent.conversationKey !== conversationKey || !blocksLater(proposal)) continue;
    if (!first || proposal.sourceEvent.sequence < first.sourceEvent.sequence) first = proposal;
  }
  return first;
}

/** Whether a claimant may take it now: its turn in the conversation, nobody's live lease, its retry due. */
export function isClaimable(state: InboxState, proposal: ProposalState, now: number): boolean {
  const { claim, retryAt } = proposal;
  const free =
    proposal.status === 'proposed' ||
    (proposal.status === 'retry_scheduled' && (retryAt ?? 0) <= now) ||
    (proposal.status === 'claimed' && (claim?.leaseExpiresAt ?? 0) <= now);
  return free && firstUnsettled(state, proposal.sourceEvent.conversationKey)?.proposalId === proposal.proposalId;
}

export function claim(state: InboxState, data: InboxCommandData<'claim_proposal'>, now: number): readonly InboxEvent[] {
  const { proposalId, claimId } = data;
  const proposal = proposalOf(state, proposalId);
  expect(proposal, 'proposed', 'retry_scheduled', 'claimed');
  const renewal = proposal.status === 'claimed' && proposal.claim?.claimId === claimId;
  if (!renewal && !isClaimable(state, proposal, now)) {
    if (proposal.status === 'claimed') throw claimedByOther(proposalId);
    throw new Rejection(
      'PROPOSAL_STATE',
      `The proposal ${proposalId} waits for its retry, or for an earlier one of its conversation.`,
      {
        proposalId,
      },
    );
  }
  return [{ type: 'proposal.claimed', data: { proposalId, claimId, leaseExpiresAt: now + CLAIM_LEASE_MS } }];
}

export function apply(state: InboxState, data: InboxCommandData<'apply_proposal'>): readonly InboxEvent[] {
  const { proposalId, operationId, kind, resultRef, openHandoff } = data;
  held(state, data);
  const applied: InboxEvent = {
    type: 'proposal.applied',
    data: { proposalId, operationId, kind, ...(resultRef === undefined ? {} : { resultRef }) },
  };
  if (!openHandoff || kind !== 'discussion_recorded') return [applied];
  return [applied, { type: 'handoff.opened', data: { proposalId, handoffId: handoffIdOf(proposalId) } }];
}

export function clarify(state: InboxState, data: InboxCommandData<'require_clarification'>, now: number): readonly InboxEvent[] {
  const { proposalId, operationId, reasonCode, openForMs } = data;
  held(state, data);
  return [{ type: 'proposal.clarification_required', data: { proposalId, operationId, reasonCode, openUntil: now + openForMs } }];
}

export function retry(state: InboxState, data: InboxCommandData<'schedule_retry'>, now: number): readonly InboxEvent[] {
  held(state, data);
  const { proposalId, reasonCode } = data;
  return [{ type: 'proposal.retry_scheduled', data: { proposalId, reasonCode, retryAt: now + RETRY_AFTER_MS } }];
}

function answerable(proposal: ProposalState, samePerson: boolean, now: number): void {
  expect(proposal, 'awaiting_clarification');
  const { proposalId, clarification } = proposal;
  if (!samePerson) {
    throw new Rejection('ACTOR_NOT_AUTHORIZED', `Only the person who made the proposal ${proposalId} may answer for it.`, {
      proposalId,
    });
  }
  if ((clarification?.openUntil ?? 0) <= now) {
    throw new Rejection('PROPOSAL_STATE', `The clarification of ${proposalId} is over: send the request anew.`, { proposalId });
  }
}

export function amend(state: InboxState, data: InboxCommandData<'amend_proposal'>, now: number): readonly InboxEvent[] {
  const { samePerson, ...amended } = data;
  answerable(proposalOf(state, data.proposalId), samePerson, now);
  return [{ type: 'proposal.amended', data: amended }];
}

export function withdraw(state: InboxState, data: InboxCommandData<'withdraw_proposal'>, now: number): readonly InboxEvent[] {
  answerable(proposalOf(state, data.proposalId), data.samePerson, now);
  return [{ type: 'proposal.withdrawn', data: { proposalId: data.proposalId } }];
}

export function expire(state: InboxState, now: number): readonly InboxEvent[] {
  return state.open.flatMap((proposalId): InboxEvent[] => {
    const proposal = state.proposals.get(proposalId);
    const over = proposal?.status === 'awaiting_clarification' && (proposal.clarification?.openUntil ?? 0) <= now;
    return over ? [{ type: 'proposal.expired', data: { proposalId } }] : [];
  });
}

export function dispositionTaskInput(
  state: InboxState,
  { proposalId, disposition }: InboxCommandData<'disposition_task_input'>,
  principalId: string,
): readonly InboxEvent[] {
  const proposal = proposalOf(state, proposalId);
  if (proposal.kind !== 'task_input') {
    throw new Rejection('PROPOSAL_STATE', `The proposal ${proposalId} is no TaskInput.`, { proposalId });
  }
  expect(proposal, 'proposed');
  return [{ type: 'task_input.dispositioned', data: { proposalId, disposition, principalId } }];
}
