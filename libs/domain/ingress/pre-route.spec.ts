// What a message is before anything reads it: chat, dropped, refused, or a proposal of exactly one Project.
import { demoDefinition, SpaceIndex } from '#domain/catalog';
import type { Definitions, WorkroomDefinition } from '#domain/catalog';
import { preRoute, proposalIdOf, taskInputOf } from './index.js';
import type { ActiveAssignmentEntry, InboundMessage, RepliedCard, RouteContext } from './index.js';

const base = demoDefinition('/srv/repository');
const room = (id: string) => ({ ...base.conversation!, adapter: 'telegram', endpoint: 'main', id });
const project = (projectId: string, sponsors: string): WorkroomDefinition => ({
  ...base,
  projectId,
  conversation: room(projectId),
  sponsorConversation: room(sponsors),
});
const definitions: Definitions = { a: project('a', 'portfolio'), b: project('b', 'portfolio'), solo: project('solo', 'alone') };
const index = new SpaceIndex(definitions);

const context = (id: string, over: Partial<RouteContext> = {}): RouteContext => ({
  space: index.resolve({ adapter: 'telegram', endpoint: 'main', kind: 'group', id }),
  definitions,
  botPrincipals: new Set(['telegram:bot']),
  endpointAvailable: () => true,
  projectOfRun: (runId) => ({ 'run-a': 'a', 'run-b': 'b', 'run-x': 'elsewhere' })[runId] ?? null,
  projectOfAssignment: (id) => (id === 'assignment-b' ? 'b' : null),
  ...over,
});
const message = (text: string, over: Partial<InboundMessage> = {}): InboundMessage => ({
  text,
  endpoint: 'telegram:main',
  principalId: 'telegram:1',
  mentioned: [],
  repliedCard: null,
  isEcho: false,
  ...over,
});
const card = (projectId: string, over: Partial<RepliedCard> = {}): RepliedCard => ({
  projectId,
  runId: 'run-a',
  taskKey: null,
  assignmentId: null,
  sequence: 4,
  cardRevision: 1,
  newestCardRevision: 1,
  bindingRevision: 1,
  newestBindingRevision: 1,
  ...over,
});
const routed = (id: string, text: string, over: Partial<InboundMessage> = {}) => preRoute(message(text, over), context(id));

describe('preRoute', () => {
  it('[WK-02] [I-S01] leaves an unbound group to ordinary chat, whatever is said there', () => {
    for (const text of ['hello', '/work build it', '/control run cancel run-a', 'spawn_task']) {
      expect(routed('unbound', text)).toEqual({ outcome: 'chat' });
    }
  });

  it('[I-S15] [I-033] drops what an endpoint or the outbox knows as its own; the same text of a person is discussion', () => {
    expect(routed('a', 'Task t1 is accepted.', { isEcho: true })).toEqual({ outcome: 'dropped', reason: 'projection_echo' });
    expect(routed('a', 'Task t1 is accepted.')).toMatchObject({ outcome: 'propose', message: { intent: 'discussion' } });
  });

  it('[I-008] drops known bots silently', () => {
    expect(routed('a', '/work x', { principalId: 'telegram:bot' })).toEqual({ outcome: 'dropped', reason: 'bot_principal' });
  });

  it('[I-S14] [I-007] accepts a message on one endpoint only, so that two bots make one proposal', () => {
    expect(routed('a', '/work x', { endpoint: 'telegram:second' })).toEqual({ outcome: 'dropped', reason: 'non_owner_endpoint' });
    expect(proposalIdOf('a', 'conversation-event:7')).toBe('human-ingress:a:conversation-event:7');
  });

  it('[I-034] names Project, intent and the authority that an application will need', () => {
    expect(routed('a', 'how is it going')).toMatchObject({ projectId: 'a', space: 'workroom', authorityRequirement: 'none' });
    expect(routed('a', '/work x')).toMatchObject({ message: { intent: 'work_request' }, authorityRequirement: 'none' });
    expect(routed('a', '/control run cancel run-a')).toMatchObject({ authorityRequirement: 'workroom_control' });
    for (const text of ['task priority run-a t1 high', 'lease release assignment-b gone']) {
      expect(routed('a', `/control ${text}`)).toMatchObject({ authorityRequirement: 'workroom_control' });
    }
    expect(routed('a', '/control effect approve e approved_as_requested')).toMatchObject({
      authorityRequirement: 'typed_sponsor_control',
    });
    expect(routed('a', '/control gate approve run-a t approval:t')).toMatchObject({
      authorityRequirement: 'typed_sponsor_control',
    });
  });

  it('[D-95] answers /task with a hint and proposes nothing', () => {
    expect(routed('a', '/task x')).toEqual({ outcome: 'hint', hint: 'use_work' });
  });

  describe('in a Sponsor Room', () => {
    it('[I-S09] [CT-18] asks which Project is meant where several share the room', () => {
      expect(routed('portfolio', '/control portfolio p1 lane 3 high c1')).toEqual({
        outcome: 'refused',
        code: 'project_required',
        projectIds: ['a', 'b'],
      });
      expect(routed('portfolio', '/control portfolio p1 project b lane 3 high c1')).toMatchObject({ projectId: 'b' });
    });

    it('[I-S10] [CT-18] [I-071] refuses a command and a card of different Projects', () => {
      const text = '/control data-lifecycle project b hold release o h';
      expect(routed('portfolio', text, { repliedCard: card('a') })).toMatchObject({
        outcome: 'refused',
        code: 'project_conflict',
      });
      expect(routed('portfolio', '/control run cancel run-b', { repliedCard: card('a') })).toMatchObject({
        code: 'project_conflict',
      });
    });

    it('[I-S11] [I-018] lets a reply to the current card of one Project leave the segment out', () => {
      expect(routed('portfolio', '/control data-lifecycle hold release o h', { repliedCard: card('a') })).toMatchObject({
        outcome: 'propose',
        projectId: 'a',
        space: 'sponsor_room',
      });
      expect(routed('alone', '/control data-lifecycle hold release o h')).toMatchObject({ projectId: 'solo' });
    });

    it('[I-S12] [CT-18] [I-072] refuses a card of an older card or binding revision', () => {
      const old = (over: Partial<RepliedCard>) => routed('portfolio', 'ok', { repliedCard: card('a', over) });
      expect(old({ newestCardRevision: 2 })).toMatchObject({ code: 'stale_binding' });
      expect(old({ newestBindingRevision: 2 })).toMatchObject({ code: 'stale_binding' });
      expect(old({})).toMatchObject({ outcome: 'propose', projectId: 'a' });
    });

    it('[I-073] refuses while the room’s endpoint is not available', () => {
      const away = context('portfolio', { endpointAvailable: () => false });
      expect(preRoute(message('/control run cancel run-a'), away)).toMatchObject({ code: 'binding_unavailable' });
    });

    it('[I-020] takes the owner of the named Run or Assignment as the Project, and none from outside the room', () => {
      expect(routed('portfolio', '/control run cancel run-b')).toMatchObject({ projectId: 'b' });
      expect(routed('portfolio', '/control lease release assignment-b gone')).toMatchObject({ projectId: 'b' });
      expect(routed('portfolio', '/control run cancel run-x')).toMatchObject({ code: 'project_conflict' });
      expect(routed('portfolio', '/control portfolio p1 project solo lane 3 high c1')).toMatchObject({
        code: 'project_conflict',
      });
    });
  });

  it('[I-020] refuses in a Workroom the card of another Project', () => {
    expect(routed('a', 'ok', { repliedCard: card('b') })).toMatchObject({ code: 'project_conflict' });
  });
});

