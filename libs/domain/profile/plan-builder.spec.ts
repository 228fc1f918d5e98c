// WorkflowPlanBuilder: one bad candidate a rule, and whatever it lets through the Kernel would admit.
import * as fc from 'fast-check';
import { digestOf, textOf } from '#testing';
import { checkShape } from '#domain/kernel';
import { RUN_COMMANDS, validatePlan } from '#domain/run';
import { demoDefinition } from '#domain/catalog';
import {
  buildPlan,
  compileProfile,
  defaultPlanningPolicy,
  findRings,
  OPEN_OVERLAY,
  planAgents,
  planInvalid,
  READ_ONLY_RISK,
  readCandidate,
  sealPlan,
  WORKTREE_RISK,
} from './index.js';
import type { AgentDefinition, Candidate, CandidateTask, PackManifest, PlanInputs, PlanRule, ToolDeclaration } from './index.js';

const none = { tools: [], skills: [], integrations: [], authorities: [] };
const tool = (id: string, over: Partial<ToolDeclaration> = {}): ToolDeclaration => ({
  id,
  digest: digestOf(id),
  risk: READ_ONLY_RISK,
  policyIdentity: id,
  ...over,
});
const everything = {
  tools: ['read_file', 'grep', 'bash', 'spawn_task'],
  skills: ['audit'],
  integrations: [],
  authorities: ['production', 'signing'],
};
const definition = demoDefinition('/srv/repository');
const agentDefinition = (agent: string, ceiling: AgentDefinition['ceiling'] = everything): AgentDefinition => ({
  agent,
  digest: digestOf(agent),
  ceiling,
});
const pack: PackManifest = {
  packId: 'workroom:demo:bootstrap',
  version: '1.0.0',
  kind: 'domain',
  tools: [
    tool('read_file'),
    tool('grep'),
    tool('spawn_task'),
    tool('bash', { policyIdentity: 'shell:bash', risk: WORKTREE_RISK }),
  ],
  skills: [{ id: 'audit', digest: digestOf('audit'), requiresTools: ['grep'] }],
  agents: [agentDefinition('executor')],
  workflows: [],
  integrations: [],
  authorities: ['production'],
};
const profile = compileProfile({
  projectId: 'demo',
  profileRevisionId: 'profile:demo:bootstrap:1',
  charterRevision: 'charter:demo:bootstrap:1',
  packs: [pack],
  overlay: OPEN_OVERLAY,
});
const policy = { ...defaultPlanningPolicy(definition, 'workroom-admin'), approvalRequiredAuthorities: ['production'] };
const NOW = 1_800_000_000_000;

const inputs = (over: Partial<PlanInputs> = {}): PlanInputs => ({
  operationId: 'operation-1',
  projectId: 'demo',
  strategy: { id: 'workroom:demo:dynamic', version: '1.0.0', digest: digestOf('strategy') },
  origin: 'strategy',
  parameterDigest: digestOf('event'),
  project: { catalogRevision: 'a'.repeat(64), digest: digestOf('project') },
  profile,
  policy,
  agents: planAgents(definition, profile.agents),
  orchestrator: { agentDefinitionId: 'orchestrator', authorityDigest: digestOf('authority') },
  requestedLane: null,
  requesterIsSponsor: false,
  now: NOW,
  ...over,
});
const task = (key: string, over: Partial<CandidateTask> = {}): CandidateTask => ({
  key,
  title: `Do ${key}`,
  role: 'executor',
  required: true,
  maxAttempts: 1,
  localRank: 0,
  dependsOn: [],
  requires: none,
  approval: 'none',
  distinctFrom: null,
  ...over,
});
const candidate = (...tasks: readonly CandidateTask[]): Candidate => ({ version: 1, strategy: 'workroom:demo:dynamic', tasks });
const violations = (built: Candidate, over: Partial<PlanInputs> = {}) => {
  const result = buildPlan(built, inputs(over));
  return 'violations' in result ? result.violations : [];
};
const rules = (built: Candidate, over: Partial<PlanInputs> = {}): readonly PlanRule[] =>
  violations(built, over).map(({ rule }) => rule);
