// Which proposals of an Inbox may be applied now: one a conversation, in the order of its messages.
import { isClaimable, type InboxState, type ProposalState } from '#domain/ingress';

/** A drain takes no more than this. */
export const MAX_DRAIN = 128;

/** The head of each conversation's queue, oldest proposing first, where its turn, its retry and its lease allow. */
export function claimableProposals(state: InboxState, now: number, limit = MAX_DRAIN): readonly ProposalState[] {
  const heads = new Map<string, ProposalState>();
  for (const id of state.open) {
    const proposal = state.proposals.get(id);
    if (!proposal || proposal.kind !== 'project_inbox' || proposal.status === 'awaiting_clarification') continue;
    const { conversationKey, sequence } = proposal.sourceEvent;
    const head = heads.get(conversationKey);
    if (!head || sequence < head.sourceEvent.sequence) heads.set(conversationKey, proposal);
  }
  return [...heads.values()].filter((proposal) => isClaimable(state, proposal, now)).slice(0, limit);
}

/** When something of this Inbox falls due by time alone: a retry, a lease, the end of a clarification; null when nothing does. */
export function inboxDueAt(state: InboxState): number | null {
  let due = Number.POSITIVE_INFINITY;
  for (const id of [...state.open, ...state.handoffs]) {
    const proposal = state.proposals.get(id);
    const instants = [
      proposal?.retryAt,
      proposal?.claim?.leaseExpiresAt,
      proposal?.status === 'awaiting_clarification' ? proposal.clarification?.openUntil : null,
      proposal?.handoff?.claim?.leaseExpiresAt,
    ];
    for (const instant of instants) if (typeof instant === 'number') due = Math.min(due, instant);
  }
  return Number.isFinite(due) ? due : null;
}
