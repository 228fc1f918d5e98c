// An Inbox as its facts fold: every proposal with its place in life, and which of them still are open.
import { Rejection } from '#domain/kernel';
import type { ClarificationReason } from './clarification.js';
import type {
  AmendmentMode,
  AppliedKind,
  InboxEventData,
  PrincipalSnapshot,
  RecordedInboxEvent,
  SourceEvent,
  SpaceDecision,
  TaskInputTarget,
} from './inbox-events.js';
import type { Intent } from './read-message.js';
import { Shelf } from './shelf.js';

export type ProposalStatus =
  'proposed' | 'claimed' | 'applied' | 'awaiting_clarification' | 'retry_scheduled' | 'withdrawn' | 'expired' | 'dispositioned';

export interface Claim {
  readonly claimId: string;
  readonly leaseExpiresAt: number;
}

export interface HandoffState {
  readonly handoffId: string;
  readonly status: 'opened' | 'claimed' | 'delivered' | 'abandoned';
  readonly claim: Claim | null;
  /** How many different claimants there were. */
  readonly claims: number;
}

export interface ProposalState {
  readonly proposalId: string;
  readonly kind: 'project_inbox' | 'task_input';
  readonly status: ProposalStatus;
  readonly sourceEvent: SourceEvent;
  readonly principal: PrincipalSnapshot;
  /** As the first text was read; an amendment is read anew at application. */
  readonly intent: Intent;
  readonly spaceDecision: SpaceDecision;
  /** After the source: each text is added to, or replaces, what was there. */
  readonly amendments: readonly { readonly ref: string; readonly digest: string; readonly mode: AmendmentMode }[];
  readonly claim: Claim | null;
  readonly retryAt: number | null;
  readonly clarification: { readonly reasonCode: ClarificationReason; readonly openUntil: number } | null;
  readonly applied: { readonly kind: AppliedKind; readonly resultRef: string | null } | null;
  readonly target: TaskInputTarget | null;
  readonly handoff: HandoffState | null;
}

export interface InboxState {
  readonly projectId: string | null;
  readonly proposals: Shelf<ProposalState>;
  /** Ids of proposals that are not settled, in the order of their proposing. */
  readonly open: readonly string[];
  /** Ids of proposals whose handoff is opened or claimed, in the order of opening. */
  readonly handoffs: readonly string[];
}

export const initialInbox: InboxState = { projectId: null, proposals: Shelf.empty(), open: [], handoffs: [] };

const OPEN: readonly ProposalStatus[] = ['proposed', 'claimed', 'awaiting_clarification', 'retry_scheduled'];

function put(state: InboxState, proposal: ProposalState): InboxState {
  const listed = state.open.includes(proposal.proposalId);
  const isOpen = OPEN.includes(proposal.status);
  const without = (): readonly string[] => state.open.filter((id) => id !== proposal.proposalId);
  const open = listed === isOpen ? state.open : isOpen ? [...state.open, proposal.proposalId] : without();
  return { ...state, proposals: state.proposals.with(proposal.proposalId, proposal), open };
}

type Proposed = InboxEventData<'project_inbox.proposed'> & { readonly target?: TaskInputTarget };

const fresh = (data: Proposed): ProposalState => ({
  proposalId: data.proposalId,
  kind: data.target ? 'task_input' : 'project_inbox',
  status: 'proposed',
  sourceEvent: data.sourceEvent,
  principal: data.principal,
  intent: data.intent,
  spaceDecision: data.spaceDecision,
  amendments: [],
  claim: null,
  retryAt: null,
  clarification: null,
  applied: null,
  target: data.target ?? null,
  handoff: null,
});

type Change = (proposal: ProposalState) => Partial<ProposalState>;

function changeOf(event: RecordedInboxEvent): Change | null {
  switch (event.type) {
    case 'proposal.claimed':
      return () => ({ status: 'claimed', claim: claimOf(event.data), retryAt: null });
    case 'proposal.applied': {
      const { kind, resultRef = null } = event.data;
      return () => ({ status: 'applied', claim: null, applied: { kind, resultRef } });
    }
    case 'proposal.clarification_required': {
      const { reasonCode, openUntil } = event.data;
      return () => ({ status: 'awaiting_clarification', claim: null, clarification: { reasonCode, openUntil } });
    }
    case 'proposal.retry_scheduled':
      return () => ({ status: 'retry_scheduled', claim: null, retryAt: event.data.retryAt });
    case 'proposal.amended': {
      const { amendmentSourceRef: ref, amendmentDigest: digest, mode } = event.data;
      return ({ amendments }) => ({
        status: 'proposed',
        claim: null,
        retryAt: null,
        clarification: null,
        amendments: [...amendments, { ref, digest, mode }],
      });
    }
    case 'proposal.withdrawn':
      return () => ({ status: 'withdrawn', claim: null });
    case 'proposal.expired':
      return () => ({ status: 'expired', claim: null });
    case 'task_input.dispositioned':
      return () => ({ status: 'dispositioned', claim: null });
    case 'source.changed':
      return () => ({});
    default:
      return null;
  }
}

const claimOf = ({ claimId, leaseExpiresAt }: Claim): Claim => ({ claimId, leaseExpiresAt });

function handoffAfter(event: RecordedInboxEvent, before: HandoffState | null): HandoffState | null {
  switch (event.type) {
    case 'handoff.opened':
      return { handoffId: event.data.handoffId, status: 'opened', claim: null, claims: 0 };
    case 'handoff.claimed': {
      const renewed = before?.claim?.claimId === event.data.claimId;
      return before && { ...before, status: 'claimed', claim: claimOf(event.data), claims: before.claims + (renewed ? 0 : 1) };
    }
    case 'handoff.delivered':
      return before && { ...before, status: 'delivered', claim: null };
    case 'handoff.abandoned':
      return before && { ...before, status: 'abandoned', claim: null };
    default:
      return null;
  }
}

export function evolveInbox(state: InboxState, event: RecordedInboxEvent): InboxState {
  if (event.type === 'project_inbox.proposed' || event.type === 'task_input.proposed') {
    return put({ ...state, projectId: event.data.spaceDecision.projectId }, fresh(event.data));
  }
  const proposal = state.proposals.get(event.data.proposalId);
  const change = changeOf(event);
  if (change) return proposal ? put(state, { ...proposal, ...change(proposal) }) : state;
  const handoff = handoffAfter(event, proposal?.handoff ?? null);
  if (!handoff) throw new Rejection('EVENT_UNKNOWN', `An Inbox does not know ${event.type} at this place.`, { type: event.type });
  const others = state.handoffs.filter((id) => id !== event.data.proposalId);
  const pending = handoff.status === 'opened' || handoff.status === 'claimed';
  const handoffs = pending ? [...others, event.data.proposalId] : others;
  return proposal ? { ...put(state, { ...proposal, handoff }), handoffs } : state;
}
