// The Project Inbox: the life of a proposal, its clarification, edits of its source, and the handoff of a discussion.
import { agent, contentHashOf, fold, metaOf, person, specify, system } from '#testing';
import type { Actor } from '#domain/kernel';
import {
  clarificationReply,
  inboxDecider,
  INBOX_COMMANDS,
  INBOX_EVENTS,
  proposalIdOf,
  sourceDispositionOf,
  textSources,
} from './index.js';
import type {
  InboxCommandData,
  InboxCommandOf,
  InboxCommandType,
  InboxEvent,
  InboxState,
  ProposalState,
  RecordedInboxEvent,
} from './index.js';

const HOUR = 3_600_000;
const source = (n: number, sequence = n) => ({
  ref: `conversation-event:${n}`,
  digest: contentHashOf(`text ${n}`),
  sequence,
  conversationKey: 'sandbox:local:group:demo',
});
const proposalId = proposalIdOf('demo', 'conversation-event:1');
const OPERATION = `human-ingress-application:${proposalId}`;

const proposal = (n = 1, over: Partial<InboxCommandData<'propose'>> = {}): InboxCommandData<'propose'> => ({
  proposalId: proposalIdOf('demo', `conversation-event:${n}`),
  sourceEvent: source(n),
  principal: { principalId: 'sandbox:1', kind: 'human', sponsor: false, catalogRevision: 'a'.repeat(64) },
  intent: 'work_request',
  spaceDecision: { space: 'workroom', projectId: 'demo', addressHash: 'b'.repeat(64), bindingRevision: 1 },
  authorityRequirement: 'none',
  target: null,
  ...over,
});

const command = <Type extends InboxCommandType>(
  type: Type,
  data: InboxCommandData<Type>,
  actor: Actor = system('ingress'),
  project: string | null = 'demo',
) => ({ type, data, meta: metaOf(actor, project, 7) }) as unknown as InboxCommandOf<Type>;

const { target: _, ...body } = proposal();
const proposed: InboxEvent = { type: 'project_inbox.proposed', data: body };
const claimed = (claimId = 'c1', leaseExpiresAt = 30_000): InboxEvent => ({
  type: 'proposal.claimed',
  data: { proposalId, claimId, leaseExpiresAt },
});
const asked = (openUntil = 24 * HOUR): InboxEvent => ({
  type: 'proposal.clarification_required',
  data: { proposalId, operationId: OPERATION, reasonCode: 'missing_work_scope', openUntil },
});
const applied: InboxEvent = {
  type: 'proposal.applied',
  data: { proposalId, operationId: OPERATION, kind: 'plan_proposal_submitted', resultRef: 'run-1' },
};
const at = (...events: readonly InboxEvent[]) => events.map((event) => ({ ...event, at: 0 }) as RecordedInboxEvent);
const given = (...events: readonly InboxEvent[]) => specify(inboxDecider).given(at(...events));
const stateOf = (...events: readonly InboxEvent[]): InboxState => fold(inboxDecider as never, at(...events) as never);
const present = (...events: readonly InboxEvent[]): ProposalState => stateOf(...events).proposals.get(proposalId)!;

