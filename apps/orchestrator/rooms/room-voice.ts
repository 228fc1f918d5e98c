// What the Project says in its own rooms. A source key is posted once, whatever crashes in between.
import { systemActor } from '#domain/kernel';
import type { Actor } from '#domain/kernel';
import { agentPrincipal } from '#domain/catalog';
import type { AppendedConversationEvent } from '#conversation/inbound';
import type { Catalog } from '../catalog/catalog.js';
import { storeMessage } from './conversation.js';
import type { ConversationPorts, PostedBody } from './conversation.js';

export interface Said {
  readonly projectId: string | null;
  readonly conversationKey: string;
  readonly sourceKey: string;
  readonly type: 'reply.posted' | 'card.posted';
  readonly author: string;
  readonly text: string;
  readonly replyTo: string | null;
  readonly card: PostedBody['card'];
  readonly actor: Actor;
}

export class RoomVoice {
  constructor(
    private readonly ports: ConversationPorts,
    private readonly catalog: Catalog,
  ) {}

  say({ author, text, card, ...message }: Said): Promise<AppendedConversationEvent> {
    const posted: PostedBody = { version: 1, author, text, card };
    return storeMessage(this.ports, { ...message, kind: 'projection_payload', body: JSON.stringify(posted) });
  }

  /** A reply of the Project's Orchestrator to a person's message. `sourceKey` names what is answered. */
  async answer(
    to: Pick<Said, 'projectId' | 'conversationKey' | 'sourceKey'> & { readonly eventId: string },
    lines: readonly string[],
  ): Promise<void> {
    const { eventId, ...place } = to;
    const agent = this.catalog.find(place.projectId ?? '')?.conversation?.agent;
    const actor: Actor = agent
      ? { principalId: agentPrincipal(agent), kind: 'agent', role: 'orchestrator' }
      : systemActor('ingress');
    const author = agent ? `${agent} · orchestrator` : 'Workroom';
    await this.say({ ...place, type: 'reply.posted', author, text: lines.join('\n'), replyTo: eventId, card: null, actor });
  }
}
