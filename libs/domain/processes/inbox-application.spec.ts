// Arbitration: what a claimed proposal becomes, in which order, and what a refusal is answered with.
import { contentHashOf, fold } from '#testing';
import { demoDefinition, peopleOf } from '#domain/catalog';
import { inboxDecider, proposalIdOf, USAGE } from '#domain/ingress';
import type { InboxEvent, InboxState, ProposalState, RepliedCard } from '#domain/ingress';
import { applicationOf, claimableProposals, inboxDueAt, reasonOfRefusal } from './index.js';
import type { ApplicationContext } from './index.js';

const definition = { ...demoDefinition('/srv/repository'), sponsors: ['owner:10001'] };
const people = peopleOf(definition, []);

type Proposed = Extract<InboxEvent, { type: 'project_inbox.proposed' }>;
const proposed = (n: number, over: Partial<Proposed['data']> = {}, conversationKey = 'sandbox:local:group:demo'): Proposed => ({
  type: 'project_inbox.proposed',
  data: {
    proposalId: proposalIdOf('demo', `conversation-event:${n}`),
    sourceEvent: { ref: `conversation-event:${n}`, digest: contentHashOf(`text ${n}`), sequence: n, conversationKey },
    principal: { principalId: 'sandbox:10001', kind: 'human', sponsor: true, catalogRevision: null },
    intent: 'work_request',
    spaceDecision: { space: 'workroom', projectId: 'demo', addressHash: null, bindingRevision: 1 },
    authorityRequirement: 'none',
    ...over,
  },
});
const inboxOf = (...events: readonly InboxEvent[]): InboxState =>
  fold(inboxDecider as never, events.map((event) => ({ ...event, at: 0 })) as never);
const proposal = (over: Partial<Proposed['data']> = {}): ProposalState => {
  const event = proposed(1, over);
  return inboxOf(event).proposals.get(event.data.proposalId)!;
};
const space = (name: 'workroom' | 'sponsor_room' | 'api') => ({
  spaceDecision: { space: name, projectId: 'demo', addressHash: null, bindingRevision: 1 },
});
const by = (principalId: string, kind: 'human' | 'agent' = 'human') => ({
  principal: { principalId, kind, sponsor: true, catalogRevision: null },
});

const context = (text: string, over: Partial<ApplicationContext> = {}): ApplicationContext => ({
  people,
  source: { type: 'message.created', actorPrincipalId: 'sandbox:10001', digest: contentHashOf('text 1') },
  text,
  planning: 'ready',
  repliedCard: null,
  projectOfRun: (runId) => ({ 'run-1': 'demo', 'run-2': 'other' })[runId] ?? null,
  projectOfAssignment: (id) => (id === 'assignment:1' ? 'demo' : null),
  answersDiscussion: true,
  ...over,
});
const clarified = (reasonCode: string, usage: string | null = null, audit = false) => ({
  outcome: 'clarify',
  reasonCode,
  usage,
  audit,
});