const draftOf = (built: Candidate, over: Partial<PlanInputs> = {}) => {
  const result = buildPlan(built, inputs(over));
  if ('violations' in result) throw new Error(result.violations.map(({ message }) => message).join(' '));
  return result.draft;
};
const planOf = (built: Candidate, over: Partial<PlanInputs> = {}) => {
  const draft = draftOf(built, over);
  return sealPlan(draft, Object.fromEntries(Object.entries(draft.titles).map(([key, title]) => [key, textOf('title', title)])));
};
const requiring = (over: Partial<CandidateTask['requires']>) => ({ requires: { ...none, ...over } });

describe('one bad candidate a rule', () => {
  const twoAgents = { agents: [...inputs().agents, { ...inputs().agents[0]!, agent: 'second' }] };
  const cases: readonly (readonly [rule: PlanRule, built: Candidate, over?: Partial<PlanInputs>])[] = [
    ['strategy_unknown', { ...candidate(task('a')), strategy: 'mine' }],
    ['no_task', candidate()],
    ['no_required_task', candidate(task('a', { required: false }))],
    ['too_many_tasks', candidate(...Array.from({ length: 9 }, (_, n) => task(`t${n}`)))],
    [
      'too_many_attempts',
      candidate(...Array.from({ length: 9 }, (_, n) => task(`t${n}`, { maxAttempts: 3 }))),
      { policy: { ...policy, maxTasks: 9 } },
    ],
    ['too_many_attempts_per_task', candidate(task('a', { maxAttempts: 4 }))],
    ['task_key_repeated', candidate(task('a'), task('a'))],
    ['task_key_invalid', candidate(task('Write it'))],
    ['unknown_dependency', candidate(task('a', { dependsOn: ['b'] }))],
    ['self_dependency', candidate(task('a', { dependsOn: ['a'] }))],
    ['cycle', candidate(task('a', { dependsOn: ['c'] }), task('b', { dependsOn: ['a'] }), task('c', { dependsOn: ['b'] }))],
    ['role_unknown', candidate(task('a', { role: 'reviewer' }))],
    ['capability_ceiling', candidate(task('a', requiring({ tools: ['deploy'] })))],
    ['no_able_agent', candidate(task('a', { role: 'integration' }))],
    ['distinct_from_unknown', candidate(task('a', { distinctFrom: 'b' })), twoAgents],
    ['distinct_from_not_upstream', candidate(task('a', { distinctFrom: 'b' }), task('b')), twoAgents],
    ['too_few_agents', candidate(task('a'), task('b', { distinctFrom: 'a', dependsOn: ['a'] }))],
    [
      'optional_not_allowed',
      candidate(task('a'), task('b', { required: false })),
      { policy: { ...policy, allowOptionalTasks: false } },
    ],
    ['required_on_optional', candidate(task('a', { required: false }), task('b', { dependsOn: ['a'] }))],
  ];

  it.each(cases.map(([rule, built, over = {}]) => ({ rule, built, over })))(
    '[W-S17] [PL-04] $rule gives exactly one violation',
    ({ rule, built, over }) => {
      expect(rules(built, over)).toEqual([rule]);
    },
  );

  it('[W-S17] a gate behind a ring is named as unreachable beside the ring', () => {
    const ring = [task('a', { dependsOn: ['b'] }), task('b', { dependsOn: ['a'] })];
    expect(rules(candidate(...ring, task('c', { dependsOn: ['a'], approval: 'sponsor_required' })))).toEqual([
      'cycle',
      'gate_unreachable',
    ]);
  });

  it('[K-260] [PL-04] lists every violation of a candidate at once', () => {
    const bad = candidate(task('a', { dependsOn: ['x'], maxAttempts: 9 }), task('b', { role: 'boss', required: false }));
    expect(rules(bad)).toEqual(['too_many_attempts_per_task', 'unknown_dependency', 'role_unknown']);
    expect(planInvalid(violations(bad))).toMatchObject({
      code: 'PLAN_INVALID',
      details: { rules: ['too_many_attempts_per_task', 'unknown_dependency', 'role_unknown'] },
    });
  });

  it('[F-GV-01] refuses a ring and names it; a later edge that would close one is refused as well', () => {
    const before = [task('a', { dependsOn: [] }), task('b', { dependsOn: ['a'] }), task('c', { dependsOn: ['b'] })];
    expect(rules(candidate(...before))).toEqual([]);
    const later = [{ ...before[0]!, dependsOn: ['c'] }, ...before.slice(1)];
    expect(violations(candidate(...later))).toEqual([
      { rule: 'cycle', taskKey: 'a', message: 'These tasks wait for each other: a → c → b → a.' },
    ]);
    const waiting = new Map([
      ['a', ['b']],
      ['b', ['a']],
      ['x', ['y']],
      ['y', ['z']],
      ['z', ['y']],
      ['w', ['w']],
    ]);
    expect(findRings(waiting)).toEqual([['a', 'b'], ['w'], ['y', 'z']]);
  });

  it('[K-262] counts what a Skill requires and what the rules deny', () => {
    expect(rules(candidate(task('a', requiring({ tools: ['bash'] }))))).toEqual(['capability_ceiling']);
    expect(rules(candidate(task('a', requiring({ tools: ['spawn_task'] }))))).toEqual(['capability_ceiling']);
    const allowed = compileProfile({
      projectId: 'demo',
      profileRevisionId: 'p',
      charterRevision: 'c',
      packs: [pack],
      overlay: { ...OPEN_OVERLAY, toolRules: [{ identity: 'shell:bash', effect: 'allow', scope: 'workspace' }] },
    });
    expect(rules(candidate(task('a', requiring({ tools: ['bash'] }))), { profile: allowed })).toEqual([]);
    const narrow = planAgents(definition, [agentDefinition('executor', { ...everything, tools: ['read_file'] })]);
    expect(rules(candidate(task('a', requiring({ skills: ['audit'] }))), { agents: narrow })).toEqual(['no_able_agent']);
  });

  it('[K-262] asks an able agent of a required task only', () => {
    const optional = task('b', { role: 'integration', required: false });
    expect(rules(candidate(task('a'), optional))).toEqual([]);
    const hands = planAgents({ ...definition, members: definition.members.slice(0, 1) }, [agentDefinition('orchestrator')]);
    expect(rules(candidate(task('a', { role: 'integration' })), { agents: hands })).toEqual([]);
  });
});

