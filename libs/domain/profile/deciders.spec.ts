// Packs, Profiles, policies: what initialize publishes, once each, and how the registry refuses.
import { agent, digestOf, metaOf, person, specify, system, textOf } from '#testing';
import type { Actor } from '#domain/kernel';
import { demoDefinition } from '#domain/catalog';
import {
  capabilitySnapshot,
  compileProfile,
  defaultPlanningPolicy,
  initializeCommands,
  OPEN_OVERLAY,
  packDecider,
  packRef,
  prepareInitialization,
  profileDecider,
  READ_ONLY_RISK,
  maxRisk,
  WORKTREE_RISK,
} from './index.js';
import type {
  InitializeInputs,
  PackEvent,
  PackManifest,
  ProfileCommand,
  ProfileEvent,
  PublishPack,
  ToolDeclaration,
} from './index.js';

const definition = demoDefinition('/srv/repository');
const everything = { tools: ['read_file', 'bash'], skills: ['audit'], integrations: [], authorities: [] };
const tool = (id: string, over: Partial<ToolDeclaration> = {}): ToolDeclaration => ({
  id,
  digest: digestOf(id),
  risk: READ_ONLY_RISK,
  policyIdentity: id,
  ...over,
});
const inputs: InitializeInputs = {
  operationId: 'initialize-1',
  definition,
  principalId: 'sandbox:1',
  authority: { isSponsor: true, isTrustedPublisher: true },
  tools: [tool('read_file'), tool('bash', { policyIdentity: 'shell:bash', risk: WORKTREE_RISK })],
  skills: [{ id: 'audit', digest: digestOf('audit'), requiresTools: ['read_file'] }],
  agents: ['orchestrator', 'executor', 'reviewer', 'stranger'].map((name) => ({
    agent: name,
    digest: digestOf(name),
    ceiling: everything,
  })),
  workflows: [],
  overlay: OPEN_OVERLAY,
  options: {},
  generation: 1,
};
const refs = { manifest: textOf('manifestRef', 'm'), overlay: textOf('overlayRef', 'o'), policy: textOf('policyRef', 'p') };
const fresh = profileDecider.initial;
const prepared = prepareInitialization(inputs);
const commands = initializeCommands(inputs, prepared, refs, fresh);

const sent = (type: ProfileCommand['type'], data: object, actor: Actor = person('1')) =>
  ({ type, data, meta: metaOf(actor, 'demo', 1) }) as ProfileCommand;
const publishPack = (data: PublishPack['data'], actor: Actor = person('1')): PublishPack => ({
  type: 'publish_pack',
  data,
  meta: metaOf(actor, null, 1),
});
const at = (...events: readonly (PackEvent | ProfileEvent)[]) => events.map((event) => ({ ...event, at: 1 })) as never;

const pack = packRef(prepared.pack);
const packed: PackEvent = {
  type: 'pack.published',
  data: {
    operationId: 'initialize-1:pack',
    packId: 'workroom:demo:bootstrap',
    version: '1.0.0',
    digest: pack.digest,
    kind: 'domain',
    publisherPrincipalId: 'sandbox:1',
    manifestRef: refs.manifest,
  },
};
const registered: ProfileEvent = {
  type: 'profile.revision_registered',
  data: {
    operationId: 'initialize-1:profile',
    profileRevisionId: 'profile:demo:bootstrap:1',
    digest: prepared.profile.digest,
    charterRevision: 'charter:demo:bootstrap:1',
    packs: [pack],
    overlayRef: refs.overlay,
    provenance: { source: 'sponsor_decision', ref: 'initialize-1', principalId: 'sandbox:1' },
    governanceRoute: 'sponsor',
    registryRevision: 0,
  },
};
const activated: ProfileEvent = {
  type: 'profile.revision_activated',
  data: {
    operationId: 'initialize-1:profile',
    profileRevisionId: 'profile:demo:bootstrap:1',
    digest: prepared.profile.digest,
    authorizedBy: 'sandbox:1',
    registryRevision: 1,
  },
};
const ruled: ProfileEvent = {
  type: 'profile.policy_published',
  data: {
    operationId: 'initialize-1:policy',
    profileRevisionId: 'profile:demo:bootstrap:1',
    policyRevisionId: 'planning:demo:1',
    digest: prepared.policy.digest,
    policyRef: refs.policy,
  },
};

