// What a Workroom definition may say, and what the Catalog refuses, by path.
import { problemsOf, readDefinitions } from './index.js';
import type { CatalogContext } from './index.js';

const context: CatalogContext = {
  agents: new Set(['zhin', 'support', 'reviewer', 'helper']),
  endpoints: new Set(['telegram:support-bot', 'icqq:reviewer-bot']),
  links: [],
  agentPrincipals: new Set(['telegram:777']),
};

const conversation = { adapter: 'telegram', endpoint: 'support-bot', kind: 'group', id: '10001', agent: 'zhin' };
const support = {
  name: 'Customer Support',
  enabled: true,
  members: [
    { agent: 'zhin', role: 'orchestrator' },
    { agent: 'support', role: 'executor' },
    { agent: 'reviewer', role: 'reviewer' },
  ],
  sponsors: ['owner:1', 'workroom-admin'],
  conversation,
};

const pathsOf = (over: object, base: object = support): readonly string[] =>
  problemsOf({ support: { ...base, ...over } }, context).problems.map(({ path }) => path);

describe('readDefinitions', () => {
  it('[CT-04] takes the documented fields and fills in what was left out', () => {
    expect(readDefinitions({ support: { ...support, projectId: 'support' } }, context)).toEqual({
      support: {
        projectId: 'support',
        name: 'Customer Support',
        description: '',
        enabled: true,
        separation: 'strict',
        members: support.members.map((member) => ({ ...member, assignmentRoute: { kind: 'local' }, messageRoute: null })),
        sponsors: ['owner:1', 'workroom-admin'],
        conversation: { ...conversation, repositoryId: null, audience: { maxConfidentiality: 'project_internal' } },
        sponsorConversation: null,
        workspace: null,
        sourceChangePolicy: { edited: 'amend', deleted: 'withdraw' },
      },
    });
  });

  it.each([
    ['an unknown field', { autoApprove: true }, '/support/autoApprove'],
    ['a projectId that is not the key of its record', { projectId: 'other' }, '/support/projectId'],
    [
      'an unknown field of a member',
      { members: [{ agent: 'zhin', role: 'orchestrator', tools: [] }] },
      '/support/members/0/tools',
    ],
    ['an unknown field of a conversation', { conversation: { ...conversation, token: 'x' } }, '/support/conversation/token'],
  ])('[CT-04] [I-091] refuses %s', (_, over, path) => {
    expect(pathsOf(over)).toEqual([path]);
  });

  it('[I-091] answers CATALOG_INVALID with every path at once', () => {
    const broken = { ...support, name: '', members: [{ agent: 'zhin', role: 'boss' }], enabled: 'yes' };
    expect(() => readDefinitions({ support: broken }, context)).toThrow(
      expect.objectContaining({
        code: 'CATALOG_INVALID',
        details: {
          problems: ['/support/name', '/support/enabled', '/support/members/0/role'].map((path) =>
            expect.objectContaining({ path }),
          ),
        },
      }) as Error,
    );
  });

  it('[CT-05] refuses a member that is not in ai.agents, and an agent with two roles', () => {
    const ghost = [...support.members, { agent: 'ghost', role: 'executor' }];
    const doubled = [...support.members, { agent: 'support', role: 'reviewer' }];
    expect(pathsOf({ members: ghost })).toEqual(['/support/members/3/agent']);
    expect(pathsOf({ members: doubled })).toEqual(['/support/members/3/agent']);
  });

  it('[CT-06] knows the four member roles and no other', () => {
    const roles = ['orchestrator', 'executor', 'reviewer', 'integration'].map((role, index) => ({
      agent: ['zhin', 'support', 'reviewer', 'helper'][index],
      role,
    }));
    expect(pathsOf({ members: roles })).toEqual([]);
    expect(pathsOf({ members: [support.members[0], { agent: 'support', role: 'worker' }] })).toEqual(['/support/members/1/role']);
  });

  it('[CT-07] pins a remote route to one endpoint, and takes a left-out route as local', () => {
    const routed = (assignmentRoute: object) =>
      pathsOf({ members: [support.members[0], { agent: 'support', role: 'executor', assignmentRoute }] });
    expect(routed({ kind: 'remote', endpointId: 'a2a-1' })).toEqual([]);
    expect(routed({ kind: 'remote' })).toEqual(['/support/members/1/assignmentRoute/endpointId']);
    expect(routed({ kind: 'local', endpointId: 'a2a-1' })).toEqual(['/support/members/1/assignmentRoute/endpointId']);
  });

  it('[CT-09] [I-094] takes a message route to a known endpoint, one a member', () => {
    const bot = { adapter: 'icqq', endpoint: 'reviewer-bot' };
    const routed = (agent: string, role: string, messageRoute: object) => ({ agent, role, messageRoute });
    expect(pathsOf({ members: [support.members[0], routed('reviewer', 'reviewer', bot)] })).toEqual([]);
    expect(pathsOf({ members: [support.members[0], routed('reviewer', 'reviewer', { ...bot, endpoint: 'nobody' })] })).toEqual([
      '/support/members/1/messageRoute',
    ]);
    expect(
      pathsOf({ members: [support.members[0], routed('support', 'executor', bot), routed('reviewer', 'reviewer', bot)] }),
    ).toEqual(['/support/members/2/messageRoute']);
  });

  it('[CT-12] refuses a repository as Sponsor Room', () => {
    const room = { adapter: 'github', endpoint: 'app', kind: 'repository', id: 'acme/site', agent: 'zhin' };
    expect(pathsOf({ sponsorConversation: room })).toEqual(['/support/sponsorConversation/kind']);
    expect(pathsOf({ conversation: room })).toEqual([]);
  });

  it('[CT-13] [I-S18] refuses the sample whose conversation.agent is an executor', () => {
    const sample = { ...support, conversation: { ...conversation, agent: 'support' } };
    expect(() => readDefinitions({ support: sample }, context)).toThrow(/conversation\/agent names support/);
    expect(pathsOf({ sponsorConversation: { ...conversation, id: '2', agent: 'reviewer' } })).toEqual([
      '/support/sponsorConversation/agent',
    ]);
  });

  it('[CT-14] [I-096] enables only with an orchestrator and a conversation', () => {
    expect(pathsOf({ members: [{ agent: 'support', role: 'executor' }], conversation: null })).toEqual([
      '/support/members',
      '/support/conversation',
    ]);
    expect(pathsOf({ enabled: false, members: [], conversation: null })).toEqual([]);
  });

  it('[CT-15] [I-006] lets no ordinary address serve two Projects or be a Sponsor Room', () => {
    const problems = (other: object) =>
      problemsOf({ support, other: { ...support, ...other } }, context).problems.map(({ path }) => path);
    expect(problems({})).toEqual(['/other/conversation']);
    expect(problems({ conversation: { ...conversation, id: '2' }, sponsorConversation: conversation })).toEqual([
      '/other/sponsorConversation',
    ]);
    expect(problems({ conversation: { ...conversation, id: '2' }, sponsorConversation: { ...conversation, id: '3' } })).toEqual(
      [],
    );
  });

  it('[I-006] counts the group as a member’s own bot hears it as the same address', () => {
    const member = { agent: 'reviewer', role: 'reviewer', messageRoute: { adapter: 'icqq', endpoint: 'reviewer-bot' } };
    const routed = { ...support, members: [support.members[0], member] };
    const other = { ...support, conversation: { ...conversation, adapter: 'icqq', endpoint: 'reviewer-bot' } };
    expect(problemsOf({ support: routed, other }, context).problems.map(({ path }) => path)).toEqual(['/other/conversation']);
  });

  it('[I-099] compares repositories by number, names without case', () => {
    const repository = (id: string, repositoryId?: string) => ({
      ...support,
      conversation: {
        adapter: 'github',
        endpoint: 'app',
        kind: 'repository',
        id,
        agent: 'zhin',
        ...(repositoryId ? { repositoryId } : {}),
      },
    });
    const collide = (one: object, other: object) => problemsOf({ one, other }, context).problems.length;
    expect(collide(repository('Acme/Site'), repository('acme/site'))).toBe(1);
    expect(collide(repository('acme/site', '7'), repository('acme/renamed', '7'))).toBe(1);
    expect(collide(repository('acme/site', '7'), repository('acme/other', '8'))).toBe(0);
  });

  it('[I-098] refuses the identity of an agent as Sponsor, and one Sponsor twice', () => {
    expect(pathsOf({ sponsors: ['agent:support'] })).toEqual(['/support/sponsors/0']);
    expect(pathsOf({ sponsors: ['owner:777'] })).toEqual(['/support/sponsors/0']);
    expect(pathsOf({ sponsors: ['owner:1', 'owner:telegram:1'] })).toEqual(['/support/sponsors/1']);
  });

  it('[D-03] allows solo separation with exactly one Sponsor', () => {
    expect(pathsOf({ separation: 'solo', sponsors: ['owner:1'] })).toEqual([]);
    expect(pathsOf({ separation: 'solo' })).toEqual(['/support/separation']);
    expect(pathsOf({ separation: 'solo', sponsors: [] })).toEqual(['/support/separation']);
    const linked = { ...context, links: [['owner:1', 'workroom-admin']] };
    expect(problemsOf({ support: { ...support, separation: 'solo' } }, linked).problems).toEqual([]);
  });

  it.each([
    ['a path and a url', { kind: 'git', path: '/srv/a', url: 'https://git.example/a' }, '/support/workspace'],
    ['neither', { kind: 'git' }, '/support/workspace'],
    ['a path that reads as an option', { kind: 'git', path: '--upload-pack=x' }, '/support/workspace/path'],
    ['a url of a scheme that runs commands', { kind: 'git', url: 'ext::sh -c id' }, '/support/workspace/url'],
    ['a baseRef that reads as an option', { kind: 'git', path: '/srv/a', baseRef: '-x' }, '/support/workspace/baseRef'],
    ['a range as baseRef', { kind: 'git', path: '/srv/a', baseRef: 'a..b' }, '/support/workspace/baseRef'],
  ])('[D-81] refuses a workspace with %s', (_, workspace, path) => {
    expect(pathsOf({ workspace })).toEqual([path]);
  });

  it('[D-81] takes a workspace by path or url', () => {
    expect(pathsOf({ workspace: { kind: 'git', path: '/srv/my repo' } })).toEqual([]);
    expect(pathsOf({ workspace: { kind: 'git', url: 'https://git.example/a.git', baseRef: 'release/1.x' } })).toEqual([]);
  });

  it('[I-091] refuses a document that is no map of definitions', () => {
    expect(problemsOf([support], context).problems).toEqual([{ path: '/', problem: 'must be an object' }]);
    expect(problemsOf(JSON.parse('{"__proto__": {}}'), context).problems.map(({ path }) => path)).toContain('/__proto__');
  });
});
