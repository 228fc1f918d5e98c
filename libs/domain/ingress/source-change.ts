// What an edit or a deletion of a source message does: before application it takes effect, after the first claim it only is noted.
import { Rejection } from '#domain/kernel';
import type { InboxCommandData } from './inbox-commands.js';
import type { InboxEvent, SourceDisposition } from './inbox-events.js';
import type { InboxState, ProposalState, ProposalStatus } from './inbox-state.js';
import { proposalOf } from './proposal-rules.js';

export interface SourceChangeFacts {
  readonly policy: 'withdraw' | 'amend' | 'ignore';
  /** Whether any task of the Run was ever claimed. */
  readonly runClaimed: boolean;
  /** Whether the changer is the person who made the request. */
  readonly byRequester: boolean;
}

const BEFORE: readonly ProposalStatus[] = ['proposed', 'retry_scheduled', 'awaiting_clarification'];

/** An edit never turns discussion into a command and never changes a control that was applied. */
export function sourceDispositionOf(
  proposal: ProposalState,
  { policy, runClaimed, byRequester }: SourceChangeFacts,
): SourceDisposition {
  if (policy === 'ignore' || proposal.kind === 'task_input') return 'ignored';
  if (proposal.status === 'claimed') {
    throw new Rejection('PROPOSAL_CLAIMED', `The proposal ${proposal.proposalId} is being applied: note the change afterwards.`, {
      proposalId: proposal.proposalId,
    });
  }
  if (BEFORE.includes(proposal.status)) {
    if (proposal.intent === 'discussion' && policy === 'amend') return 'ignored';
    return policy === 'amend' ? 'amended' : 'withdrawn';
  }
  if (proposal.applied?.kind !== 'plan_proposal_submitted') return 'ignored';
  if (runClaimed) return 'noted';
  if (policy === 'amend') return 'replan_requested';
  return byRequester ? 'run_cancelled' : 'noted';
}

export function noteSourceChange(state: InboxState, data: InboxCommandData<'note_source_change'>): readonly InboxEvent[] {
  const { proposalId, change, policy, sourceEventRef, sourceEventDigest, sequence, disposition } = data;
  const proposal = proposalOf(state, proposalId);
  const takesEffect = disposition === 'amended' || disposition === 'withdrawn';
  if (takesEffect && !BEFORE.includes(proposal.status)) {
    throw new Rejection('PROPOSAL_STATE', `The proposal ${proposalId} is ${proposal.status}: an edit no longer changes it.`, {
      proposalId,
      status: proposal.status,
    });
  }
  const noted: InboxEvent = {
    type: 'source.changed',
    data: { proposalId, change, sourceEventRef, sourceEventDigest, disposition },
  };
  if (disposition === 'withdrawn') {
    return [noted, { type: 'proposal.withdrawn', data: { proposalId, sourceChangeRef: sourceEventRef, policy } }];
  }
  if (disposition !== 'amended') return [noted];
  const amendment = {
    amendmentSourceRef: sourceEventRef,
    amendmentDigest: sourceEventDigest,
    sequence,
    mode: 'replace' as const,
  };
  return [noted, { type: 'proposal.amended', data: { proposalId, ...amendment } }];
}