describe('initialize', () => {
  it('[EN-07] [W-095] publishes pack, active Profile and policy, one fact each, with the ids of the first bootstrap', () => {
    specify(packDecider).given([]).when(publishPack(commands.publishPack)).then([packed]);
    specify(profileDecider).given([]).when(sent('publish_profile', commands.publishProfile)).then([registered, activated]);
    specify(profileDecider).given(at(registered, activated)).when(sent('publish_policy', commands.publishPolicy)).then([ruled]);
    expect(commands.authorityOperationId).toBe('initialize-1:authority');
  });

  it('[W-S19] [EN-07] a repeat after a crash at any step has the same keys and digests, whatever the registry became', () => {
    const registry = { registryRevision: 2, active: activated.data, policy: ruled.data } as never;
    const again = initializeCommands(inputs, prepareInitialization(inputs), refs, registry);
    const keys = (made: typeof commands) => [
      packDecider.operation(publishPack(made.publishPack)),
      profileDecider.operation(sent('publish_profile', made.publishProfile)),
      profileDecider.operation(sent('publish_policy', made.publishPolicy)),
    ];
    expect(keys(again)).toEqual(keys(commands));
    expect(new Set(keys(commands).map(({ key }) => key)).size).toBe(3);
  });

  it('[W-S19] another initialize over what already stands writes nothing twice', () => {
    const other = initializeCommands({ ...inputs, operationId: 'initialize-2' }, prepared, refs, {
      ...fresh,
      registryRevision: 1,
    });
    specify(packDecider).given(at(packed)).when(publishPack(other.publishPack)).thenNothing();
    const given = specify(profileDecider).given(at(registered, activated, ruled));
    given.when(sent('publish_profile', other.publishProfile)).thenNothing();
    given.when(sent('publish_policy', other.publishPolicy)).thenNothing();
    specify(profileDecider)
      .given(at(registered))
      .when(sent('publish_profile', { ...other.publishProfile, expectedRegistryRevision: 0 }))
      .then([{ ...activated, data: { ...activated.data, operationId: 'initialize-2:profile' } }] as never);
  });

  it('[W-075] builds the pack out of the members’ true digests; a newer version needs a new generation', () => {
    expect(prepared.pack.agents.map(({ agent: name }) => name)).toEqual(['orchestrator', 'executor', 'reviewer']);
    const newer = { ...inputs, tools: [tool('read_file', { digest: digestOf('read_file 2') })] };
    const same = initializeCommands(newer, prepareInitialization(newer), refs, fresh);
    specify(packDecider).given(at(packed)).when(publishPack(same.publishPack)).thenRejected('PACK_CONFLICT');
    const next = prepareInitialization({ ...newer, generation: 2 });
    expect(next.pack.version).toBe('2.0.0');
    expect(next.profile.profileRevisionId).toBe('profile:demo:bootstrap:2');
    const state = { registryRevision: 1, active: activated.data, policy: ruled.data } as never;
    expect(initializeCommands(newer, next, refs, state)).toMatchObject({
      publishProfile: { parentRevisionId: 'profile:demo:bootstrap:1', expectedRegistryRevision: 1 },
      publishPolicy: { expectedPreviousDigest: prepared.policy.digest, policyRevisionId: 'planning:demo:2' },
    });
  });

  it.each([
    ['an agent', agent('orchestrator', 'orchestrator'), inputs.authority, 'ACTOR_NOT_AUTHORIZED'],
    ['a service', system('ingress'), inputs.authority, 'ACTOR_NOT_AUTHORIZED'],
    ['a person who is no Sponsor', person('2'), { isSponsor: false, isTrustedPublisher: true }, 'NOT_PROJECT_SPONSOR'],
    [
      'a Sponsor who is no trusted publisher',
      person('2'),
      { isSponsor: true, isTrustedPublisher: false },
      'NOT_TRUSTED_PUBLISHER',
    ],
  ])('[W-094] [F-GV-07] refuses %s', (_, actor, authority, code) => {
    specify(packDecider)
      .given([])
      .when(publishPack({ ...commands.publishPack, authority }, actor))
      .thenRejected(code);
    specify(profileDecider)
      .given([])
      .when(sent('publish_profile', { ...commands.publishProfile, authority }, actor))
      .thenRejected(code);
  });
});

