import { plainCodec, ZERO_HASH } from '#contracts/codec';
import type { StoredEvent } from '#contracts/codec';
import type { ProposalDto } from '#contracts/http';
import { inboxView } from './inbox.js';

const proposalId = 'human-ingress:demo:conversation-event:e-1';
const uuid = (n: number): string => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`;

function stored(type: string, data: object, n: number, recordedAt: number): StoredEvent {
  const [envelope] = plainCodec.seal([{ type, data }], {
    streamId: 'inbox-demo',
    head: { revision: n - 2, hash: ZERO_HASH },
    metadata: {
      recordedAt,
      actor: { principalId: 'system:ingress', kind: 'system', role: 'ingress' },
      commandId: uuid(n),
      correlationId: null,
      causationId: null,
      projectId: 'demo',
      traceparent: null,
    },
    eventId: () => uuid(n),
  });
  if (!envelope) throw new Error('nothing was sealed');
  return { ...envelope, globalPosition: n };
}

const proposed = {
  proposalId,
  sourceEvent: {
    ref: 'conversation-event:e-1',
    digest: `hmac-sha256:${'a'.repeat(64)}`,
    sequence: 4,
    conversationKey: 'sandbox:demo',
  },
  principal: { principalId: 'workroom-admin', kind: 'human', sponsor: true, catalogRevision: null },
  intent: 'work_request',
  spaceDecision: { space: 'workroom', projectId: 'demo', addressHash: null, bindingRevision: null },
  authorityRequirement: 'none',
};

/** Folds events of one proposal, a second apart from 1,000. */
function fold(...events: ReadonlyArray<readonly [type: string, data: object]>): ProposalDto | null {
  return events.reduce<ProposalDto | null>(
    (row, [type, data], index) => inboxView.project(row ?? undefined, stored(type, data, index + 1, 1000 * (index + 1))),
    null,
  );
}
const claimed = ['proposal.claimed', { proposalId, claimId: 'c-1', leaseExpiresAt: 31_000 }] as const;

describe('inbox view', () => {
  it('[WK-07] a proposal is a row without any text', () => {
    expect(fold(['project_inbox.proposed', proposed])).toEqual({
      proposalId,
      projectId: 'demo',
      status: 'proposed',
      intent: 'work_request',
      principalId: 'workroom-admin',
      sequence: 4,
      proposedAt: 1000,
      reasonCode: null,
      hint: null,
      runId: null,
      openUntil: null,
    });
  });

  it('an applied work request names its Run', () => {
    const applied = { proposalId, operationId: 'op', kind: 'plan_proposal_submitted', resultRef: 'run-1' };
    expect(fold(['project_inbox.proposed', proposed], claimed, ['proposal.applied', applied])).toMatchObject({
      status: 'applied',
      runId: 'run-1',
    });
    const control = { ...applied, kind: 'control_proposal_submitted', resultRef: 'receipt-1' };
    expect(fold(['project_inbox.proposed', proposed], ['proposal.applied', control])).toMatchObject({ runId: null });
  });

  it('a clarification says why, how to go on and until when; an amendment takes it back', () => {
    const why = { proposalId, operationId: 'op', reasonCode: 'missing_work_scope', openUntil: 99_000 };
    const waiting = [['project_inbox.proposed', proposed], claimed, ['proposal.clarification_required', why]] as const;
    expect(fold(...waiting)).toMatchObject({
      status: 'awaiting_clarification',
      reasonCode: 'missing_work_scope',
      hint: expect.stringContaining('answer with them'),
      openUntil: 99_000,
    });
    const amended = {
      proposalId,
      amendmentSourceRef: 'conversation-event:e-2',
      amendmentDigest: proposed.sourceEvent.digest,
      sequence: 5,
      mode: 'append',
    };
    expect(fold(...waiting, ['proposal.amended', amended])).toMatchObject({
      status: 'proposed',
      reasonCode: null,
      hint: null,
      openUntil: null,
    });
  });

  it.each([
    ['proposal.retry_scheduled', { proposalId, reasonCode: 'downstream_unavailable', retryAt: 9000 }, 'retry_scheduled'],
    ['proposal.withdrawn', { proposalId }, 'withdrawn'],
    ['proposal.expired', { proposalId }, 'expired'],
  ])('a proposal after %s', (type, data, status) => {
    expect(fold(['project_inbox.proposed', proposed], claimed, [type, data])).toMatchObject({ status });
  });

  it('stands in the list of its Project by the time of its proposing', () => {
    const row = fold(['project_inbox.proposed', proposed]);
    expect(row && inboxView.entries(row)).toEqual([
      { list: 'proposals', key: proposalId, projectId: 'demo', status: 'proposed', at: 1000, body: row },
    ]);
    expect(inboxView.key(stored('project_inbox.proposed', proposed, 1, 1000))).toBe(proposalId);
  });
});
