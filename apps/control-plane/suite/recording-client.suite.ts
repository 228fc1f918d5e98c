// The orchestrator as the control plane sees it: keeps what it was asked and answers what a spec put in.
import { CommandClient } from '#contracts/commands';
import type {
  Caller,
  CatalogProject,
  OpenText,
  OpenedText,
  PlanningDiagnostics,
  RoomMessage,
  Submitted,
  SubmitMessage,
  ControlClient,
  ExecutionClient,
  IngressClient,
  PayloadClient,
  QueryClient,
  ReviewClient,
} from '#contracts/commands';
import type { Receipt } from '#contracts/codec';

export interface Asked {
  readonly method: string;
  readonly principalId: string | null;
  readonly request: unknown;
}

export const aProject = (projectId: string, ...sponsors: readonly string[]): CatalogProject => ({
  projectId,
  name: `Project ${projectId}`,
  enabled: true,
  separation: 'strict',
  sponsors,
  members: [{ agent: 'orchestrator', role: 'orchestrator' }],
  conversation: { adapter: 'sandbox', endpoint: 'local', kind: 'group', id: projectId, agent: 'orchestrator' },
  sponsorConversation: null,
});

const diagnostics = (projectId: string): PlanningDiagnostics => ({
  projectId,
  ready: true,
  trustedPackPublisher: true,
  projectSponsor: true,
  catalogReady: true,
  registryRevision: 1,
  activeProfile: null,
  planningPolicyReady: true,
  acceptancePolicyReady: true,
  disclosureReady: true,
  disclosureConfigReady: true,
  modelProviderAlias: null,
  planningMode: 'strategies',
  strategies: [],
  availableAgents: [],
  availableTools: [],
  availableSkills: [],
  diagnostics: [],
});

/** What the answers are made of; a function so that a spec may throw. */
export class RecordingClient extends CommandClient {
  readonly asked: Asked[] = [];
  projects: CatalogProject[] = [];
  messages: RoomMessage[] = [];
  receipt: () => Receipt = () => ({ outcome: 'committed', streamId: 'run-r', revision: 7, eventIds: ['e-1'], position: 8 });
  opened: (request: OpenText) => OpenedText = ({ objectId, contentHash }) => ({
    disposition: 'full',
    reasons: [],
    text: `text of ${objectId}`,
    contentHash: contentHash ?? '',
  });
  submitted: (message: SubmitMessage) => Submitted = () => ({
    eventId: 'event-1',
    sequence: 1,
    duplicate: false,
    projectId: 'demo',
    proposalId: 'human-ingress:demo:conversation-event:event-1',
  });

  readonly ingress: IngressClient = {
    submit: async (caller, message) => {
      this.note('submit', caller, message);
      return this.submitted(message);
    },
    post: unused,
  };
  readonly control: ControlClient = {
    runControl: (caller, request) => this.receive('runControl', caller, request),
    decideGate: (caller, request) => this.receive('decideGate', caller, request),
    changePriority: (caller, request) => this.receive('changePriority', caller, request),
    resolveBlocker: (caller, request) => this.receive('resolveBlocker', caller, request),
    releaseLease: (caller, request) => this.receive('releaseLease', caller, request),
    initializePlanning: unused,
    acceptModelContract: unused,
  };
  readonly review: ReviewClient = {
    pull: unused,
    claim: (caller, target, operationId) => this.receive('claim', caller, { target, operationId }),
    submitVerdict: (caller, target, operationId, verdict) =>
      this.receive('submitVerdict', caller, { target, operationId, verdict }),
  };
  readonly payloads: PayloadClient = {
    register: unused,
    open: async (caller, request) => {
      this.note('open', caller, request);
      return this.opened(request);
    },
  };
  readonly queries: QueryClient = {
    catalog: async () => ({ revision: 'c'.repeat(64), projects: this.projects, agents: ['orchestrator'] }),
    messages: async (caller, request) => {
      this.note('messages', caller, request);
      return { messages: this.messages.filter(({ sequence }) => sequence > request.after), lastSequence: this.messages.length };
    },
    diagnostics: async (_caller, projectId) => diagnostics(projectId),
  };
  readonly execution: ExecutionClient = {
    pull: unused,
    resume: unused,
    start: unused,
    observe: unused,
    recordWorkspace: unused,
    settleCancel: unused,
  };

  private note(method: string, { onBehalfOf }: Caller, request: unknown): void {
    this.asked.push({ method, principalId: onBehalfOf?.principalId ?? null, request });
  }

  private async receive(method: string, caller: Caller, request: unknown): Promise<Receipt> {
    this.note(method, caller, request);
    return this.receipt();
  }
}

function unused(): never {
  throw new Error('The control plane never asks this.');
}
