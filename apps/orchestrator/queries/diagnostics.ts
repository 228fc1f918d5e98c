// Whether planning is ready for a Project, and every single thing that is in the way, each with its own code.
import { membersOf } from '#domain/catalog';
import type { WorkroomDefinition } from '#domain/catalog';
import type { ModelDeclaration } from '#domain/governance';
import type { Caller, PlanningDiagnostics } from '#contracts/commands';
import { strategyOffers } from '#agent-runtime';
import type { Catalog } from '../catalog/catalog.js';
import { checkScope, principalOf } from '../client/scope.js';
import type { Available } from '../registry/initializer.js';
import type { Registry } from '../registry/registry.js';

export interface DiagnosticsPorts {
  readonly catalog: Catalog;
  readonly registry: Registry;
  readonly available: Available;
  readonly trustedPublishers: ReadonlySet<string>;
  readonly hasAuthority: (projectId: string) => boolean;
  /** The provider of the Orchestrator; null without one. */
  readonly provider: string | null;
  readonly declaration: (projectId: string, alias: string) => ModelDeclaration | null;
  /** How to accept the shipped contract of the provider, or to set a model. */
  readonly contractHint: string;
  readonly now: () => number;
}

type Diagnostic = PlanningDiagnostics['diagnostics'][number];

const error = (code: string, message: string): Diagnostic => ({ code, severity: 'error', message });
const note = (severity: 'warning' | 'info', code: string, message: string): Diagnostic => ({ code, severity, message });

export async function diagnose(ports: DiagnosticsPorts, caller: Caller, projectId: string): Promise<PlanningDiagnostics> {
  checkScope(caller, { roles: ['control_plane', 'gateway', 'service'], projectId }, ports.now());
  const definition = ports.catalog.find(projectId);
  const principalId = caller.onBehalfOf ? principalOf(caller) : null;
  const registry = await ports.registry.registry(projectId);
  const setup = definition ? await ports.registry.active(projectId) : null;
  const catalogProblems = catalogDiagnostics(projectId, definition, ports.available);
  const disclosureReady = definition !== undefined && ports.hasAuthority(projectId);
  const declaration = ports.provider === null ? null : ports.declaration(projectId, ports.provider);
  const trustedPackPublisher = principalId !== null && ports.trustedPublishers.has(principalId);
  const projectSponsor =
    principalId !== null && definition !== undefined && ports.catalog.people(definition).isSponsor(principalId);
  const acceptancePolicyReady = (setup?.policy.acceptance.criteria.length ?? 0) > 0;
  const facts = { principalId, trustedPackPublisher, projectSponsor, disclosureReady, acceptancePolicyReady };
  return {
    projectId,
    ready: catalogProblems.length === 0 && registry.active !== null && setup !== null && acceptancePolicyReady && disclosureReady,
    ...{ trustedPackPublisher, projectSponsor, acceptancePolicyReady, disclosureReady },
    catalogReady: catalogProblems.length === 0,
    registryRevision: registry.registryRevision,
    activeProfile: registry.active && { revisionId: registry.active.profileRevisionId, digest: registry.active.digest },
    planningPolicyReady: registry.policy !== null,
    disclosureConfigReady: ports.provider === null || declaration !== null,
    modelProviderAlias: ports.provider,
    planningMode: declaration === null ? 'strategies' : 'model',
    strategies: strategyOffers().map(({ strategy, needsModel, phrases }) => ({ ...nameOf(strategy), needsModel, phrases })),
    availableAgents: ports.available.agents.map(({ agent }) => agent),
    availableTools: ports.available.tools.map(({ id }) => id),
    availableSkills: ports.available.skills.map(({ id }) => id),
    diagnostics: [
      ...personDiagnostics(facts),
      ...catalogProblems,
      ...(registry.active ? [] : [error('NO_ACTIVE_PROFILE', 'No Profile is active: initialize orchestration.')]),
      ...(registry.policy ? [] : [error('NO_PLANNING_POLICY', 'No planning policy is published: initialize orchestration.')]),
      ...(!setup || acceptancePolicyReady ? [] : [error('NO_ACCEPTANCE_COVERAGE', 'The acceptance policy has no criterion.')]),
      ...anchorDiagnostics(setup?.policy.schedulerPolicy.pinnedAtSequence),
      ...authorityDiagnostics(ports, projectId, disclosureReady),
      ...modelDiagnostics(ports, declaration),
      ...separationDiagnostics(ports, definition),
    ],
  };
}

const nameOf = (strategy: string): { id: string; version: string } => {
  const [id = strategy, version = ''] = strategy.split('@');
  return { id, version };
};

