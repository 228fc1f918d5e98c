// What the fixture server answers: one Project with Runs, facts, waits, leases and a room. Specs change it and publish facts.
import type {
  AboutDto,
  AttentionDto,
  LeaseDto,
  PlanningDiagnosticsDto,
  Problem,
  ProjectDto,
  RunContentDto,
  RunDetailDto,
  RunEventDto,
  SandboxMessageDto,
} from '#contracts/http';

export interface World {
  about: AboutDto;
  projects: ProjectDto[];
  runs: RunDetailDto[];
  contents: Map<string, RunContentDto>;
  facts: Map<string, RunEventDto[]>;
  attention: AttentionDto[];
  leases: LeaseDto[];
  planning: PlanningDiagnosticsDto;
  messages: SandboxMessageDto[];
  /** Answers of write routes, by address; each is asked at the time of the call. */
  writes: Map<string, (body: Record<string, unknown>) => object | Problem>;
  position: number;
}

export const PROJECT = 'demo';
export const ROOM = 'demo';

export function emptyWorld(): World {
  return {
    about: {
      version: '0.1.0',
      principalId: 'workroom-admin',
      scope: 'full',
      mode: 'embedded',
      workspace: '/home/ada/projects/lighthouse',
      model: {
        configured: false,
        alias: null,
        hint: 'No model configured: set ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENROUTER_API_KEY, OLLAMA_BASE_URL or OPENAI_BASE_URL and start again.',
      },
    },
    projects: [project(PROJECT, 'Demo', ROOM)],
    runs: [],
    contents: new Map(),
    facts: new Map(),
    attention: [],
    leases: [],
    planning: planning(),
    messages: [],
    writes: new Map(),
    position: 0,
  };
}

export function project(projectId: string, name: string, room: string): ProjectDto {
  return {
    projectId,
    name,
    enabled: true,
    separation: 'solo',
    conversation: { adapter: 'sandbox', endpoint: 'local', kind: 'group', id: room, agent: 'orchestrator' },
    members: [
      { agent: 'orchestrator', role: 'orchestrator' },
      { agent: 'executor', role: 'executor' },
      { agent: 'reviewer', role: 'reviewer' },
    ],
    sponsors: ['workroom-admin'],
  };
}

function planning(): PlanningDiagnosticsDto {
  return {
    projectId: PROJECT,
    ready: true,
    principalId: 'workroom-admin',
    trustedPackPublisher: true,
    projectSponsor: true,
    catalogReady: true,
    registryRevision: 0,
    activeProfile: { revisionId: 'profile:demo:bootstrap:1', digest: `sha256:${'5a'.repeat(32)}` },
    planningPolicyReady: true,
    acceptancePolicyReady: true,
    disclosureReady: true,
    disclosureConfigReady: true,
    modelProviderAlias: null,
    planningMode: 'strategies',
    strategies: [
      {
        id: 'repository-audit',
        version: '1.0.0',
        needsModel: false,
        phrases: ['audit this repository', 'audit the repository', 'repository audit'],
      },
      { id: 'software-delivery', version: '1.0.0', needsModel: true, phrases: ['deliver', 'implement'] },
    ],
    availableAgents: ['orchestrator', 'executor', 'reviewer'],
    availableTools: ['read_file', 'list_dir', 'glob', 'grep', 'write_report'],
    availableSkills: [],
    diagnostics: [
      {
        code: 'NO_MODEL',
        severity: 'info',
        message:
          'No model configured: requests are planned by strategies. Set ANTHROPIC_API_KEY or OLLAMA_BASE_URL and start again.',
      },
    ],
  };
}
