// The model that plans, as far as a request's text may go to it: decided before it is asked, and recorded when it is.
import { textSources } from '#domain/ingress';
import type { ProposalState } from '#domain/ingress';
import type { DataDescriptor } from '#domain/governance';
import { Rejection } from '#domain/kernel';
import { ChatModel } from '#agent-runtime';
import type { ChatAnswer, ChatRequest } from '#agent-runtime';
import type { ConversationEvent, ConversationEvents } from '#conversation/inbound';
import type { Vault } from '#vault';
import { eventIdOfSource } from '../intake/proposal-source.js';
import type { BodyReader } from '../payloads/body-reader.js';
import type { Disclosure, DisclosureQuestion } from '../payloads/disclosure.js';

export interface PlannerModel {
  /** The key of `ai.providers`. */
  readonly alias: string;
  /** Loads the model when it is first asked. */
  readonly open: () => Promise<ChatModel>;
}

export interface ModelGatePorts {
  /** The provider of the Orchestrator; null when none is configured. */
  readonly model: PlannerModel | null;
  /** Whether a Sponsor's declaration for the provider is in force. */
  readonly isDeclared: (projectId: string, alias: string) => boolean;
  readonly events: ConversationEvents;
  readonly vault: Vault;
  readonly disclosure: Disclosure;
  readonly bodies: BodyReader;
}

const READER = { principalId: 'system:planning', role: 'orchestrator' } as const;

export class ModelGate {
  constructor(private readonly ports: ModelGatePorts) {}

  /**
   * null: no model is configured, or its contract is not accepted, so that planning takes the way without one. `withheld`: the policy
   * keeps this text from the provider.
   */
  async open(projectId: string, proposal: ProposalState): Promise<ChatModel | null | 'withheld'> {
    const { model: planner, isDeclared, events, vault, disclosure } = this.ports;
    if (!planner || !isDeclared(projectId, planner.alias)) return null;
    const question = questionOf(planner.alias);
    const sources: ConversationEvent[] = [];
    for (const ref of textSources(proposal)) {
      const event = await events.find(eventIdOfSource(ref));
      if (!event) return 'withheld';
      const descriptor = (await vault.describe(event.objectId)) as DataDescriptor;
      if (disclosure.decide(descriptor, question).disposition !== 'full') return 'withheld';
      sources.push(event);
    }
    return new DisclosedModel(planner, () => this.#disclose(projectId, sources, question));
  }

  /** The decision anew, at the moment of use, with its audit record. */
  async #disclose(projectId: string, sources: readonly ConversationEvent[], question: DisclosureQuestion): Promise<void> {
    for (const { objectId, contentHash } of sources) {
      const { text, disposition, reasons } = await this.ports.bodies.open({ ...question, projectId, objectId, contentHash });
      if (text !== null) continue;
      throw new Rejection('DISCLOSURE_DENIED', `The request may not go to the model: ${disposition} (${reasons.join(', ')}).`, {
        objectId,
      });
    }
  }
}

const questionOf = (alias: string): DisclosureQuestion => ({
  reader: READER,
  purpose: 'orchestration',
  channel: 'model_provider',
  alias,
});

/** Asks for the disclosure before each call, and loads the model for the first. */
class DisclosedModel extends ChatModel {
  #chat: ChatModel | undefined;

  constructor(
    private readonly planner: PlannerModel,
    private readonly disclose: () => Promise<void>,
  ) {
    super();
  }

  override get name(): string {
    return this.#chat?.name ?? this.planner.alias;
  }

  override async complete(request: ChatRequest, signal?: AbortSignal): Promise<ChatAnswer> {
    await this.disclose();
    this.#chat ??= await this.planner.open();
    return this.#chat.complete(request, signal);
  }
}
