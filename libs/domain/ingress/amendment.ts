// What a reply to a clarification does, and the text that a proposal stands for after its amendments.
import type { AmendmentMode } from './inbox-events.js';
import type { ProposalState } from './inbox-state.js';
import { startsWithVerb } from './read-message.js';

export type ClarificationReply =
  | { readonly action: 'amend'; readonly mode: AmendmentMode }
  | { readonly action: 'withdraw' }
  /** Another person, or too late: an ordinary message. */
  | { readonly action: 'discussion' };

/** A reply is added to the request; one that starts with a command verb replaces it; the one word `cancel` withdraws it. */
export function clarificationReply(proposal: ProposalState, text: string, samePerson: boolean, now: number): ClarificationReply {
  const open = proposal.status === 'awaiting_clarification' && (proposal.clarification?.openUntil ?? 0) > now;
  if (!open || !samePerson) return { action: 'discussion' };
  if (text.trim().toLowerCase() === 'cancel') return { action: 'withdraw' };
  return { action: 'amend', mode: startsWithVerb(text) ? 'replace' : 'append' };
}

/** The conversation events whose texts, joined by a line break in this order, are what the person asks for now. */
export function textSources(proposal: ProposalState): readonly string[] {
  return proposal.amendments.reduce<readonly string[]>(
    (sources, { ref, mode }) => (mode === 'replace' ? [ref] : [...sources, ref]),
    [proposal.sourceEvent.ref],
  );
}