describe('the untrusted candidate', () => {
  const given = { version: 1, strategy: 's', tasks: [{ ...task('a'), distinctFrom: undefined }] };
  const raw = () => JSON.parse(JSON.stringify(given)) as { tasks: Record<string, unknown>[] } & Record<string, unknown>;
  const messages = (value: unknown) => {
    const read = readCandidate(value);
    return 'violations' in read ? read.violations.map(({ message }) => message) : [];
  };

  it('[K-265] takes exactly its documented keys', () => {
    expect(readCandidate(raw())).toEqual({ candidate: { version: 1, strategy: 's', tasks: [task('a')] } });
  });

  it.each(['sponsorLane', 'deadline', 'projectId', 'budget', 'authority', 'profileRevisionId', 'approvedBy', 'maxRevisions'])(
    '[W-S17] [PL-03] [K-266] refuses a candidate that brings %s',
    (key) => {
      const inTask = raw();
      inTask.tasks[0]![key] = 'urgent';
      expect(messages(inTask)).toEqual([`/tasks/0/${key} is not a known key.`]);
      expect(messages({ ...raw(), [key]: 'urgent' })).toEqual([`/${key} is not a known key.`]);
    },
  );

  it('[K-265] lists every misshaped part with its path', () => {
    const bad = raw();
    Object.assign(bad.tasks[0]!, {
      title: ' ',
      required: 'yes',
      maxAttempts: 0,
      requires: { tools: 'read_file' },
      approval: 'self',
    });
    expect(messages(bad).map((message) => message.split(' ')[0])).toEqual([
      '/tasks/0/title',
      '/tasks/0/required',
      '/tasks/0/maxAttempts',
      '/tasks/0/requires/skills',
      '/tasks/0/requires/integrations',
      '/tasks/0/requires/authorities',
      '/tasks/0/requires/tools',
      '/tasks/0/approval',
    ]);
    expect(messages('a plan')).toEqual(['/ must be an object.']);
  });

  it('[K-265] never throws, whatever a model returns', () => {
    fc.assert(fc.property(fc.anything(), (value) => ['candidate', 'violations'].includes(Object.keys(readCandidate(value))[0]!)));
  });
});