describe('proposing', () => {
  it('[WK-07] [I-034] [I-127] keeps who asked, where and by which event, and no text', () => {
    given().when(command('propose', proposal())).then([proposed]);
    const strings = JSON.stringify(proposed).match(/"[^"]*"/g) ?? [];
    for (const text of strings) expect(text).toMatch(/^"[A-Za-z0-9_][A-Za-z0-9:._@/+=#-]*"$/);
  });

  it('[I-034] one source event makes at most one proposal: its id and its key follow from it', () => {
    expect(inboxDecider.operation(command('propose', proposal()))).toMatchObject({ kind: 'proposalId', key: proposalId });
    given()
      .when(command('propose', { ...proposal(), proposalId: 'mine' }))
      .thenRejected('VALUE_INVALID');
    const later = command('propose', proposal(1, { spaceDecision: { ...proposal().spaceDecision, bindingRevision: 9 } }));
    expect(inboxDecider.operation(later).digest).toBe(inboxDecider.operation(command('propose', proposal())).digest);
    const other = command('propose', proposal(1, { intent: 'discussion' }));
    expect(inboxDecider.operation(other).digest).not.toBe(inboxDecider.operation(later).digest);
  });

  it('[I-031] refuses an event without a durable sequence', () => {
    for (const sequence of [0, -1, 1.5, undefined]) {
      const data = proposal(1, { sourceEvent: { ...source(1), sequence: sequence as number } });
      given().when(command('propose', data)).thenRejected('SEQUENCE_MISSING');
    }
  });

  it('[WK-03] refuses a command without a Project, or of another one', () => {
    given()
      .when(command('propose', proposal(), system('ingress'), null))
      .thenRejected('CONTROL_SCOPE_NOT_EXACT');
    given()
      .when(command('propose', proposal(), system('ingress'), 'other'))
      .thenRejected('CONTROL_SCOPE_NOT_EXACT');
    given(proposed)
      .when(command('claim_proposal', { proposalId, claimId: 'c1' }, system('ingress'), 'other'))
      .thenRejected('CONTROL_SCOPE_NOT_EXACT');
  });

  it('[CT-11] takes a proposal from its author or from ingress, never from somebody who names another', () => {
    given()
      .when(command('propose', proposal(), person('1', 'participant')))
      .then([proposed]);
    given()
      .when(command('propose', proposal(), person('2', 'participant')))
      .thenRejected('ACTOR_NOT_AUTHORIZED');
  });
});

