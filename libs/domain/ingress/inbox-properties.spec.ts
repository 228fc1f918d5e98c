// What holds for every Inbox, whatever happens in it.
import * as fc from 'fast-check';
import { contentHashOf, metaOf, system } from '#testing';
import { applicationOperationId, inboxDecider, proposalIdOf } from './index.js';
import type { InboxCommandData, InboxCommandOf, InboxCommandType, InboxEvent, InboxState, RecordedInboxEvent } from './index.js';

const HOUR = 3_600_000;
const idOf = (n: number): string => proposalIdOf('demo', `conversation-event:${n}`);

const proposed = (n: number): RecordedInboxEvent => ({
  type: 'project_inbox.proposed',
  data: {
    proposalId: idOf(n),
    sourceEvent: {
      ref: `conversation-event:${n}`,
      digest: contentHashOf(`text ${n}`),
      sequence: n,
      conversationKey: 'sandbox:local:group:demo',
    },
    principal: { principalId: 'sandbox:1', kind: 'human', sponsor: false, catalogRevision: null },
    intent: 'work_request',
    spaceDecision: { space: 'workroom', projectId: 'demo', addressHash: null, bindingRevision: 1 },
    authorityRequirement: 'none',
  },
  at: 0,
});

const command = <Type extends InboxCommandType>(type: Type, data: InboxCommandData<Type>) =>
  ({ type, data, meta: metaOf(system('ingress'), 'demo', 7) }) as unknown as InboxCommandOf<Type>;

const commandsFor = (n: number, claimId: string) => {
  const proposalId = idOf(n);
  const held = { proposalId, claimId, operationId: applicationOperationId(proposalId) };
  return {
    claim: () => command('claim_proposal', { proposalId, claimId }),
    apply: () => command('apply_proposal', { ...held, kind: 'plan_proposal_submitted', openHandoff: false }),
    ask: () => command('require_clarification', { ...held, reasonCode: 'ambiguous_intent', openForMs: 24 * HOUR }),
    retry: () => command('schedule_retry', { proposalId, claimId, reasonCode: 'downstream_unavailable' }),
    amend: () =>
      command('amend_proposal', {
        proposalId,
        amendmentSourceRef: 'e',
        amendmentDigest: contentHashOf('x'),
        sequence: 9,
        mode: 'append',
        samePerson: true,
      }),
    expire: () => command('expire_clarifications', {}),
    withdraw: () => command('withdraw_proposal', { proposalId, samePerson: true }),
  };
};

const step = fc.record({
  type: fc.constantFrom('claim', 'apply', 'ask', 'retry', 'amend', 'expire', 'withdraw'),
  n: fc.integer({ min: 1, max: 3 }),
  claimId: fc.constantFrom('c1', 'c2'),
  wait: fc.constantFrom(0, 1000, 31_000, 25 * HOUR),
});

describe('any order of commands', () => {
  it('[I-034] [I-044] leaves every proposal in one known state, with every open one listed once, and settled ones settled', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let state = [1, 2, 3].map(proposed).reduce<InboxState>(inboxDecider.evolve, inboxDecider.initial);
        const settled = new Map<string, string>();
        let now = 0;
        for (const { type, n, claimId, wait } of steps) {
          now += wait;
          let events: readonly InboxEvent[] = [];
          try {
            events = inboxDecider.decide(state, commandsFor(n, claimId)[type](), { now, head: { revision: 0, hash: '' } });
          } catch (error) {
            expect(error).toMatchObject({ code: expect.stringMatching(/^PROPOSAL_(STATE|CLAIMED)$/) });
          }
          for (const event of events) state = inboxDecider.evolve(state, { ...event, at: now } as RecordedInboxEvent);
          for (const id of [1, 2, 3].map(idOf)) {
            const { status } = state.proposals.get(id)!;
            if (settled.has(id)) expect(status).toBe(settled.get(id));
            if (['applied', 'withdrawn', 'expired'].includes(status)) settled.set(id, status);
          }
        }
        expect(state.open.toSorted()).toEqual([1, 2, 3].map(idOf).filter((id) => !settled.has(id)));
      }),
    );
  });

  it('[I-034] keeps every one of many thousand proposals, settled and findable', () => {
    let state = inboxDecider.initial;
    for (let n = 1; n <= 20_000; n += 1) {
      const proposalId = idOf(n);
      state = inboxDecider.evolve(state, proposed(n));
      const applied = { proposalId, operationId: applicationOperationId(proposalId), kind: 'discussion_recorded' as const };
      state = inboxDecider.evolve(state, { type: 'proposal.applied', data: applied, at: n });
    }
    expect(state.open).toEqual([]);
    expect(state.proposals.get(idOf(10_000))).toMatchObject({ status: 'applied', proposalId: idOf(10_000) });
    expect(state.proposals.get(idOf(20_001))).toBeUndefined();
  });
});
