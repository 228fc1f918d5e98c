// What people write, on its way into the Project Inbox: stored once, its space settled, then proposed. Nothing here makes a Run or a Task.
import { actorOf, checkScope, edgeMeta, personActor } from '../client/scope.js';
import { addressHash } from '#domain/catalog';
import type { Space } from '#domain/catalog';
import { clarificationReply, HINTS, preRoute, proposalIdOf, ROUTE_REFUSALS } from '#domain/ingress';
import type { InboxCommandData, InboxCommandType, InboxState, Proposable, Route } from '#domain/ingress';
import type { Actor } from '#domain/kernel';
import { systemActor } from '#domain/kernel';
import type { Receipt } from '#contracts/codec';
import type { Caller, PostCard, Submitted, SubmitMessage } from '#contracts/commands';
import type { AppendedConversationEvent } from '#conversation/inbound';
import type { Catalog } from '../catalog/catalog.js';
import type { Commands } from '../facts/commands.js';
import type { Authorities } from '../people/authority.js';
import { checkMessage, conversationKey, storeMessage } from '../rooms/conversation.js';
import type { ConversationPorts } from '../rooms/conversation.js';
import { settleRoom, spaceOf } from '../rooms/room-space.js';
import type { SpacePorts } from '../rooms/room-space.js';
import type { RoomVoice } from '../rooms/room-voice.js';
import { repliedProposal, sourceRef } from './proposal-source.js';

export interface IntakePorts extends ConversationPorts, SpacePorts {
  readonly commands: Commands;
  readonly catalog: Catalog;
  readonly voice: RoomVoice;
  readonly authorities: Authorities;
  /** Bot and App accounts: what they write is dropped. */
  readonly botPrincipals: ReadonlySet<string>;
  readonly inbox: (projectId: string) => Promise<InboxState>;
  readonly projectOfRun: (runId: string) => string | null;
  readonly projectOfAssignment: (assignmentId: string) => string | null;
}

interface Incoming {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly message: SubmitMessage;
  readonly space: Space;
  readonly event: AppendedConversationEvent;
}

export class Intake {
  constructor(private readonly ports: IntakePorts) {}

  /** Resolves when the proposal is durable. Throws Rejection VALUE_INVALID, TOKEN_SCOPE, PRINCIPAL_REQUIRED, PROJECT_NOT_ACTIVE. */
  async submit(caller: Caller, message: SubmitMessage): Promise<Submitted> {
    const { ports } = this;
    const { address } = message;
    if (address.kind === 'api') ports.catalog.active(address.id);
    const space = spaceOf(ports.catalog.view, address);
    const projectId = space.space === 'workroom' ? space.projectId : null;
    checkScope(caller, { roles: ['gateway', 'control_plane'], ...(projectId === null ? {} : { projectId }) }, ports.now());
    checkMessage(message.text);
    const actor = personActor(caller, 'participant');
    const event = await storeMessage(ports, {
      projectId: projectId ?? (space.space === 'sponsor_room' ? (space.projectIds[0] ?? null) : null),
      conversationKey: conversationKey(address),
      sourceKey: message.sourceKey,
      type: 'message.created',
      actor,
      body: message.text,
      kind: 'source_message',
      replyTo: message.replyTo ?? null,
    });
    const proposed = await this.#route({ caller, actor, message, space, event });
    const { eventId, sequence, duplicate } = event;
    return { eventId, sequence, duplicate, ...proposed };
  }

  /** Posts what the Project says into a room that the product itself keeps. */
  async post(caller: Caller, card: PostCard): Promise<{ eventId: string; sequence: number; duplicate: boolean }> {
    const { ports } = this;
    const projectId = card.card?.projectId ?? null;
    checkScope(caller, { roles: ['gateway'], ...(projectId === null ? {} : { projectId }) }, ports.now());
    checkMessage(card.text);
    const { eventId, sequence, duplicate } = await ports.voice.say({
      projectId,
      conversationKey: conversationKey(card.address),
      sourceKey: card.sourceKey,
      type: card.kind === 'card' ? 'card.posted' : 'reply.posted',
      author: card.author,
      text: card.text,
      replyTo: card.replyTo ?? null,
      card: card.card ?? null,
      actor: actorOf(caller, 'ingress'),
    });
    return { eventId, sequence, duplicate };
  }

  async #route(incoming: Incoming): Promise<Pick<Submitted, 'projectId' | 'proposalId'>> {
    const { message, space, event } = incoming;
    const projectId = space.space === 'workroom' ? space.projectId : null;
    const known = projectId !== null && event.duplicate ? proposalIdOf(projectId, sourceRef(event.eventId)) : null;
    if (known && projectId !== null && (await this.ports.inbox(projectId)).proposals.get(known))
      return { projectId, proposalId: known };
    const settled = await settleRoom(this.ports, this.ports.catalog.view, message.address, event.sequence);
    if (settled.reading !== 'read') return { projectId: null, proposalId: null };
    if (projectId !== null) {
      const answered = await this.#answerClarification(incoming, projectId);
      if (answered !== null) return { projectId, proposalId: answered };
    }
    const route = this.#preRoute(incoming);
    if (route.outcome === 'propose') {
      return { projectId: route.projectId, proposalId: await this.#propose(incoming, route, settled.bindingRevision) };
    }
    await this.#answerRefusal(incoming, route);
    return { projectId, proposalId: null };
  }