describe('arbitration', () => {
  const samples: { readonly [Type in InboxCommandType]: InboxCommandData<Type> } = {
    propose: proposal(),
    claim_proposal: { proposalId, claimId: 'c1' },
    apply_proposal: { proposalId, claimId: 'c1', operationId: OPERATION, kind: 'plan_proposal_submitted', openHandoff: false },
    require_clarification: { proposalId, claimId: 'c1', operationId: OPERATION, reasonCode: 'stale_target', openForMs: 1 },
    schedule_retry: { proposalId, claimId: 'c1', reasonCode: 'downstream_unavailable' },
    amend_proposal: {
      proposalId,
      amendmentSourceRef: 'e',
      amendmentDigest: contentHashOf('x'),
      sequence: 2,
      mode: 'append',
      samePerson: true,
    },
    withdraw_proposal: { proposalId, samePerson: true },
    note_source_change: {
      proposalId,
      change: 'edited',
      policy: 'amend',
      sourceEventRef: 'e',
      sourceEventDigest: contentHashOf('x'),
      sequence: 2,
      disposition: 'amended',
    },
    expire_clarifications: {},
    disposition_task_input: { proposalId, disposition: 'accepted_context' },
    claim_handoff: { proposalId, claimId: 'h1' },
    deliver_handoff: { proposalId, claimId: 'h1', deliveryId: 'd1' },
    abandon_handoff: { proposalId, claimId: 'h1', reasonCode: 'turn_failed' },
  };
  const types = Object.keys(INBOX_COMMANDS) as InboxCommandType[];

  it.each(types.filter((type) => type !== 'disposition_task_input'))(
    '[WK-05] [WK-08] [I-043] the Orchestrator that owns the Inbox cannot %s by itself',
    (type) => {
      const owner = agent('orchestrator', 'orchestrator');
      given(proposed, claimed())
        .when(command(type, samples[type], owner) as never)
        .thenRejected('ACTOR_NOT_AUTHORIZED');
    },
  );

  it('[WK-05] has no command and no fact that sets the state of a Task or a Run', () => {
    const names = [...types, ...Object.keys(INBOX_EVENTS)].join(' ');
    expect(names).not.toMatch(/set_|state|status|task\.(?!input)|run\./);
  });

  it('[I-035] claims under a lease of 30 s; the same claim renews it, another waits for its end', () => {
    const claim = (claimId: string) => command('claim_proposal', { proposalId, claimId });
    given(proposed)
      .when(claim('c1'), 1000)
      .then([claimed('c1', 31_000)]);
    given(proposed, claimed())
      .when(claim('c1'), 10_000)
      .then([claimed('c1', 40_000)]);
    given(proposed, claimed()).when(claim('c2'), 29_999).thenRejected('PROPOSAL_CLAIMED');
    given(proposed, claimed())
      .when(claim('c2'), 30_000)
      .then([claimed('c2', 60_000)]);
  });

  it('[I-036] [I-046] applies once; [D-30] a repeat meets the key of the first, whoever claimed in between', () => {
    const apply = command('apply_proposal', { ...samples.apply_proposal, resultRef: 'run-1' });
    given(proposed, claimed()).when(apply).then([applied]);
    given(proposed, claimed('c2')).when(apply).thenRejected('PROPOSAL_CLAIMED');
    given(proposed, claimed(), applied).when(apply).thenRejected('PROPOSAL_STATE');
    const again = command('apply_proposal', { ...samples.apply_proposal, claimId: 'c2', resultRef: 'run-1' });
    expect(inboxDecider.operation(again)).toEqual(inboxDecider.operation(apply));
  });

  it('[I-036] [I-048] schedules a retry after 5 s and leaves the proposal alone till then', () => {
    const retry: InboxEvent = {
      type: 'proposal.retry_scheduled',
      data: { proposalId, reasonCode: 'downstream_unavailable', retryAt: 5_000 },
    };
    given(proposed, claimed()).when(command('schedule_retry', samples.schedule_retry), 0).then([retry]);
    const claim = command('claim_proposal', { proposalId, claimId: 'c2' });
    given(proposed, claimed(), retry).when(claim, 4_999).thenRejected('PROPOSAL_STATE');
    given(proposed, claimed(), retry)
      .when(claim, 5_000)
      .then([claimed('c2', 35_000)]);
  });

  it('[I-040] applies one conversation in its order: a later message waits while an earlier one is not settled', () => {
    const { target: __, ...second } = proposal(2);
    const later: InboxEvent = { type: 'project_inbox.proposed', data: second };
    const claim = command('claim_proposal', { proposalId: second.proposalId, claimId: 'c2' });
    const waiting: InboxEvent = {
      type: 'proposal.retry_scheduled',
      data: { proposalId, reasonCode: 'downstream_unavailable', retryAt: 5_000 },
    };
    given(proposed, later).when(claim).thenRejected('PROPOSAL_STATE');
    given(proposed, later, claimed(), waiting).when(claim).thenRejected('PROPOSAL_STATE');
    const took: InboxEvent = {
      type: 'proposal.claimed',
      data: { proposalId: second.proposalId, claimId: 'c2', leaseExpiresAt: 30_000 },
    };
    given(proposed, later, claimed(), applied).when(claim).then([took]);
    given(proposed, later, claimed(), asked()).when(claim).then([took]);
  });
});