describe('applicationOf', () => {
  it('[PL-01] [I-016] hands a work request to the planning entry as it was written, and to nothing else', () => {
    expect(applicationOf(proposal(), context('/work --lane high fix the build'))).toEqual({
      outcome: 'plan',
      text: 'fix the build',
      lane: 'high',
      requesterIsSponsor: true,
    });
  });

  it('[I-S04] [PL-01] [PL-02] answers planning_unavailable without a planning port: no default task is made', () => {
    expect(applicationOf(proposal(), context('/work x', { planning: 'unavailable' }))).toEqual(clarified('planning_unavailable'));
    expect(applicationOf(proposal(), context('/work x', { planning: 'disclosure_unavailable' }))).toEqual(
      clarified('planning_disclosure_unavailable'),
    );
  });

  it('[I-039] checks the source event anew: its kind, its actor, its digest', () => {
    const source = context('/work x').source;
    const broken = [
      { ...source, type: 'card.posted' },
      { ...source, actorPrincipalId: 'sandbox:2' },
      { ...source, digest: contentHashOf('another text') },
    ];
    for (const one of broken) {
      expect(applicationOf(proposal(), context('/work x', { source: one }))).toEqual(clarified('ambiguous_intent', null, true));
    }
  });

  it('[I-S02] [I-053] reads the request together with what was added to it', () => {
    expect(applicationOf(proposal(), context('/work\nfix the build'))).toMatchObject({ outcome: 'plan', text: 'fix the build' });
    expect(applicationOf(proposal(), context('/work'))).toEqual(clarified('missing_work_scope', USAGE.work));
  });

  it('[A-045] takes a request over HTTP without its verb', () => {
    expect(applicationOf(proposal(space('api')), context('fix the build'))).toMatchObject({
      outcome: 'plan',
      text: 'fix the build',
    });
  });

  it('[I-013] records discussion, and opens a handoff where the Orchestrator answers', () => {
    expect(applicationOf(proposal(), context('hello'))).toEqual({ outcome: 'discussion', openHandoff: true });
    expect(applicationOf(proposal(), context('hello', { answersDiscussion: false }))).toEqual({
      outcome: 'discussion',
      openHandoff: false,
    });
  });

  describe('control', () => {
    const cancel = '/control run cancel run-1';
    const card = (over: Partial<RepliedCard> = {}): RepliedCard => ({
      ...{ projectId: 'demo', runId: 'run-1', taskKey: null, assignmentId: null, sequence: 17 },
      ...{ cardRevision: 1, newestCardRevision: 1, bindingRevision: 1, newestBindingRevision: 1, ...over },
    });

    it('[I-028] stands on the sequence of the card replied to, else on the current one; a card that is not current is stale', () => {
      expect(applicationOf(proposal(), context(cancel))).toMatchObject({ outcome: 'control', expectedSequence: null });
      expect(applicationOf(proposal(), context(cancel, { repliedCard: card() }))).toMatchObject({ expectedSequence: 17 });
      expect(applicationOf(proposal(), context(cancel, { repliedCard: card({ newestCardRevision: 2 }) }))).toEqual(
        clarified('stale_target'),
      );
    });

    it('[I-S13] [CT-11] [I-021] asks for somebody with authority when the proven sender is no Sponsor, whatever the message claims', () => {
      const other = proposal(by('sandbox:2'));
      const source = { ...context('').source, actorPrincipalId: 'sandbox:2' };
      expect(applicationOf(other, context(cancel, { source }))).toEqual(clarified('unauthorized_control'));
      expect(applicationOf(other, context('/control gate approve run-1 t owner:10001', { source }))).toMatchObject({
        outcome: 'clarify',
      });
    });

    it('[I-069] [F-GV-07] lets no agent identity approve', () => {
      const source = { ...context('').source, actorPrincipalId: 'agent:executor' };
      const agent = proposal(by('agent:executor', 'agent'));
      expect(applicationOf(agent, context('/control gate approve run-1 t1 approval:t1', { source }))).toEqual(
        clarified('self_approval'),
      );
      expect(applicationOf(agent, context(cancel, { source }))).toEqual(clarified('unauthorized_control'));
    });

    it('[I-019] keeps Portfolio and data lifecycle to the Sponsor Room', () => {
      const text = '/control portfolio p1 lane 3 high c1';
      expect(applicationOf(proposal(), context(text))).toEqual(clarified('unauthorized_control'));
      expect(applicationOf(proposal(space('sponsor_room')), context(text))).toMatchObject({ outcome: 'control' });
      expect(applicationOf(proposal(space('sponsor_room')), context(cancel))).toMatchObject({ outcome: 'control' });
    });

    it('[I-020] resolves the Project by the owner of the Run or Assignment', () => {
      expect(applicationOf(proposal(), context('/control run cancel run-9'))).toEqual(clarified('target_not_found', USAGE.run));
      expect(applicationOf(proposal(), context('/control run cancel run-2'))).toEqual(clarified('cross_project_target'));
      expect(applicationOf(proposal(), context('/control lease release assignment:9 gone'))).toEqual(
        clarified('target_not_found', USAGE.lease),
      );
      expect(applicationOf(proposal(), context('/control lease release assignment:1 gone'))).toMatchObject({
        outcome: 'control',
      });
    });

    it('[I-068] answers a command that cannot be read with its usage', () => {
      expect(applicationOf(proposal(), context('/control run cancel'))).toEqual(clarified('invalid_command', USAGE.run));
      expect(applicationOf(proposal(), context('/control'))).toEqual(clarified('missing_control_target'));
    });
  });

  it('[I-029] [I-019] answers queries in a Workroom, about its own Runs', () => {
    expect(applicationOf(proposal(), context('/runs'))).toMatchObject({ outcome: 'query', command: { query: 'runs' } });
    expect(applicationOf(proposal(), context('/run run-1'))).toMatchObject({ outcome: 'query' });
    expect(applicationOf(proposal(), context('/run run-2'))).toEqual(clarified('cross_project_target'));
    expect(applicationOf(proposal(), context('/run run-9'))).toEqual(clarified('target_not_found', USAGE['run-query']));
    expect(applicationOf(proposal(space('sponsor_room')), context('/runs'))).toEqual(clarified('ambiguous_target'));
  });

  it.each([
    ['REQUESTER_CANNOT_APPROVE', 'self_approval'],
    ['AGENT_CANNOT_APPROVE', 'self_approval'],
    ['NOT_PROJECT_SPONSOR', 'unauthorized_control'],
    ['TASK_NOT_FOUND', 'target_not_found'],
    ['RUN_PROJECT_MISMATCH', 'cross_project_target'],
    ['SEQUENCE_CONFLICT', 'stale_target'],
    ['RUN_TERMINAL', 'stale_target'],
    ['GATE_EXPIRED', 'stale_target'],
  ])('[I-075] settles a refusal %s as %s', (code, reason) => {
    expect(reasonOfRefusal(code)).toBe(reason);
  });
});

