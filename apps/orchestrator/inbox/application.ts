// Applies one claimed proposal: the target stream first, then the room, then the Inbox. A repeat at any point meets what is there.
import { applicationOperationId, readMessage, successLine, textSources } from '#domain/ingress';
import type { ProposalState } from '#domain/ingress';
import { Conflict, Rejection } from '#domain/kernel';
import type { CommandMeta } from '#domain/kernel';
import { applicationOf } from '#domain/processes';
import type { Application as Applied, ApplicationContext } from '#domain/processes';
import type { RunState } from '#domain/run';
import type { ConversationEvent, ConversationEvents } from '#conversation/inbound';
import type { Catalog } from '../catalog/catalog.js';
import type { PersonCommands } from '../control/person-commands.js';
import { eventIdOfSource } from '../intake/proposal-source.js';
import type { BodyReader } from '../payloads/body-reader.js';
import type { Planning } from '../planning/planning.js';
import type { RunAnswers } from '../queries/run-answers.js';
import { referenceOf } from '../rooms/conversation.js';
import { controlOf } from './control-application.js';
import { applied, clarify, refusedBy } from './settlement.js';
import type { Settlement } from './settlement.js';

export interface ApplicationPorts {
  readonly events: ConversationEvents;
  readonly bodies: BodyReader;
  readonly catalog: Catalog;
  readonly people: PersonCommands;
  readonly planning: Planning;
  readonly answers: RunAnswers;
  readonly run: (runId: string) => Promise<RunState | undefined>;
  readonly projectOfAssignment: (assignmentId: string) => string | null;
  /** A proposal whose source is not what it says: never applied, always noted. */
  readonly onForged: (proposalId: string) => void;
  readonly newId: () => string;
}

export class Application {
  constructor(private readonly ports: ApplicationPorts) {}

  /** Throws Unavailable and Conflict when it has to be tried again; `signal` aborts when the process stops. */
  async settle(projectId: string, proposal: ProposalState, signal: AbortSignal): Promise<Settlement> {
    const source = await this.ports.events.find(eventIdOfSource(proposal.sourceEvent.ref));
    const planning = await this.ports.planning.readiness(projectId);
    if (proposal.intent === 'work_request' && planning !== 'ready') return clarify(NOT_READY[planning]);
    const text =
      proposal.intent === 'discussion' && proposal.amendments.length === 0 ? '' : await this.#text(projectId, proposal);
    if (text === null) return clarify('planning_disclosure_unavailable');
    const application = applicationOf(proposal, await this.#context(projectId, source, text, planning));
    return this.#apply(projectId, proposal, application, signal);
  }

  async #apply(projectId: string, proposal: ProposalState, application: Applied, signal: AbortSignal): Promise<Settlement> {
    const operationId = applicationOperationId(proposal.proposalId);
    switch (application.outcome) {
      case 'discussion':
        return applied('discussion_recorded', []);
      case 'clarify':
        if (application.audit) this.ports.onForged(proposal.proposalId);
        return clarify(application.reasonCode, { usage: application.usage });
      case 'query':
        return applied('query_answered', await this.ports.answers.lines(projectId, application.command));
      case 'plan': {
        const { text, lane } = application;
        return this.ports.planning.plan({ projectId, operationId, proposal, text, lane }, signal);
      }
      case 'control': {
        const { command, expectedSequence } = application;
        try {
          await controlOf(this.ports.people, this.#meta(projectId, proposal), { operationId, expectedSequence }, command);
          return applied('control_proposal_submitted', [successLine('control_proposal_submitted', projectId) ?? '']);
        } catch (error) {
          if (error instanceof Rejection || error instanceof Conflict) return refusedBy(error);
          throw error;
        }
      }
    }
  }

  async #context(
    projectId: string,
    source: ConversationEvent | undefined,
    text: string,
    planning: ApplicationContext['planning'],
  ): Promise<ApplicationContext> {
    const read = readMessage(text);
    const command = 'command' in read ? read.command : null;
    const runId = command && 'runId' in command ? command.runId : null;
    const state = runId === null ? undefined : await this.ports.run(runId);
    return {
      people: this.ports.catalog.people(this.ports.catalog.active(projectId)),
      source: {
        type: source?.type ?? 'missing',
        actorPrincipalId: source?.actor.principalId ?? '',
        digest: source?.contentHash ?? '',
      },
      text,
      planning,
      repliedCard: null,
      projectOfRun: (asked) => (asked === runId ? (state?.projectId ?? null) : null),
      projectOfAssignment: this.ports.projectOfAssignment,
      answersDiscussion: false,
    };
  }

  /** The command is the person's own: its authority is resolved from the Catalog of this moment. */
  #meta(projectId: string, { principal, sourceEvent }: ProposalState): CommandMeta {
    return {
      commandId: this.ports.newId(),
      projectId,
      actor: { principalId: principal.principalId, kind: principal.kind, role: 'sponsor' },
      capability: null,
      correlationId: eventIdOfSource(sourceEvent.ref),
      causationId: null,
      traceparent: null,
    };
  }

  /** null when a body may not be read. */
  async #text(projectId: string, proposal: ProposalState): Promise<string | null> {
    const parts: string[] = [];
    for (const ref of textSources(proposal)) {
      const event = await this.ports.events.find(eventIdOfSource(ref));
      if (!event) return null;
      const { contentHash, receipt } = referenceOf(event);
      const opened = await this.ports.bodies.open({
        projectId,
        objectId: receipt.objectId,
        contentHash,
        reader: { principalId: 'system:ingress', role: 'orchestrator' },
        purpose: 'orchestration',
        channel: 'context_view',
      });
      if (opened.text === null) return null;
      parts.push(opened.text);
    }
    return parts.join('\n');
  }
}

const NOT_READY = {
  unavailable: 'planning_unavailable',
  disclosure_unavailable: 'planning_disclosure_unavailable',
} as const;