describe('the registry', () => {
  it('[W-084] compares the revision that the writer saw', () => {
    const late = { ...commands.publishProfile, profileRevisionId: 'profile:demo:2' };
    specify(profileDecider)
      .given(at(registered, activated))
      .when(sent('publish_profile', late))
      .thenRejected('PROFILE_REVISION_STALE', { actualRegistryRevision: 1 });
    specify(profileDecider)
      .given(at(registered, activated, ruled))
      .when(sent('publish_policy', { ...commands.publishPolicy, digest: digestOf('other') }))
      .thenRejected('PROFILE_REVISION_STALE');
  });

  it('[W-083] a rollback is a new revision that names the restored one', () => {
    const rollback = {
      ...commands.publishProfile,
      operationId: 'rollback-1',
      expectedRegistryRevision: 1,
      profileRevisionId: 'profile:demo:2',
      restoredFromRevisionId: 'profile:demo:bootstrap:1',
      activate: false,
    };
    const { data } = registered;
    const expected = {
      ...data,
      operationId: 'rollback-1',
      profileRevisionId: 'profile:demo:2',
      restoredFromRevisionId: 'profile:demo:bootstrap:1',
      registryRevision: 2,
    };
    const given = specify(profileDecider).given(at(registered, activated));
    given.when(sent('publish_profile', rollback)).then([{ type: 'profile.revision_registered', data: expected as never }]);
    given.when(sent('publish_profile', { ...rollback, restoredFromRevisionId: 'nothing' })).thenRejected('VALUE_INVALID');
  });

  it('[W-081] activates what is registered, and nothing else', () => {
    const activate = {
      operationId: 'a',
      expectedRegistryRevision: 0,
      profileRevisionId: 'profile:demo:bootstrap:1',
      authority: inputs.authority,
    };
    specify(profileDecider)
      .given(at(registered))
      .when(sent('activate_profile', activate))
      .then([{ ...activated, data: { ...activated.data, operationId: 'a' } }] as never);
    specify(profileDecider)
      .given(at(registered))
      .when(sent('activate_profile', { ...activate, profileRevisionId: 'x' }))
      .thenRejected('VALUE_INVALID');
  });

  it('[K-042] refuses a command without a Project', () => {
    const { type, data } = sent('publish_policy', commands.publishPolicy);
    specify(profileDecider)
      .given([])
      .when({ type, data, meta: metaOf(person('1'), null, 1) } as ProfileCommand)
      .thenRejected('CONTROL_SCOPE_NOT_EXACT');
  });
});

describe('compileProfile', () => {
  const source = (packs: readonly PackManifest[], overlay = OPEN_OVERLAY) =>
    compileProfile({ projectId: 'demo', profileRevisionId: 'p1', charterRevision: 'c1', packs, overlay });
  const more: PackManifest = { ...prepared.pack, packId: 'extra', tools: [tool('read_file'), tool('lint')] };

  it('[W-076] takes one id from two packs once when digests agree, and refuses it otherwise, in either order', () => {
    expect(source([prepared.pack, more]).tools.map(({ id }) => id)).toEqual(['bash', 'lint', 'read_file']);
    expect(source([more, prepared.pack]).digest).toBe(source([prepared.pack, more]).digest);
    const other = { ...more, tools: [tool('read_file', { digest: digestOf('another') })] };
    for (const packs of [
      [prepared.pack, other],
      [other, prepared.pack],
    ]) {
      expect(() => source(packs)).toThrow(expect.objectContaining({ code: 'PROFILE_CONFLICT' }) as Error);
    }
  });

  it('[W-078] stops at a required workflow that nobody can do, and lists an optional one with its reason', () => {
    const workflow = (required: boolean) => ({
      ...{ id: 'deploying', version: '1.0.0', digest: digestOf('w'), required },
      requires: { tools: ['deploy'], skills: [], integrations: [], authorities: [] },
    });
    expect(() => source([{ ...more, workflows: [workflow(true)] }])).toThrow(
      expect.objectContaining({ code: 'PROFILE_CONFLICT' }) as Error,
    );
    expect(source([{ ...more, workflows: [workflow(false)] }])).toMatchObject({
      workflows: [],
      unavailableWorkflows: [{ id: 'deploying', reason: 'no_able_agent' }],
    });
  });
});

