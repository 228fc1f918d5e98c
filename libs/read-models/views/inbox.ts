// The view of a Project Inbox: one row a proposal, content-free, with what became of it and how to go on.
import { createCodec } from '#contracts/codec';
import type { StoredEvent } from '#contracts/codec';
import type { ProposalDto } from '#contracts/http';
import { CLARIFICATIONS, inboxEventCatalogue } from '#domain/ingress';
import type { RecordedInboxEvent } from '#domain/ingress';
import type { Projection } from '../projection.js';

const view = 'inbox';
const STREAM = 'inbox-';

/** Where readers find what. */
export const INBOX = { view, proposals: { view, list: 'proposals' } } as const;

const codec = createCodec([inboxEventCatalogue]);
const over = { reasonCode: null, hint: null, openUntil: null };

function changed(row: ProposalDto, event: RecordedInboxEvent): ProposalDto {
  switch (event.type) {
    case 'proposal.claimed':
      return { ...row, status: 'claimed' };
    case 'proposal.applied': {
      const { kind, resultRef } = event.data;
      return { ...row, ...over, status: 'applied', runId: kind === 'plan_proposal_submitted' ? (resultRef ?? null) : row.runId };
    }
    case 'proposal.clarification_required': {
      const { reasonCode, openUntil } = event.data;
      return { ...row, status: 'awaiting_clarification', reasonCode, hint: CLARIFICATIONS[reasonCode], openUntil };
    }
    case 'proposal.retry_scheduled':
      return { ...row, status: 'retry_scheduled', reasonCode: event.data.reasonCode };
    case 'proposal.amended':
      return { ...row, ...over, status: 'proposed' };
    case 'proposal.withdrawn':
      return { ...row, ...over, status: 'withdrawn' };
    case 'proposal.expired':
      return { ...row, ...over, status: 'expired' };
    case 'task_input.dispositioned':
      return { ...row, ...over, status: 'applied', reasonCode: event.data.disposition };
    default:
      return row;
  }
}

function project(row: ProposalDto | undefined, stored: StoredEvent): ProposalDto | null {
  const event = codec.open(stored) as RecordedInboxEvent;
  if (event.type !== 'project_inbox.proposed' && event.type !== 'task_input.proposed') return row ? changed(row, event) : null;
  const { proposalId, spaceDecision, principal, intent, sourceEvent } = event.data;
  return {
    proposalId,
    projectId: spaceDecision.projectId,
    status: 'proposed',
    intent,
    principalId: principal.principalId,
    sequence: sourceEvent.sequence,
    proposedAt: event.at,
    ...over,
    runId: event.type === 'task_input.proposed' ? event.data.target.runId : null,
  };
}

export const inboxView: Projection<ProposalDto> = {
  name: view,
  version: 1,
  handles: Object.keys(inboxEventCatalogue),
  key: ({ streamId, data }) => (streamId.startsWith(STREAM) ? String(data['proposalId']) : null),
  project,
  entries: (row) => [
    { list: 'proposals', key: row.proposalId, projectId: row.projectId, status: row.status, at: row.proposedAt, body: row },
  ],
};
