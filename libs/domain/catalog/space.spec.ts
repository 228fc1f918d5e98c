// Which space an address is, which endpoint accepts a message, and how binding history follows the Catalog.
import * as fc from 'fast-check';
import { fold } from '#testing';
import { acceptingEndpoint, addressKey, demoDefinition, settleSpace, spaceDecider, SpaceIndex } from './index.js';
import type { Address, Definitions, SpaceEvent, SpaceState, WorkroomDefinition } from './index.js';

const base = demoDefinition('/srv/repository');
const room = base.conversation!;
const define = (projectId: string, over: Partial<WorkroomDefinition>): WorkroomDefinition => ({ ...base, projectId, ...over });

const member = { agent: 'reviewer', role: 'reviewer' as const, assignmentRoute: { kind: 'local' as const } };
const support = define('support', {
  conversation: { ...room, adapter: 'telegram', endpoint: 'main', id: '1' },
  sponsorConversation: { ...room, adapter: 'telegram', endpoint: 'main', id: 'sponsors' },
  members: [...base.members.slice(0, 2), { ...member, messageRoute: { adapter: 'telegram', endpoint: 'reviewer-bot' } }],
});
const shop = define('shop', {
  conversation: { ...room, adapter: 'github', endpoint: 'app', kind: 'repository', id: 'acme/shop', repositoryId: '42' },
  sponsorConversation: { ...room, adapter: 'telegram', endpoint: 'main', id: 'sponsors' },
});
const definitions: Definitions = { support, shop };
const index = new SpaceIndex(definitions);

const telegram = (id: string, endpoint = 'main'): Address => ({ adapter: 'telegram', endpoint, kind: 'group', id });
const thread = (name: string, repositoryId: string): Address => ({
  adapter: 'github',
  endpoint: 'app',
  kind: 'channel',
  id: `${name}/issues/7`,
  parent: { adapter: 'github', endpoint: 'app', kind: 'repository', id: name, repositoryId },
});

describe('SpaceIndex', () => {
  it('[I-001] takes every unbound and every private address as chat', () => {
    const bound = new Set(['telegram:main:group:1', 'telegram:reviewer-bot:group:1', 'telegram:main:group:sponsors']);
    fc.assert(
      fc.property(fc.constantFrom('main', 'reviewer-bot', 'x'), fc.string({ maxLength: 8 }), (endpoint, id) => {
        const address = telegram(id, endpoint);
        expect(index.resolve(address).space === 'chat').toBe(!bound.has(addressKey(address)));
        expect(index.resolve({ ...address, kind: 'private' }).space).toBe('chat');
      }),
    );
  });

  it('[I-002] resolves from the Catalog alone: a disabled Workroom is chat', () => {
    expect(index.resolve(telegram('1'))).toMatchObject({ space: 'workroom', projectId: 'support' });
    const off = new SpaceIndex({ support: { ...support, enabled: false } });
    expect(off.resolve(telegram('1')).space).toBe('chat');
    expect(off.resolve(telegram('sponsors')).space).toBe('chat');
  });

  it('[CT-10] [I-007] lets what a member’s own bot hears in the group join the one Workroom', () => {
    const heardByMain = index.resolve(telegram('1'));
    expect(index.resolve(telegram('1', 'reviewer-bot'))).toEqual(heardByMain);
    expect(index.resolve(telegram('2', 'reviewer-bot')).space).toBe('chat');
  });

  it('[I-009] matches repositories by number: every thread joins, a stranger under the old name does not', () => {
    expect(index.resolve(thread('acme/shop', '42'))).toMatchObject({ space: 'workroom', projectId: 'shop' });
    expect(index.resolve(thread('acme/renamed', '42'))).toMatchObject({ projectId: 'shop' });
    expect(index.resolve(thread('acme/shop', '43')).space).toBe('chat');
  });

  it('[D-96] matches a definition by name only until its number is known', () => {
    const unresolved = { ...shop, conversation: { ...shop.conversation!, repositoryId: null } };
    const found = new SpaceIndex({ shop: unresolved });
    expect(found.resolve(thread('Acme/Shop', '42'))).toMatchObject({ space: 'workroom', projectId: 'shop' });
    expect(found.resolve(thread('acme/other', '42')).space).toBe('chat');
  });

  it('[CT-16] [I-102] lets Projects share a Sponsor Room, each apart', () => {
    expect(index.resolve(telegram('sponsors'))).toMatchObject({ space: 'sponsor_room', projectIds: ['shop', 'support'] });
  });
});