describe('capability snapshots', () => {
  const allow = { ...OPEN_OVERLAY, toolRules: [{ identity: 'shell:bash', effect: 'allow', scope: 'workspace' } as const] };
  const profileWith = (overlay = OPEN_OVERLAY) => compileProfile({ ...prepared.profile, packs: [prepared.pack], overlay });
  const given = (over: object = {}) => ({
    available: { tools: inputs.tools, skills: inputs.skills },
    profile: profileWith(allow),
    agent: inputs.agents[1]!,
    requires: { tools: ['bash'], skills: ['audit'], integrations: [], authorities: [] },
    ...over,
  });

  it('[W-013] is what exists, is enabled, may be held, is needed and is allowed, and no more', () => {
    const result = capabilitySnapshot(given());
    expect(result).toMatchObject({
      outcome: 'complete',
      snapshot: { tools: [{ id: 'bash' }, { id: 'read_file' }], skills: [{ id: 'audit' }] },
    });
    expect(capabilitySnapshot(given({ requires: { tools: [], skills: [], integrations: [], authorities: [] } }))).toMatchObject({
      snapshot: { tools: [], risk: READ_ONLY_RISK },
    });
  });

  it.each([
    ['not available in this version', { available: { tools: inputs.tools.slice(0, 1), skills: inputs.skills } }],
    [
      'available as another thing',
      {
        available: {
          tools: [inputs.tools[0]!, tool('bash')].map((one) => ({
            ...one,
            digest: one.id === 'bash' ? digestOf('new') : one.digest,
          })),
          skills: inputs.skills,
        },
      },
    ],
    ['not enabled in the Profile', { profile: profileWith({ ...allow, tools: ['read_file'] } as never) }],
    ['above the agent’s ceiling', { agent: { ...inputs.agents[1]!, ceiling: { ...everything, tools: ['read_file'] } } }],
    ['denied by the shipped rule', { profile: profileWith() }],
    [
      'denied by a rule beside an allow',
      {
        profile: profileWith({
          ...allow,
          toolRules: [...allow.toolRules, { identity: 'shell:bash', effect: 'deny', scope: null }],
        } as never),
      },
    ],
  ])('[W-014] a tool that is %s is missing, and nothing is widened', (_, over) => {
    expect(capabilitySnapshot(given(over))).toEqual({ outcome: 'missing', missing: ['tool:bash'] });
  });

  it('[W-014] an integration or authority needs both the Profile and the agent’s ceiling', () => {
    const requires = { tools: [], skills: [], integrations: ['github'], authorities: ['production'] };
    const open = { ...profileWith(allow), integrations: ['github'], authorities: ['production'] };
    const able = { ...inputs.agents[1]!, ceiling: { ...everything, integrations: ['github'], authorities: ['production'] } };
    const missing = { outcome: 'missing', missing: ['integration:github', 'authority:production'] };
    expect(capabilitySnapshot(given({ requires, profile: open, agent: able }))).toMatchObject({
      snapshot: { integrations: ['github'], authorities: ['production'] },
    });
    expect(capabilitySnapshot(given({ requires, profile: open }))).toEqual(missing);
    expect(capabilitySnapshot(given({ requires, agent: able }))).toEqual(missing);
  });

  it('[W-013] never holds spawn_task', () => {
    const spawn = tool('spawn_task');
    const packed = { ...prepared.pack, tools: [...prepared.pack.tools, spawn] };
    const profile = compileProfile({ ...prepared.profile, packs: [packed], overlay: allow });
    const asked = given({
      available: { tools: [...inputs.tools, spawn], skills: inputs.skills },
      profile: { ...profile, tools: [...profile.tools, spawn] },
      agent: { ...inputs.agents[1]!, ceiling: { ...everything, tools: [...everything.tools, 'spawn_task'] } },
      requires: { tools: ['spawn_task'], skills: [], integrations: [], authorities: [] },
    });
    expect(capabilitySnapshot(asked)).toEqual({ outcome: 'missing', missing: ['tool:spawn_task'] });
    expect(profile.tools.map(({ id }) => id)).not.toContain('spawn_task');
  });

  it('[D-44] carries the componentwise maximum of what its tools declare', () => {
    expect(maxRisk([])).toEqual({ sideEffect: 'none', reversibility: 'discard_only', blastRadius: 'single_artifact', tags: [] });
    expect(
      maxRisk([
        { sideEffect: 'external', reversibility: 'discard_only', blastRadius: 'project', tags: ['send'] },
        { sideEffect: 'local', reversibility: 'irreversible', blastRadius: 'single_artifact', tags: ['deploy', 'send'] },
      ]),
    ).toEqual({ sideEffect: 'external', reversibility: 'irreversible', blastRadius: 'project', tags: ['deploy', 'send'] });
    expect(maxRisk([READ_ONLY_RISK, { ...READ_ONLY_RISK, sideEffect: 'unknown' }]).sideEffect).toBe('unknown');
  });
});

