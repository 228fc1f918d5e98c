// One conversation: its key, what stands in it, and the texts of it in the vault.
import { Rejection } from '#domain/kernel';
import type { Actor } from '#domain/kernel';
import { addressKey } from '#domain/catalog';
import type { ConversationAddress, PostCard } from '#contracts/commands';
import type { AppendedConversationEvent, ConversationEvent, ConversationEvents } from '#conversation/inbound';
import type { PayloadKind, Vault } from '#vault';

/** Bytes of UTF-8 that one message may have. */
export const MAX_MESSAGE_BYTES = 64 * 1024;
/** The vault's Project for what is said outside any. */
export const NO_PROJECT = '_';

/** `api:<projectId>` for the HTTP door, else the full address. */
export const conversationKey = (address: ConversationAddress): string =>
  address.kind === 'api' ? `api:${address.id}` : addressKey({ ...address, kind: address.kind });

/** What a card or reply of the Project says; lies in the vault as one body. */
export interface PostedBody {
  readonly version: 1;
  readonly author: string;
  readonly text: string;
  readonly card: NonNullable<PostCard['card']> | null;
}

export interface NewMessage {
  readonly projectId: string | null;
  readonly conversationKey: string;
  readonly sourceKey: string;
  readonly type: 'message.created' | 'reply.posted' | 'card.posted';
  readonly actor: Actor;
  readonly body: string;
  readonly kind: PayloadKind;
  readonly replyTo: string | null;
}

export interface ConversationPorts {
  readonly events: ConversationEvents;
  readonly vault: Vault;
  readonly now: () => number;
  readonly newId: () => string;
}

export function checkMessage(text: string): void {
  const bytes = Buffer.byteLength(text);
  if (text.trim() !== '' && bytes <= MAX_MESSAGE_BYTES) return;
  const why = bytes > MAX_MESSAGE_BYTES ? `has ${bytes} bytes, at most ${MAX_MESSAGE_BYTES} are taken` : 'is empty';
  throw new Rejection('VALUE_INVALID', `The message ${why}; send another one.`, { bytes, limit: MAX_MESSAGE_BYTES });
}

/**
 * Stores a message once: a known source answers the event and the object that stand there. The body is durable before the event, and
 * the event's id is the command that the vault notes, so that a sweep can ask for it.
 */
export async function storeMessage(ports: ConversationPorts, message: NewMessage): Promise<AppendedConversationEvent> {
  const { events, vault, now, newId } = ports;
  const known = await events.findBySource(message.conversationKey, message.sourceKey);
  if (known) {
    await vault.markReferenced([known.objectId]);
    return { ...known, duplicate: true };
  }
  const eventId = newId();
  const reference = await vault.register({
    projectId: message.projectId ?? NO_PROJECT,
    kind: message.kind,
    fieldPath: 'text',
    body: message.body,
    streamId: CONVERSATION_STREAM,
    commandId: eventId,
    subjectRefs: [message.actor.principalId],
  });
  const { objectId, descriptorDigest } = reference.receipt;
  const { conversationKey, sourceKey, type, actor, replyTo } = message;
  const { contentHash } = reference;
  const at = now();
  const stored = await events.append({
    eventId,
    conversationKey,
    sourceKey,
    type,
    actor,
    objectId,
    contentHash,
    descriptorDigest,
    at,
    replyTo,
  });
  await (stored.duplicate ? vault.markAbandoned([objectId]) : vault.markReferenced([objectId]));
  return stored;
}

/** What the vault notes for bodies that conversation events refer to. */
export const CONVERSATION_STREAM = 'conversation';

export const referenceOf = (event: ConversationEvent) => ({
  contentHash: event.contentHash,
  receipt: { objectId: event.objectId, descriptorDigest: event.descriptorDigest },
});