describe('claimableProposals', () => {
  const claim = (n: number, leaseExpiresAt: number): InboxEvent => ({
    type: 'proposal.claimed',
    data: { proposalId: proposalIdOf('demo', `conversation-event:${n}`), claimId: 'c', leaseExpiresAt },
  });
  const retry = (n: number, retryAt: number): InboxEvent => ({
    type: 'proposal.retry_scheduled',
    data: { proposalId: proposalIdOf('demo', `conversation-event:${n}`), reasonCode: 'downstream_unavailable', retryAt },
  });
  const ask = (n: number, openUntil: number): InboxEvent => ({
    type: 'proposal.clarification_required',
    data: {
      ...{ proposalId: proposalIdOf('demo', `conversation-event:${n}`), operationId: 'o' },
      ...{ reasonCode: 'missing_work_scope', openUntil },
    },
  });
  const heads = (state: InboxState, now: number, limit?: number) =>
    claimableProposals(state, now, limit).map(({ sourceEvent }) => sourceEvent.sequence);

  it('[I-040] takes one of each conversation, in its order, whatever order they were proposed in', () => {
    const state = inboxOf(proposed(5), proposed(3), proposed(9, {}, 'other'), proposed(8, {}, 'other'));
    expect(heads(state, 0)).toEqual([3, 8]);
  });

  it('[I-040] a retry holds back what follows it, a question to a person does not', () => {
    expect(heads(inboxOf(proposed(1), proposed(2), claim(1, 10), retry(1, 5000)), 4999)).toEqual([]);
    expect(heads(inboxOf(proposed(1), proposed(2), claim(1, 10), retry(1, 5000)), 5000)).toEqual([1]);
    expect(heads(inboxOf(proposed(1), proposed(2), claim(1, 10), ask(1, 9000)), 20)).toEqual([2]);
  });

  it('[I-049] takes over a claim whose lease has passed', () => {
    expect(heads(inboxOf(proposed(1), claim(1, 100)), 99)).toEqual([]);
    expect(heads(inboxOf(proposed(1), claim(1, 100)), 100)).toEqual([1]);
  });

  it('[I-037] takes at most 128 a drain', () => {
    const state = inboxOf(...Array.from({ length: 140 }, (_, n) => proposed(n + 1, {}, `conversation-${n}`)));
    expect(heads(state, 0)).toHaveLength(128);
    expect(heads(state, 0, 3)).toEqual([1, 2, 3]);
  });

  it('[K-315] names the next instant that time alone makes due', () => {
    expect(inboxDueAt(inboxOf(proposed(1)))).toBeNull();
    expect(inboxDueAt(inboxOf(proposed(1), claim(1, 100)))).toBe(100);
    expect(inboxDueAt(inboxOf(proposed(1), proposed(2), claim(1, 10), retry(1, 5000)))).toBe(5000);
    expect(inboxDueAt(inboxOf(proposed(1), proposed(2), claim(1, 10), ask(1, 9000), claim(2, 100)))).toBe(100);
    expect(inboxDueAt(inboxOf(proposed(1), claim(1, 10), ask(1, 9000)))).toBe(9000);
  });
});