describe('acceptingEndpoint', () => {
  const space = index.resolve(telegram('1')) as Exclude<ReturnType<SpaceIndex['resolve']>, { space: 'chat' }>;

  it('[I-007] is the primary endpoint, or that of the one mentioned member who has its own', () => {
    expect(acceptingEndpoint(space, definitions, [])).toBe('telegram:main');
    expect(acceptingEndpoint(space, definitions, ['executor'])).toBe('telegram:main');
    expect(acceptingEndpoint(space, definitions, ['reviewer'])).toBe('telegram:reviewer-bot');
    expect(acceptingEndpoint(space, definitions, ['reviewer', 'executor'])).toBe('telegram:reviewer-bot');
  });
});

describe('settleSpace', () => {
  const REVISION = 'a'.repeat(64);
  const workroom = index.resolve(telegram('1'));
  const chat = { space: 'chat' } as const;

  const after = (state: SpaceState, space: typeof workroom, sequence: number) => {
    const { changes, reading } = settleSpace(state, space, definitions, REVISION, sequence);
    const events = changes.map(({ type, data }, place): SpaceEvent & { at: number } => ({
      type: type === 'bind_space' ? 'space.bound' : 'space.released',
      data: { ...data, bindingRevision: state.bindingRevision + place + 1 },
      at: sequence,
    }));
    return { changes, reading, state: events.reduce(spaceDecider.evolve, state) };
  };

  it('[I-004] entering anchors before the message, which is read; leaving anchors at it, and it is consumed', () => {
    const entered = after(spaceDecider.initial, workroom, 5);
    expect(entered.reading).toBe('read');
    expect(entered.state).toMatchObject({ anchor: 4, bindingRevision: 1 });
    const stayed = after(entered.state, workroom, 6);
    expect(stayed).toMatchObject({ changes: [], reading: 'read' });
    const left = after(stayed.state, chat, 7);
    expect(left.reading).toBe('consumed');
    expect(left.state).toMatchObject({ anchor: 7, bindingRevision: 2, bindings: [] });
    expect(after(left.state, chat, 8)).toMatchObject({ changes: [], reading: 'read' });
  });

  it('[I-005] ignores a late message at or before an anchor under every space', () => {
    const { state } = after(spaceDecider.initial, workroom, 5);
    expect(after(state, workroom, 4).reading).toBe('late');
    expect(after(state, chat, 4)).toMatchObject({ reading: 'late', changes: [] });
    expect(after(state, workroom, 5).reading).toBe('read');
  });

  it('[I-004] keeps contiguous revisions and rising anchors, whatever order messages and saves come in', () => {
    const step = fc.record({ bound: fc.boolean(), sequence: fc.integer({ min: 1, max: 30 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let state = fold(spaceDecider as never, []) as SpaceState;
        for (const { bound, sequence } of steps) {
          const next = after(state, bound ? workroom : chat, sequence);
          expect(next.state.bindingRevision).toBe(state.bindingRevision + next.changes.length);
          expect(next.state.anchor).toBeGreaterThanOrEqual(state.anchor);
          state = next.state;
        }
      }),
    );
  });

  it('[I-102] binds a shared Sponsor Room once for each Project', () => {
    const { changes } = after(spaceDecider.initial, index.resolve(telegram('sponsors')), 1);
    expect(changes.map(({ data }) => [data.space, data.projectId])).toEqual([
      ['sponsor_room', 'shop'],
      ['sponsor_room', 'support'],
    ]);
  });
});
