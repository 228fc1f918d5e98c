// The streams `catalog` and `space-<addressHash>`.
import { digestOf, metaOf, person, specify, system, textOf } from '#testing';
import {
  catalogDecider,
  catalogRevisionOf,
  changedProjects,
  demoDefinitions,
  peopleOf,
  readDefinitions,
  routeDigest,
  spaceDecider,
} from './index.js';
import { BOOTSTRAP_SPONSOR, BUILT_IN_AGENTS, DEMO_ADDRESS, addressKey, demoDefinition } from './index.js';
import type { CatalogEvent, ReplaceCatalog, SpaceCommand, SpaceEvent } from './index.js';

const ONE = 'a'.repeat(64);
const TWO = 'b'.repeat(64);
const definitionsRef = textOf('definitions', 'the document');

const replace = (expectedRevision: string | null, revision: string, actor = person('1')): ReplaceCatalog => ({
  type: 'replace_catalog',
  data: { operationId: 'save-1', expectedRevision, revision, definitionsRef, changedProjectIds: ['demo'] },
  meta: metaOf(actor, null, 1),
});
const replaced = (previousRevision: string | null, revision: string): CatalogEvent & { at: number } => ({
  type: 'catalog.replaced',
  data: { revision, previousRevision, definitionsRef, changedProjectIds: ['demo'], principalId: 'sandbox:1' },
  at: 1,
});

describe('catalogDecider', () => {
  const { at: _, ...first } = replaced(null, ONE);

  it('[I-125] writes revision, previous revision and a reference, never the definitions', () => {
    specify(catalogDecider).given([]).when(replace(null, ONE)).then([first]);
  });

  it('[I-100] refuses a save over another revision than the editor saw', () => {
    const given = specify(catalogDecider).given([replaced(null, ONE)]);
    given.when(replace(TWO, TWO)).thenRejected('CATALOG_REVISION_CONFLICT', { actualRevision: ONE });
    given.when(replace(null, TWO)).thenRejected('CATALOG_REVISION_CONFLICT');
    const { at: __, ...second } = replaced(ONE, TWO);
    given.when(replace(ONE, TWO)).then([second]);
  });

  it('[I-100] says nothing where nothing changed', () => {
    specify(catalogDecider)
      .given([replaced(null, ONE)])
      .when(replace(ONE, ONE))
      .thenNothing();
  });

  it('[K-043] lets no service and no agent replace the Catalog', () => {
    specify(catalogDecider)
      .given([])
      .when(replace(null, ONE, system('ingress')))
      .thenRejected('ACTOR_NOT_AUTHORIZED');
  });

  it('[K-053] gives equal definitions one revision: 64 hex digits without prefix', () => {
    const definitions = demoDefinitions('/srv/a');
    const reordered = Object.fromEntries(Object.entries(definitions['demo']!).toReversed());
    expect(catalogRevisionOf(definitions)).toMatch(/^[0-9a-f]{64}$/);
    expect(catalogRevisionOf({ demo: reordered as never })).toBe(catalogRevisionOf(definitions));
    expect(catalogRevisionOf(demoDefinitions('/srv/b'))).not.toBe(catalogRevisionOf(definitions));
    expect(changedProjects(definitions, { ...demoDefinitions('/srv/b'), other: definitions['demo']! })).toEqual([
      'demo',
      'other',
    ]);
  });
});

describe('spaceDecider', () => {
  const data = {
    space: 'workroom' as const,
    projectId: 'demo',
    endpointRef: 'sandbox:local',
    effectiveAfterConversationSequence: 4,
    catalogRevision: ONE,
  };
  const command = (type: SpaceCommand['type'], over: Partial<typeof data> = {}, actor = system('ingress')): SpaceCommand => ({
    type,
    data: { ...data, ...over },
    meta: metaOf(actor, 'demo', 1),
  });
  const bound: SpaceEvent & { at: number } = { type: 'space.bound', data: { ...data, bindingRevision: 1 }, at: 1 };

  it('[I-126] binds and releases with contiguous revisions', () => {
    const { at: _, ...event } = bound;
    specify(spaceDecider).given([]).when(command('bind_space')).then([event]);
    specify(spaceDecider)
      .given([bound])
      .when(command('release_space', { effectiveAfterConversationSequence: 9 }))
      .then([{ type: 'space.released', data: { ...data, effectiveAfterConversationSequence: 9, bindingRevision: 2 } }]);
  });

  it('[I-004] says nothing again of what already holds', () => {
    specify(spaceDecider).given([bound]).when(command('bind_space')).thenNothing();
    specify(spaceDecider).given([]).when(command('release_space')).thenNothing();
  });

  it('[I-004] refuses an anchor that lies before the last one', () => {
    specify(spaceDecider)
      .given([bound])
      .when(command('bind_space', { effectiveAfterConversationSequence: 3 }))
      .thenRejected('VALUE_INVALID');
  });

  it('[I-006] refuses a second Project, and a Sponsor Room, on an ordinary address', () => {
    specify(spaceDecider)
      .given([bound])
      .when(command('bind_space', { projectId: 'other' }))
      .thenRejected('CATALOG_INVALID');
    specify(spaceDecider)
      .given([bound])
      .when({ ...command('bind_space'), data: { ...data, projectId: 'other', space: 'sponsor_room' } } as SpaceCommand)
      .thenRejected('CATALOG_INVALID');
  });

  it('[K-043] is for the ingress service alone', () => {
    specify(spaceDecider)
      .given([])
      .when(command('bind_space', {}, person('1')))
      .thenRejected('ACTOR_NOT_AUTHORIZED');
  });
});