describe('the default planning policy', () => {
  const withMembers = (executors: number, reviewers: number) => ({
    ...definition,
    members: [
      definition.members[0]!,
      ...Array.from({ length: executors }, (_, n) => ({ ...definition.members[1]!, agent: `executor-${n}` })),
      ...Array.from({ length: reviewers }, (_, n) => ({ ...definition.members[2]!, agent: `reviewer-${n}` })),
    ],
  });

  it.each([
    [0, 8, 24, 1],
    [1, 8, 24, 1],
    [3, 12, 24, 3],
    [9, 16, 72, 4],
  ])('[K-282] [K-286] with %i workers: %i tasks, %i attempts, capacity %i', (workers, maxTasks, maxTotalAttempts, capacity) => {
    expect(defaultPlanningPolicy(withMembers(workers, 1), 'sam')).toMatchObject({
      maxTasks,
      maxTotalAttempts,
      maxAttemptsPerTask: 3,
      maxRevisions: 3,
      schedulerPolicy: { capacity },
      sponsorGate: { owner: 'sam', decisionTimeoutMs: 900_000 },
    });
  });

  it('[K-289] [D-51] asks for a review where there is a reviewer, and for a Sponsor where there is none', () => {
    const acceptance = (reviewers: number) => defaultPlanningPolicy(withMembers(1, reviewers), 'sam').acceptance;
    const claims = { criterionId: 'report-claims', kind: 'deterministic', evidenceRequired: true };
    const verdict = { criterionId: 'reviewer-verdict', kind: 'judgment', evidenceRequired: false };
    expect(acceptance(2)).toMatchObject({
      criteria: [claims, verdict],
      minimumRoute: 'reviewer_required',
      reviewerTimeoutMs: 900_000,
    });
    expect(acceptance(0)).toMatchObject({ criteria: [claims], minimumRoute: 'sponsor_required' });
  });

  it('[D-46] pins lease and claim times from the configuration', () => {
    expect(defaultPlanningPolicy(definition, 'sam', { leaseMs: 5_000, dispatchClaimMs: 7_000 }).schedulerPolicy).toMatchObject({
      ...{ leaseMs: 5_000, dispatchClaimMs: 7_000, replanTimeoutMs: 900_000, reconcileGraceMs: 30_000 },
      starvationBoundMs: { urgent: 30_000, high: 60_000, normal: 120_000, low: 300_000 },
    });
  });
});