describe('clarification', () => {
  const amended = (mode: 'append' | 'replace'): InboxEvent => ({
    type: 'proposal.amended',
    data: { proposalId, amendmentSourceRef: 'conversation-event:2', amendmentDigest: contentHashOf('scope'), sequence: 2, mode },
  });
  const amend = (samePerson: boolean) =>
    command('amend_proposal', {
      proposalId,
      amendmentSourceRef: 'conversation-event:2',
      amendmentDigest: contentHashOf('scope'),
      sequence: 2,
      mode: 'append',
      samePerson,
    });

  it('[I-047] stays open as long as asked', () => {
    given(proposed, claimed())
      .when(
        command('require_clarification', {
          proposalId,
          claimId: 'c1',
          operationId: OPERATION,
          reasonCode: 'missing_work_scope',
          openForMs: 24 * HOUR,
        }),
        0,
      )
      .then([asked()]);
  });

  it('[I-S02] [I-050] [I-053] an answer of the same person within 24 h amends the same proposal; another person’s is discussion', () => {
    given(proposed, claimed(), asked())
      .when(amend(true), 24 * HOUR - 1)
      .then([amended('append')]);
    expect(present(proposed, claimed(), asked(), amended('append'))).toMatchObject({ status: 'proposed', proposalId });
    given(proposed, claimed(), asked()).when(amend(false), 1).thenRejected('ACTOR_NOT_AUTHORIZED');
    const open = present(proposed, claimed(), asked());
    expect(clarificationReply(open, 'fix the build', true, 1)).toEqual({ action: 'amend', mode: 'append' });
    expect(clarificationReply(open, 'fix the build', false, 1)).toEqual({ action: 'discussion' });
  });

  it('[I-S03] [I-052] after 24 h the proposal expires, and a reply is discussion', () => {
    const expired: InboxEvent = { type: 'proposal.expired', data: { proposalId } };
    given(proposed, claimed(), asked())
      .when(command('expire_clarifications', {}, system('clock')), 24 * HOUR - 1)
      .thenNothing();
    given(proposed, claimed(), asked())
      .when(command('expire_clarifications', {}, system('clock')), 24 * HOUR)
      .then([expired]);
    given(proposed, claimed(), asked(), expired)
      .when(command('expire_clarifications', {}, system('clock')), 25 * HOUR)
      .thenNothing();
    given(proposed, claimed(), asked())
      .when(amend(true), 24 * HOUR)
      .thenRejected('PROPOSAL_STATE');
    expect(clarificationReply(present(proposed, claimed(), asked()), 'x', true, 24 * HOUR)).toEqual({ action: 'discussion' });
    expect(clarificationReply(present(proposed, claimed(), asked(), expired), 'x', true, 1)).toEqual({ action: 'discussion' });
  });

  it('[I-054] a reply that starts with a command replaces the request', () => {
    const open = present(proposed, claimed(), asked());
    expect(clarificationReply(open, ' /work another thing', true, 1)).toEqual({ action: 'amend', mode: 'replace' });
    expect(textSources(present(proposed, claimed(), asked(), amended('append')))).toEqual([
      'conversation-event:1',
      'conversation-event:2',
    ]);
    expect(textSources(present(proposed, claimed(), asked(), amended('replace')))).toEqual(['conversation-event:2']);
  });

  it('[I-055] [I-051] the same person withdraws by cancel', () => {
    const open = present(proposed, claimed(), asked());
    expect(clarificationReply(open, ' Cancel ', true, 1)).toEqual({ action: 'withdraw' });
    expect(clarificationReply(open, 'cancel it please', true, 1)).toEqual({ action: 'amend', mode: 'append' });
    given(proposed, claimed(), asked())
      .when(command('withdraw_proposal', { proposalId, samePerson: true }))
      .then([{ type: 'proposal.withdrawn', data: { proposalId } }]);
    given(proposed)
      .when(command('withdraw_proposal', { proposalId, samePerson: true }))
      .thenRejected('PROPOSAL_STATE');
  });
});

