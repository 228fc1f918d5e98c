// The governed planning entry: an untrusted candidate, the plan builder, and one atomic admission. A repeat finds the Run that it made.
import { agentPrincipal } from '#domain/catalog';
import type { WorkroomDefinition } from '#domain/catalog';
import { HINTS, successLine } from '#domain/ingress';
import type { ProposalState } from '#domain/ingress';
import { digest, reactionId, Rejection, runIdOf, systemActor } from '#domain/kernel';
import type { CommandMeta } from '#domain/kernel';
import { buildPlan, planAgents, sealPlan } from '#domain/profile';
import type { PlanDraft } from '#domain/profile';
import { runStreamOf } from '#domain/run';
import type { Lane, RunState } from '#domain/run';
import type { PlanCandidate, PlanningResult, PlanPorts, PlanRequest } from '#agent-runtime';
import type { ConversationEvent, ConversationEvents } from '#conversation/inbound';
import type { RepositorySource } from '#workspaces';
import type { Vault } from '#vault';
import type { Catalog } from '../catalog/catalog.js';
import type { Commands } from '../facts/commands.js';
import { applied, clarify } from '../inbox/settlement.js';
import type { Settlement } from '../inbox/settlement.js';
import { eventIdOfSource } from '../intake/proposal-source.js';
import { withTexts } from '../payloads/texts.js';
import type { ProjectSetup, Registry } from '../registry/registry.js';
import { domainCandidate, originOf, workflowOf } from './candidate.js';
import type { ModelGate } from './model-gate.js';

export interface PlanningPorts {
  readonly events: ConversationEvents;
  readonly catalog: Catalog;
  readonly registry: Registry;
  readonly commands: Commands;
  readonly vault: Vault;
  readonly models: ModelGate;
  /** Whether the Project's disclosure authority is in force. */
  readonly hasAuthority: (projectId: string) => boolean;
  readonly planRequest: (request: PlanRequest, ports: PlanPorts, signal?: AbortSignal) => Promise<PlanningResult>;
  /** Fetches into the orchestrator's own mirror. Throws Rejection WORKSPACE_MISSING, WORKSPACE_EMPTY; Unavailable. */
  readonly resolveBaseRevision: (source: RepositorySource) => Promise<string>;
  readonly run: (runId: string) => Promise<RunState | undefined>;
  readonly now: () => number;
}

export interface WorkRequest {
  readonly projectId: string;
  readonly operationId: string;
  readonly proposal: ProposalState;
  readonly text: string;
  readonly lane: Lane | null;
}

/** Characters of the request's first line that name the Run. */
const TITLE = 240;

export class Planning {
  constructor(private readonly ports: PlanningPorts) {}

  /** Whether the Project has what planning stands on: a Profile with its policy, and disclosure authority. */
  async readiness(projectId: string): Promise<'ready' | 'unavailable' | 'disclosure_unavailable'> {
    if ((await this.ports.registry.active(projectId)) === null) return 'unavailable';
    return this.ports.hasAuthority(projectId) ? 'ready' : 'disclosure_unavailable';
  }

  /** Throws Unavailable and Conflict when it has to be tried again. */
  async plan(request: WorkRequest, signal: AbortSignal): Promise<Settlement> {
    const { projectId, operationId, proposal } = request;
    const runId = runIdOf(operationId);
    const made = await this.ports.run(runId);
    if (made?.admission?.operationId === operationId) return submitted(projectId, runId, false);
    const definition = this.ports.catalog.active(projectId);
    const setup = await this.ports.registry.active(projectId);
    if (!setup) return clarify('planning_unavailable');
    const source = await this.ports.events.find(eventIdOfSource(proposal.sourceEvent.ref));
    if (!source) return clarify('ambiguous_intent');
    const planned = await this.#candidate(request, { definition, setup, source }, signal);
    if ('outcome' in planned) return planned;
    return this.#admit(request, { definition, setup, source }, planned);
  }