describe('the trusted plan', () => {
  it('[PL-03] [K-254] [K-266] takes lane, times, budget, policy, Profile and gate authority from its trusted inputs', () => {
    const { plan, schedulerPolicy, limits } = draftOf(candidate(task('a', { approval: 'sponsor_required' })));
    expect(plan).toMatchObject({
      version: 1,
      proposalId: 'operation-1',
      projectId: 'demo',
      parameterDigest: digestOf('event'),
      authority: {
        projectRevision: 'a'.repeat(64),
        profileRevisionId: 'profile:demo:bootstrap:1',
        profileDigest: profile.digest,
        planningPolicyRevisionId: 'planning:demo:1',
        planningPolicyDigest: policy.digest,
        orchestratorAgentDefinitionId: 'orchestrator',
      },
      budget: { maxTasks: 8, maxTotalAttempts: 24, maxCostMicros: null },
      schedulerPolicy: {
        policyRef: 'scheduler:demo:bootstrap',
        revision: 1,
        pinnedAtSequence: 1,
        digest: schedulerPolicy.digest,
      },
    });
    expect(plan.tasks[0]).toMatchObject({
      maxRevisions: 3,
      scheduler: { sponsorLane: 'normal', enqueuedAt: NOW, deadline: NOW + 3_600_000, preemptibility: 'atomic' },
      approvalGate: { id: 'approval:a', owner: 'workroom-admin', deadline: NOW + 900_000, policyDigest: policy.digest },
    });
    expect(limits.agents).toEqual([{ agentDefinitionId: 'executor', roles: ['executor'], capabilities: everything }]);
  });

  it('[K-264] forces a gate on a task that needs a listed authority', () => {
    const { plan } = draftOf(candidate(task('a', requiring({ authorities: ['production'] })), task('b')));
    expect(plan.tasks.map(({ approvalGate }) => approvalGate?.id)).toEqual(['approval:a', undefined]);
  });

  it('[F-GV-02] gives a task that both asks for approval and is forced to it one gate', () => {
    const asked = draftOf(candidate(task('a', { ...requiring({ authorities: ['production'] }), approval: 'sponsor_required' })));
    const forced = draftOf(candidate(task('a', requiring({ authorities: ['production'] }))));
    expect(asked.plan.tasks).toEqual(forced.plan.tasks);
  });

  it('[D-05] gives a lane to a Sponsor alone, and says when it did not', () => {
    const lane = (requestedLane: PlanInputs['requestedLane'], requesterIsSponsor: boolean) => {
      const { plan, laneRefused } = draftOf(candidate(task('a')), { requestedLane, requesterIsSponsor });
      return [plan.tasks[0]!.scheduler.sponsorLane, laneRefused];
    };
    expect(lane('urgent', true)).toEqual(['urgent', false]);
    expect(lane('urgent', false)).toEqual(['normal', true]);
    expect(lane('normal', false)).toEqual(['normal', false]);
    expect(lane(null, true)).toEqual(['normal', false]);
  });

  it('[D-25] renames a model’s keys in topological order and keeps a strategy’s', () => {
    const prose = candidate(
      task('Report it', { dependsOn: ['Look around'], distinctFrom: null }),
      task('Look around'),
      task('Clean up', { dependsOn: ['Report it', 'Look around'], approval: 'sponsor_required' }),
    );
    const { plan, titles } = draftOf(prose, { origin: 'model' });
    expect(plan.tasks.map(({ key, dependsOn, approvalGate }) => [key, dependsOn, approvalGate?.id])).toEqual([
      ['t1', [], undefined],
      ['t2', ['t1'], undefined],
      ['t3', ['t1', 't2'], 'approval:t3'],
    ]);
    expect(titles).toEqual({ t1: 'Do Look around', t2: 'Do Report it', t3: 'Do Clean up' });
    expect(JSON.stringify(plan)).not.toMatch(/Look|Report|Clean/);
    expect(draftOf(candidate(task('b'), task('a'))).plan.tasks.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('[D-55] carries distinctFrom through the renaming', () => {
    const agents = [...inputs().agents, { ...inputs().agents[0]!, agent: 'second' }];
    const built = candidate(task('Test', { dependsOn: ['Build'], distinctFrom: 'Build' }), task('Build'));
    expect(draftOf(built, { origin: 'model', agents }).plan.tasks.map(({ key, distinctFrom }) => [key, distinctFrom])).toEqual([
      ['t1', null],
      ['t2', 't1'],
    ]);
  });

  it('[W-088] is pure: equal inputs give an equal plan, and the digest counts titles by their contentHash', () => {
    const built = candidate(task('a'), task('b', { dependsOn: ['a'] }));
    expect(planOf(built)).toEqual(planOf(built));
    expect(planOf(built).digest).not.toBe(planOf(candidate({ ...task('a'), title: 'Other' }, built.tasks[1]!)).digest);
    expect(() => sealPlan(draftOf(built), {})).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_AUTHORITY_UNAVAILABLE' }) as Error,
    );
  });

  it('[W-088] whatever it lets through fits the Kernel’s closed plan and breaks none of the Kernel’s own rules', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const mostly = <T>(usual: readonly T[], rare: readonly T[]) =>
      fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });
    const someTask = fc.record({
      role: mostly(['executor', 'integration'], ['reviewer']),
      required: mostly([true], [false]),
      maxAttempts: mostly([1, 2, 3], [4]),
      /** How far back the task that it depends on stands; 0 for none. */
      back: fc.nat({ max: 3 }),
      stray: mostly([null], names),
      tools: fc.uniqueArray(mostly(['grep'], ['read_file', 'bash', 'other']), { maxLength: 2 }),
      authorities: fc.subarray(['production']),
      approval: fc.constantFrom('none' as const, 'sponsor_required' as const),
      distinct: mostly([false], [true]),
    });
    const agents = [
      ...inputs().agents,
      { agent: 'second', roles: ['executor' as const, 'integration' as const], ceiling: { ...everything, tools: ['grep'] } },
    ];
    let admitted = 0;
    fc.assert(
      fc.property(fc.array(someTask, { minLength: 1, maxLength: 5 }), (sketches) => {
        const tasks = sketches.map(({ back, stray, tools, authorities, distinct, ...rest }, place) => {
          const earlier = back > 0 && place >= back ? names[place - back]! : null;
          const dependsOn = [...new Set([earlier, stray].filter((key) => key !== null))];
          const distinctFrom = distinct ? (earlier ?? 'a') : null;
          return task(names[place]!, { ...rest, ...requiring({ tools, authorities }), dependsOn, distinctFrom });
        });
        const built = candidate(...tasks);
        const result = buildPlan(built, inputs({ agents, origin: 'model' }));
        if ('violations' in result) return expect(result.violations).not.toEqual([]);
        admitted += 1;
        const { draft } = result;
        const plan = sealPlan(draft, Object.fromEntries(Object.keys(draft.titles).map((key) => [key, textOf('title', key)])));
        checkShape(RUN_COMMANDS.admit_workflow_plan.keys.plan, plan, 'plan');
        checkShape(RUN_COMMANDS.admit_workflow_plan.keys.schedulerPolicy, draft.schedulerPolicy, 'schedulerPolicy');
        checkShape(RUN_COMMANDS.admit_workflow_plan.keys.limits, draft.limits, 'limits');
        expect(validatePlan(plan, draft.limits)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    expect(admitted).toBeGreaterThan(100);
  });
});