  #preRoute({ message, space, event }: Incoming): Route {
    const { ports } = this;
    const bound = space.space === 'chat' ? null : space.primaryEndpoint;
    const { address } = message;
    const route = preRoute(
      {
        text: message.text,
        endpoint: address.kind === 'api' ? (bound ?? '') : `${address.adapter}:${address.endpoint}`,
        principalId: event.actor.principalId,
        mentioned: [],
        repliedCard: null,
        isEcho: false,
      },
      {
        space,
        definitions: ports.catalog.view.definitions,
        botPrincipals: ports.botPrincipals,
        endpointAvailable: () => true,
        projectOfRun: ports.projectOfRun,
        projectOfAssignment: ports.projectOfAssignment,
      },
    );
    if (message.intent !== 'work_request' || route.outcome !== 'propose') return route;
    return { ...route, message: { intent: 'work_request', text: message.text, lane: null }, authorityRequirement: 'none' };
  }

  async #propose(
    { caller, actor, message, event }: Incoming,
    route: Proposable,
    bindingRevision: number | null,
  ): Promise<string> {
    const { projectId } = route;
    const { ports } = this;
    const authority = ports.authorities.of(projectId, actor.principalId);
    const proposalId = proposalIdOf(projectId, sourceRef(event.eventId));
    const isApi = message.address.kind === 'api';
    const data: InboxCommandData<'propose'> = {
      proposalId,
      sourceEvent: {
        ref: sourceRef(event.eventId),
        digest: event.contentHash,
        sequence: event.sequence,
        conversationKey: event.conversationKey,
      },
      principal: {
        principalId: actor.principalId,
        kind: actor.kind,
        sponsor: authority.isSponsor,
        catalogRevision: ports.catalog.view.revision,
      },
      intent: route.message.intent,
      spaceDecision: {
        space: isApi ? 'api' : route.space,
        projectId,
        addressHash: isApi ? null : addressHash(event.conversationKey),
        bindingRevision,
      },
      authorityRequirement: route.authorityRequirement,
      target: null,
    };
    await this.#inbox(caller, projectId, 'propose', data, event, actor.kind === 'human' ? actor : systemActor('ingress'));
    return proposalId;
  }

  /** A reply to an open clarification belongs to its proposal and is no message of its own. */
  async #answerClarification({ caller, message, event, actor }: Incoming, projectId: string): Promise<string | null> {
    const { ports } = this;
    const proposalId = message.replyToProposalId ?? (await repliedProposal(ports.events, projectId, event.replyTo));
    const proposal = proposalId === null ? undefined : (await ports.inbox(projectId)).proposals.get(proposalId);
    if (!proposal || proposalId === null) return null;
    const ref = sourceRef(event.eventId);
    if (proposal.amendments.some((amendment) => amendment.ref === ref)) return proposalId;
    const definition = ports.catalog.active(projectId);
    const samePerson = ports.catalog.people(definition).samePerson(proposal.principal.principalId, actor.principalId);
    const reply = clarificationReply(proposal, message.text, samePerson, ports.now());
    if (reply.action === 'discussion') return null;
    if (reply.action === 'withdraw') {
      await this.#inbox(caller, projectId, 'withdraw_proposal', { proposalId, samePerson }, event);
    } else {
      const { sequence, contentHash: amendmentDigest } = event;
      const amendment = { proposalId, amendmentSourceRef: ref, amendmentDigest, sequence, mode: reply.mode, samePerson };
      await this.#inbox(caller, projectId, 'amend_proposal', amendment, event);
    }
    return proposalId;
  }

  #inbox<Type extends InboxCommandType>(
    caller: Caller,
    projectId: string,
    type: Type,
    data: InboxCommandData<Type>,
    event: AppendedConversationEvent,
    actor: Actor = systemActor('ingress'),
  ): Promise<Receipt> {
    const ids = { commandId: this.ports.newId(), correlationId: event.eventId };
    const meta = edgeMeta(caller, actor, projectId, ids);
    return this.ports.commands.inbox(projectId, type, data, meta);
  }

  async #answerRefusal({ event, space }: Incoming, route: Route): Promise<void> {
    if (space.space === 'chat') return;
    const projectId = space.space === 'workroom' ? space.projectId : (space.projectIds[0] ?? null);
    const { conversationKey: key, eventId } = event;
    const to = { projectId, conversationKey: key, sourceKey: `reply:${eventId}`, eventId };
    if (route.outcome === 'hint') await this.ports.voice.answer(to, [HINTS[route.hint]]);
    if (route.outcome === 'refused') await this.ports.voice.answer(to, [`${route.code}: ${ROUTE_REFUSALS[route.code]}`]);
  }
}