  async #candidate(request: WorkRequest, project: PlannedFor, signal: AbortSignal): Promise<Settlement | PlanDraft> {
    const { projectId, text, proposal } = request;
    const { policy, profile } = project.setup;
    const model = await this.ports.models.open(projectId, proposal);
    if (model === 'withheld') return clarify('planning_disclosure_unavailable');
    const result = await this.ports.planRequest(
      {
        text,
        offeredTools: profile.tools.map(({ id }) => id),
        maxTasks: policy.maxTasks,
        maxAttemptsPerTask: policy.maxAttemptsPerTask,
        maxTotalAttempts: policy.maxTotalAttempts,
      },
      {
        model,
        check: (candidate) => {
          const built = this.#build(candidate, request, project);
          return 'violations' in built ? built.violations.map(({ rule, message }) => ({ code: rule, message })) : [];
        },
      },
      signal,
    );
    if (result.kind === 'candidate') {
      const built = this.#build(result.candidate, request, project);
      if ('draft' in built) return built.draft;
      return clarify('ambiguous_intent', { note: built.violations.map(({ message }) => message).join(' ') });
    }
    if (result.kind === 'clarification') {
      return clarify('ambiguous_intent', { note: result.violations.map(({ message }) => message).join(' ') });
    }
    const offers = result.offers.map(({ strategy, phrases }) => `${strategy}: ${phrases.join('; ')}`);
    return clarify('planning_unavailable', { note: [result.mend, 'Strategies on offer:', ...offers].join('\n') });
  }

  #build(candidate: PlanCandidate, { projectId, operationId, proposal, lane }: WorkRequest, project: PlannedFor) {
    const { definition, setup, source } = project;
    const agent = definition.conversation?.agent ?? 'orchestrator';
    const workflow = workflowOf(candidate, projectId, setup.profile);
    return buildPlan(domainCandidate(candidate, workflow.id), {
      operationId,
      projectId,
      parameterDigest: source.contentHash,
      strategy: workflow,
      origin: originOf(candidate),
      profile: setup.profile,
      policy: setup.policy,
      agents: planAgents(definition, setup.profile.agents),
      project: { catalogRevision: this.ports.catalog.view.revision ?? '', digest: digest(definition) },
      orchestrator: { agentDefinitionId: agent, authorityDigest: digest({ principalId: agentPrincipal(agent), projectId }) },
      requestedLane: lane,
      requesterIsSponsor: this.ports.catalog.people(definition).isSponsor(proposal.principal.principalId),
      now: this.ports.now(),
    });
  }

  async #admit(request: WorkRequest, { definition, source }: PlannedFor, draft: PlanDraft): Promise<Settlement> {
    const { projectId, operationId, proposal, text } = request;
    const runId = runIdOf(operationId);
    try {
      const baseRevision = definition.workspace ? await this.ports.resolveBaseRevision(sourceOf(definition.workspace)) : null;
      const meta = metaOf(projectId, source, proposal.amendments.length);
      const owner = { projectId, streamId: runStreamOf(runId), commandId: meta.commandId };
      const keys = Object.keys(draft.titles);
      const texts = [text.split('\n', 1)[0]?.trim().slice(0, TITLE) ?? '', ...Object.values(draft.titles)];
      await withTexts(
        this.ports.vault,
        owner,
        texts.map((body, index) => ({ fieldPath: index === 0 ? 'title' : `plan.tasks.${keys[index - 1] ?? ''}.title`, body })),
        ([title, ...titles]) => {
          const plan = sealPlan(draft, Object.fromEntries(titles.map((reference, index) => [keys[index] ?? '', reference])));
          return this.ports.commands.run(
            'admit_workflow_plan',
            {
              runId,
              operationId,
              title: title ?? null,
              sourceEventRef: proposal.sourceEvent.ref,
              sourceEventDigest: source.contentHash,
              orchestratorAgentDefinitionId: plan.authority.orchestratorAgentDefinitionId,
              requesterPrincipalId: proposal.principal.principalId,
              separation: this.ports.catalog.people(definition).separation,
              baseRevision,
              plan,
              schedulerPolicy: draft.schedulerPolicy,
              limits: draft.limits,
            },
            meta,
          );
        },
      );
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      if (error.code === 'PLAN_REPLAY_DRIFT') return submitted(projectId, runId, draft.laneRefused);
      const reason = error.code.startsWith('WORKSPACE') ? 'planning_unavailable' : 'ambiguous_intent';
      return clarify(reason, { note: `${error.code}: ${error.message}` });
    }
    return submitted(projectId, runId, draft.laneRefused);
  }
}

interface PlannedFor {
  readonly definition: WorkroomDefinition;
  readonly setup: ProjectSetup;
  readonly source: ConversationEvent;
}

const submitted = (projectId: string, runId: string, laneRefused: boolean): Settlement =>
  applied(
    'plan_proposal_submitted',
    [successLine('plan_proposal_submitted', projectId) ?? '', laneRefused ? HINTS.lane_not_granted : ''],
    runId,
  );

const sourceOf = ({ path, url, baseRef }: NonNullable<WorkroomDefinition['workspace']>): RepositorySource =>
  url === null ? { path: path ?? '.', baseRef } : { url, baseRef };

/** The same request, amended as often, always is the same command. */
const metaOf = (projectId: string, { eventId, at }: ConversationEvent, amendments: number): CommandMeta => ({
  commandId: reactionId({ eventId, recordedAt: at }, 'admit_workflow_plan', amendments),
  projectId,
  actor: systemActor('planning'),
  capability: null,
  correlationId: eventId,
  causationId: null,
  traceparent: null,
});