describe('peopleOf', () => {
  const definition = {
    ...demoDefinition('/srv/a'),
    sponsors: ['owner:10001', 'owner:github:7', 'workroom-admin'],
    conversation: { ...demoDefinition('/srv/a').conversation!, adapter: 'telegram' },
  };

  it('[I-022] reads an unqualified id on the conversation’s adapter, so that equal numbers on two platforms never meet', () => {
    const people = peopleOf(definition, []);
    expect(people.sponsors).toEqual(['telegram:10001', 'github:7', 'workroom-admin']);
    expect(people.isSponsor('telegram:10001')).toBe(true);
    expect(people.isSponsor('github:10001')).toBe(false);
    expect(people.isSponsor('owner:10001')).toBe(false);
  });

  it('[K-243] compares people through identity.links; the first id of a group names the person', () => {
    const people = peopleOf(definition, [['workroom-admin', 'owner:55', 'owner:github:9']]);
    expect(people.isSponsor('telegram:55')).toBe(true);
    expect(people.samePerson('github:9', 'telegram:55')).toBe(true);
    expect(people.personOf('github:9')).toBe('workroom-admin');
    expect(people.linkedIds('github:9')).toEqual(['github:9', 'telegram:55', 'workroom-admin']);
    expect(people.samePerson('github:7', 'workroom-admin')).toBe(false);
  });

  it('[D-34] holds solo separation only while exactly one human is Sponsor', () => {
    const solo = { ...definition, separation: 'solo' as const };
    expect(peopleOf(solo, []).separation).toBe('strict');
    expect(peopleOf({ ...solo, sponsors: ['owner:1'] }, []).separation).toBe('solo');
    expect(peopleOf({ ...solo, sponsors: [] }, []).separation).toBe('strict');
    const linked = [['workroom-admin', 'owner:10001', 'owner:github:7']];
    expect(peopleOf(solo, linked).separation).toBe('solo');
  });
});

describe('the demo Project', () => {
  it('[D-07] is a valid definition of the Sandbox room with one Sponsor in solo separation', () => {
    const definition = demoDefinition('/srv/a');
    const context = {
      agents: new Set(BUILT_IN_AGENTS),
      endpoints: new Set(['sandbox:local']),
      links: [],
      agentPrincipals: new Set<string>(),
    };
    expect(readDefinitions({ demo: definition }, context)).toEqual({ demo: definition });
    expect(addressKey(definition.conversation!)).toBe(DEMO_ADDRESS);
    expect(peopleOf(definition, [])).toMatchObject({ sponsors: [BOOTSTRAP_SPONSOR], separation: 'solo' });
  });

  it('[I-093] gives another route digest once a route, a role or the membership changes', () => {
    const definition = demoDefinition('/srv/a');
    const remote = { kind: 'remote' as const, endpointId: 'a2a-1' };
    const changed = definition.members.map((one) => (one.agent === 'executor' ? { ...one, assignmentRoute: remote } : one));
    const before = routeDigest(definition, 'executor');
    expect(routeDigest({ ...definition, name: 'Other' }, 'executor')).toBe(before);
    expect(routeDigest({ ...definition, members: changed }, 'executor')).not.toBe(before);
    expect(routeDigest({ ...definition, members: definition.members.slice(0, 1) }, 'executor')).not.toBe(before);
    expect(before).toMatch(/^sha256:/);
    expect(digestOf('x')).not.toBe(before);
  });
});