describe('edits and deletions of the source', () => {
  const facts = { policy: 'amend' as const, runClaimed: false, byRequester: true };
  const note = (disposition: InboxCommandData<'note_source_change'>['disposition'], policy: 'amend' | 'withdraw' = 'amend') =>
    command('note_source_change', {
      proposalId,
      change: policy === 'amend' ? 'edited' : 'deleted',
      policy,
      sourceEventRef: 'conversation-event:9',
      sourceEventDigest: contentHashOf('edited'),
      sequence: 9,
      disposition,
    });
  const changed = (
    change: 'edited' | 'deleted',
    disposition: InboxCommandData<'note_source_change'>['disposition'],
  ): InboxEvent => ({
    type: 'source.changed',
    data: { proposalId, change, sourceEventRef: 'conversation-event:9', sourceEventDigest: contentHashOf('edited'), disposition },
  });

  it('[I-S16] [I-057] before application an edit amends the request and a deletion withdraws it', () => {
    expect(sourceDispositionOf(present(proposed), facts)).toBe('amended');
    expect(sourceDispositionOf(present(proposed, claimed(), asked()), { ...facts, policy: 'withdraw' })).toBe('withdrawn');
    given(proposed)
      .when(note('amended'))
      .then([
        changed('edited', 'amended'),
        {
          type: 'proposal.amended',
          data: {
            proposalId,
            amendmentSourceRef: 'conversation-event:9',
            amendmentDigest: contentHashOf('edited'),
            sequence: 9,
            mode: 'replace',
          },
        },
      ]);
    given(proposed)
      .when(note('withdrawn', 'withdraw'))
      .then([
        changed('deleted', 'withdrawn'),
        { type: 'proposal.withdrawn', data: { proposalId, sourceChangeRef: 'conversation-event:9', policy: 'withdraw' } },
      ]);
  });

  it('[I-058] after application and before any claim an edit asks for a replan, a deletion by the requester cancels', () => {
    const done = present(proposed, claimed(), applied);
    expect(sourceDispositionOf(done, facts)).toBe('replan_requested');
    expect(sourceDispositionOf(done, { ...facts, policy: 'withdraw' })).toBe('run_cancelled');
    expect(sourceDispositionOf(done, { ...facts, policy: 'withdraw', byRequester: false })).toBe('noted');
  });

  it('[I-S16] [I-059] after the first claim the change is only noted', () => {
    const done = present(proposed, claimed(), applied);
    expect(sourceDispositionOf(done, { ...facts, runClaimed: true })).toBe('noted');
    given(proposed, claimed(), applied)
      .when(note('noted'))
      .then([changed('edited', 'noted')]);
    given(proposed, claimed(), applied).when(note('amended')).thenRejected('PROPOSAL_STATE');
  });

  it('[I-060] an edit never turns discussion into a command and never changes an applied control', () => {
    const { target: __, ...discussion } = proposal(1, { intent: 'discussion' });
    expect(sourceDispositionOf(present({ type: 'project_inbox.proposed', data: discussion }), facts)).toBe('ignored');
    const control: InboxEvent = {
      type: 'proposal.applied',
      data: { proposalId, operationId: OPERATION, kind: 'control_proposal_submitted' },
    };
    expect(sourceDispositionOf(present(proposed, claimed(), control), facts)).toBe('ignored');
    expect(sourceDispositionOf(present(proposed), { ...facts, policy: 'ignore' })).toBe('ignored');
  });

  it('[I-056] waits while the proposal is being applied', () => {
    expect(() => sourceDispositionOf(present(proposed, claimed()), facts)).toThrow(
      expect.objectContaining({ code: 'PROPOSAL_CLAIMED' }) as Error,
    );
    given(proposed, claimed()).when(note('amended')).thenRejected('PROPOSAL_STATE');
  });
});

