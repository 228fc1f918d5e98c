// What a room shows: its messages as references, each body by a fresh decision for who reads.
import type { ConversationEvent, ConversationEvents } from '#conversation/inbound';
import type { Caller, ConversationAddress, OpenedText, RoomMessage } from '#contracts/commands';
import { checkScope, principalOf } from '../client/scope.js';
import type { Catalog } from '../catalog/catalog.js';
import type { BodyReader } from '../payloads/body-reader.js';
import { conversationKey } from '../rooms/conversation.js';
import type { PostedBody } from '../rooms/conversation.js';
import { projectOf } from '../rooms/room-space.js';

export interface RoomQueryPorts {
  readonly events: ConversationEvents;
  readonly bodies: BodyReader;
  readonly catalog: Catalog;
  readonly now: () => number;
}

export interface RoomRequest {
  readonly address: ConversationAddress;
  readonly after: number;
  readonly limit: number;
}

const KINDS: Readonly<Record<string, RoomMessage['kind']>> = { 'reply.posted': 'reply', 'card.posted': 'card' };
const PAGE = 200;

/** Messages with sequence > after, rising. Throws Rejection TOKEN_SCOPE, CONTROL_SCOPE_NOT_EXACT. */
export async function readRoom(
  ports: RoomQueryPorts,
  caller: Caller,
  { address, after, limit }: RoomRequest,
): Promise<{ messages: readonly RoomMessage[]; lastSequence: number }> {
  const projectId = projectOf(ports.catalog.view, address);
  const scope = { roles: ['gateway', 'control_plane'] as const, ...(projectId === null ? {} : { projectId }) };
  checkScope(caller, scope, ports.now());
  const key = conversationKey(address);
  const [events, lastSequence] = await Promise.all([
    ports.events.read(key, { after, limit: Math.max(1, Math.min(limit, PAGE)) }),
    ports.events.lastSequence(key),
  ]);
  const messages = await Promise.all(events.map((event) => shown(ports, principalOf(caller), projectId, event)));
  return { messages, lastSequence };
}

async function shown(
  ports: RoomQueryPorts,
  reader: string,
  projectId: string | null,
  event: ConversationEvent,
): Promise<RoomMessage> {
  const { eventId, sequence, at, replyTo, contentHash, objectId, actor } = event;
  const kind = KINDS[event.type] ?? 'message';
  const opened: OpenedText =
    projectId === null
      ? { disposition: 'deny', reasons: ['channel_policy_missing'], text: null, contentHash }
      : await ports.bodies.open({
          projectId,
          objectId,
          contentHash,
          reader: { principalId: reader, role: 'projector' },
          purpose: 'workroom_awareness',
          channel: 'workroom_projection',
        });
  const message = { eventId, sequence, at, kind, replyTo };
  if (kind === 'message' || opened.text === null) return { ...message, author: actor.principalId, body: opened, card: null };
  const { author, text, card } = JSON.parse(opened.text) as PostedBody;
  return { ...message, author, body: { ...opened, text }, card };
}