function personDiagnostics(facts: {
  principalId: string | null;
  trustedPackPublisher: boolean;
  projectSponsor: boolean;
}): readonly Diagnostic[] {
  const { principalId } = facts;
  if (principalId === null)
    return [note('warning', 'TOKEN_WITHOUT_PRINCIPAL', 'The token is bound to no principal: it can read, not initialize.')];
  return [
    ...(facts.trustedPackPublisher
      ? []
      : [note('warning', 'NOT_TRUSTED_PUBLISHER', `Add ${principalId} to ai.workroom.trustedPackPublishers.`)]),
    ...(facts.projectSponsor ? [] : [note('warning', 'NOT_SPONSOR', `Add ${principalId} to the sponsors of the Project.`)]),
  ];
}

function catalogDiagnostics(
  projectId: string,
  definition: WorkroomDefinition | undefined,
  available: Available,
): readonly Diagnostic[] {
  if (!definition) return [error('PROJECT_MISSING', `The Catalog has no Project ${projectId}: add it there.`)];
  const known = new Set(available.agents.map(({ agent }) => agent));
  const { members, conversation, enabled } = definition;
  const seen = new Set<string>();
  const orchestrators = membersOf(definition, 'orchestrator').map(({ agent }) => agent);
  return [
    ...(enabled ? [] : [error('PROJECT_DISABLED', `Project ${projectId} is disabled in the Catalog: enable it.`)]),
    ...(conversation ? [] : [error('NO_CONVERSATION', 'The Project has no conversation: bind one in the Catalog.')]),
    ...members
      .filter(({ agent }) => !known.has(agent))
      .map(({ agent }) => error('MEMBER_UNBOUND', `Member ${agent} has no entry in ai.agents.`)),
    ...members
      .filter(({ agent }) => seen.size === seen.add(agent).size)
      .map(({ agent }) => error('AGENT_MULTIPLE_ROLES', `Member ${agent} holds several roles: give each role its own agent.`)),
    ...(!conversation || orchestrators.includes(conversation.agent)
      ? []
      : [
          error(
            'CONVERSATION_AGENT_NOT_ORCHESTRATOR',
            `${conversation.agent} speaks for the room and is no orchestrator member.`,
          ),
        ]),
  ];
}

const anchorDiagnostics = (pinned: number | undefined): readonly Diagnostic[] =>
  pinned === undefined || pinned === 1
    ? []
    : [error('POLICY_ANCHOR_STALE', 'The scheduler policy is not pinned at sequence 1: publish it anew.')];

function authorityDiagnostics({ registry }: DiagnosticsPorts, projectId: string, ready: boolean): readonly Diagnostic[] {
  if (ready) return [];
  return registry.authority(projectId)
    ? [
        error(
          'AUTHORITY_STALE',
          'The Project was changed after its disclosure authority was issued: initialize orchestration again.',
        ),
      ]
    : [error('AUTHORITY_MISSING', 'No disclosure authority is issued: initialize orchestration.')];
}

function modelDiagnostics(
  { provider, contractHint }: DiagnosticsPorts,
  declaration: ModelDeclaration | null,
): readonly Diagnostic[] {
  if (provider === null)
    return [note('info', 'ORCHESTRATOR_WITHOUT_PROVIDER', `No model configured: planning uses strategies. ${contractHint}`)];
  if (!declaration)
    return [
      note(
        'warning',
        'NO_PROVIDER_CONTRACT',
        `Provider ${provider} has no accepted contract: planning uses strategies. ${contractHint}`,
      ),
    ];
  return [
    ...(declaration.external && !declaration.noTraining
      ? [
          error(
            'EXTERNAL_TRAINING_NOT_FORBIDDEN',
            `Provider ${provider} may train on what it is sent: change its contract or its declaration.`,
          ),
        ]
      : []),
    ...(declaration.maxConfidentiality === 'public'
      ? [error('CONFIDENTIALITY_TOO_LOW', `Provider ${provider} may see public text only: raise maxConfidentiality.`)]
      : []),
  ];
}

function separationDiagnostics({ catalog }: DiagnosticsPorts, definition: WorkroomDefinition | undefined): readonly Diagnostic[] {
  if (!definition) return [];
  const people = catalog.people(definition);
  const persons = new Set(people.sponsors.map((sponsor) => people.personOf(sponsor)));
  if (people.separation === 'solo')
    return [note('info', 'SEPARATION_SOLO', 'Separation is solo: the only Sponsor may approve what they requested.')];
  return persons.size === 1
    ? [
        note(
          'warning',
          'SINGLE_SPONSOR',
          'One Sponsor alone cannot approve what they request: add a second, or set separation: solo.',
        ),
      ]
    : [];
}
