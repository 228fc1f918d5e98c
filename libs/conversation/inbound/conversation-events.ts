// What people wrote, in the order of each conversation, as references: the rows of `workroom_conversation_events`. Never rebuilt.
import type { Actor } from '#domain/kernel';

export interface NewConversationEvent {
  /** UUID version 7. */
  readonly eventId: string;
  /** The full address of the conversation, e.g. `sandbox:local:group:demo` or `api:<projectId>`. */
  readonly conversationKey: string;
  /** What makes a repeat recognisable: the platform's message id, or principal and operationId. Unique in its conversation. */
  readonly sourceKey: string;
  /** e.g. `message`. */
  readonly type: string;
  readonly actor: Actor;
  /** The vault object of the text, its keyed hash and the digest of its descriptor. */
  readonly objectId: string;
  readonly contentHash: string;
  readonly descriptorDigest: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The eventId or the card that this one answers; null when none. */
  readonly replyTo: string | null;
}

export interface ConversationEvent extends NewConversationEvent {
  /** Positive, without gaps in its conversation. */
  readonly sequence: number;
}

export interface AppendedConversationEvent extends ConversationEvent {
  /** The sourceKey was known: this is the event that stands there, with its own eventId and object. */
  readonly duplicate: boolean;
}

/**
 * Order: sequences of a conversation start at 1 and have no gaps. Atomicity: an event is stored with its sequence, or not at all, and is
 * durable when `append` resolves. Idempotence: (conversationKey, sourceKey) is unique; a known pair answers the stored event and stores
 * nothing. Thrown: Rejection OPERATION_PAYLOAD_CONFLICT when an eventId is known with another source; Unavailable STORE_UNAVAILABLE.
 */
export abstract class ConversationEvents {
  abstract append(event: NewConversationEvent): Promise<AppendedConversationEvent>;
  /** Events with sequence > after, ascending, at most `limit` (default 200). */
  abstract read(
    conversationKey: string,
    options?: { readonly after?: number; readonly limit?: number },
  ): Promise<readonly ConversationEvent[]>;
  abstract find(eventId: string): Promise<ConversationEvent | undefined>;
  /** Looked up before a text is registered: a hit reuses its event and object. */
  abstract findBySource(conversationKey: string, sourceKey: string): Promise<ConversationEvent | undefined>;
  /** The last sequence of a conversation; 0 when it has no event. */
  abstract lastSequence(conversationKey: string): Promise<number>;
  /** Calls back soon after an append, with the conversation; wake-ups may be lost: a reader polls as well. Returns the way out. */
  abstract onAppend(listener: (conversationKey: string) => void): () => void;
}