describe('taskInputOf', () => {
  const entry = (assignmentId: string, agent: string, taskKey = 't1'): ActiveAssignmentEntry => ({
    projectId: 'a',
    runId: 'run-a',
    taskKey,
    assignmentId,
    agent,
  });
  const given = (...active: readonly ActiveAssignmentEntry[]) => ({
    projectId: 'a',
    orchestrators: ['orchestrator'],
    active,
    taskStatus: 'executing' as const,
  });
  const taskCard = (over: Partial<RepliedCard> = {}) => card('a', { taskKey: 't1', ...over });

  it('[WK-11] [I-081] a reply to the card of a task with exactly one active Assignment is an exact TaskInput', () => {
    expect(taskInputOf(taskCard(), [], given(entry('one', 'executor')))).toEqual({
      outcome: 'task_input',
      target: { runId: 'run-a', taskKey: 't1', assignmentId: 'one', cardRevision: 1, disposition: 'context_proposal' },
    });
  });

  it('[WK-11] [I-S08] [I-082] a reply to the card of a past Assignment, or of a task without one, is asked back with the task’s state', () => {
    const past = taskInputOf(taskCard({ assignmentId: 'old' }), [], given(entry('one', 'executor')));
    expect(past).toEqual({ outcome: 'clarify', reasonCode: 'target_not_found', taskStatus: 'executing' });
    expect(taskInputOf(taskCard(), [], given())).toMatchObject({ reasonCode: 'target_not_found' });
  });

  it('[WK-11] [I-S07] [I-084] a mention reaches exactly one active Assignment, else it is asked back', () => {
    const mention = (...active: readonly ActiveAssignmentEntry[]) => taskInputOf(null, ['executor'], given(...active));
    expect(mention(entry('one', 'executor'), entry('two', 'other'))).toMatchObject({
      outcome: 'task_input',
      target: { assignmentId: 'one' },
    });
    expect(mention(entry('one', 'executor'), entry('two', 'executor', 't2'))).toMatchObject({ reasonCode: 'ambiguous_target' });
    expect(mention()).toMatchObject({ reasonCode: 'target_not_found' });
  });

  it('[I-083] a reply to a card of no task is asked back; [I-086] one of another Project never reaches execution', () => {
    expect(taskInputOf(card('a'), [], given(entry('one', 'executor')))).toMatchObject({ reasonCode: 'target_not_found' });
    expect(taskInputOf(card('b', { taskKey: 't1' }), [], given(entry('one', 'executor')))).toMatchObject({
      reasonCode: 'cross_project_target',
    });
  });

  it('[I-084] to name the Orchestrator is to talk to it', () => {
    expect(taskInputOf(null, ['orchestrator'], given(entry('one', 'executor')))).toEqual({ outcome: 'none' });
  });
});