describe('the handoff of a discussion', () => {
  const handoff = { proposalId, handoffId: `handoff:${proposalId}` };
  const recorded: InboxEvent = {
    type: 'proposal.applied',
    data: { proposalId, operationId: OPERATION, kind: 'discussion_recorded' },
  };
  const opened: InboxEvent = { type: 'handoff.opened', data: handoff };
  const took = (claimId: string, leaseExpiresAt: number): InboxEvent => ({
    type: 'handoff.claimed',
    data: { ...handoff, claimId, leaseExpiresAt },
  });
  const claim = (claimId: string) => command('claim_handoff', { proposalId, claimId });

  it('[I-076] a persisted discussion opens one handoff, in the batch that applies it', () => {
    const apply = { proposalId, claimId: 'c1', operationId: OPERATION, kind: 'discussion_recorded', openHandoff: true } as const;
    given(proposed, claimed()).when(command('apply_proposal', apply)).then([recorded, opened]);
    given(proposed, claimed())
      .when(command('apply_proposal', { ...apply, openHandoff: false }))
      .then([recorded]);
  });

  it('[WK-09] is used once: a second claimant and a second delivery are refused', () => {
    given(proposed, claimed(), recorded, opened)
      .when(claim('h1'), 0)
      .then([took('h1', 30_000)]);
    given(proposed, claimed(), recorded, opened, took('h1', 30_000)).when(claim('h2'), 1).thenRejected('HANDOFF_CLAIMED');
    const deliver = command('deliver_handoff', { proposalId, claimId: 'h1', deliveryId: 'd1' });
    const delivered: InboxEvent = { type: 'handoff.delivered', data: { ...handoff, deliveryId: 'd1' } };
    given(proposed, claimed(), recorded, opened, took('h1', 30_000)).when(deliver).then([delivered]);
    given(proposed, claimed(), recorded, opened, took('h1', 30_000), delivered).when(deliver).thenRejected('HANDOFF_CLAIMED');
    given(proposed, claimed(), recorded, opened, took('h1', 30_000), delivered)
      .when(claim('h2'), 60_000)
      .thenRejected('HANDOFF_CLAIMED');
  });

  it('[I-078] is renewed while the turn runs; [I-076] after three claimants it is abandoned', () => {
    const lost = [took('h1', 30_000), took('h1', 40_000), took('h2', 80_000), took('h3', 120_000)];
    given(proposed, claimed(), recorded, opened, took('h1', 30_000))
      .when(claim('h1'), 10_000)
      .then([took('h1', 40_000)]);
    given(proposed, claimed(), recorded, opened, ...lost)
      .when(claim('h3'), 110_000)
      .then([took('h3', 140_000)]);
    given(proposed, claimed(), recorded, opened, ...lost)
      .when(claim('h4'), 120_000)
      .then([{ type: 'handoff.abandoned', data: { ...handoff, reasonCode: 'claims_exhausted' } }]);
  });

  it('[I-076] only who holds the claim delivers or abandons', () => {
    const held = given(proposed, claimed(), recorded, opened, took('h1', 30_000));
    held.when(command('deliver_handoff', { proposalId, claimId: 'h2', deliveryId: 'd' })).thenRejected('HANDOFF_CLAIMED');
    held
      .when(command('abandon_handoff', { proposalId, claimId: 'h1', reasonCode: 'delivery_unknown' }))
      .then([{ type: 'handoff.abandoned', data: { ...handoff, reasonCode: 'delivery_unknown' } }]);
    given(proposed).when(claim('h1')).thenRejected('PROPOSAL_STATE');
  });
});

describe('TaskInput', () => {
  const target = {
    runId: 'run-1',
    taskKey: 't1',
    assignmentId: 'assignment:1',
    cardRevision: 3,
    disposition: 'context_proposal' as const,
  };
  const input: InboxEvent = { type: 'task_input.proposed', data: { ...body, target } };

  it('[I-127] is proposed with its exact target', () => {
    given()
      .when(command('propose', proposal(1, { target })))
      .then([input]);
  });

  it('[I-088] gets one disposition, by the Orchestrator', () => {
    const orchestrator = agent('orchestrator', 'orchestrator');
    const decide = command('disposition_task_input', { proposalId, disposition: 'rejected' }, orchestrator);
    const decided: InboxEvent = {
      type: 'task_input.dispositioned',
      data: { proposalId, disposition: 'rejected', principalId: 'agent:orchestrator' },
    };
    given(input).when(decide).then([decided]);
    given(input, decided).when(decide).thenRejected('PROPOSAL_STATE');
    given(proposed).when(decide).thenRejected('PROPOSAL_STATE');
    given(input)
      .when(command('disposition_task_input', { proposalId, disposition: 'rejected' }, agent('executor', 'executor')))
      .thenRejected('ACTOR_NOT_AUTHORIZED');
  });
});
