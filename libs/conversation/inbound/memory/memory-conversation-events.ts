// Conversation events in memory.
import { Rejection } from '#domain/kernel';
import { ConversationEvents } from '../conversation-events.js';
import type { AppendedConversationEvent, ConversationEvent, NewConversationEvent } from '../conversation-events.js';

interface Conversation {
  readonly events: ConversationEvent[];
  readonly bySource: Map<string, ConversationEvent>;
}

export class MemoryConversationEvents extends ConversationEvents {
  readonly #conversations = new Map<string, Conversation>();
  readonly #byId = new Map<string, ConversationEvent>();
  readonly #listeners = new Set<(conversationKey: string) => void>();

  append(event: NewConversationEvent): Promise<AppendedConversationEvent> {
    const { conversationKey, sourceKey, eventId } = event;
    const known = this.#conversations.get(conversationKey)?.bySource.get(sourceKey);
    if (known) return Promise.resolve({ ...known, duplicate: true });
    if (this.#byId.has(eventId)) {
      const message = `Conversation event ${eventId} stands under another source already; give a new message a new id.`;
      return Promise.reject(new Rejection('OPERATION_PAYLOAD_CONFLICT', message, { eventId }));
    }
    const conversation: Conversation = this.#conversations.get(conversationKey) ?? { events: [], bySource: new Map() };
    const stored: ConversationEvent = { ...event, sequence: conversation.events.length + 1 };
    conversation.events.push(stored);
    conversation.bySource.set(sourceKey, stored);
    this.#conversations.set(conversationKey, conversation);
    this.#byId.set(eventId, stored);
    queueMicrotask(() => this.#listeners.forEach((listener) => listener(conversationKey)));
    return Promise.resolve({ ...stored, duplicate: false });
  }

  read(
    conversationKey: string,
    { after = 0, limit = 200 }: { readonly after?: number; readonly limit?: number } = {},
  ): Promise<readonly ConversationEvent[]> {
    return Promise.resolve(this.#conversations.get(conversationKey)?.events.slice(after, after + limit) ?? []);
  }

  find(eventId: string): Promise<ConversationEvent | undefined> {
    return Promise.resolve(this.#byId.get(eventId));
  }

  findBySource(conversationKey: string, sourceKey: string): Promise<ConversationEvent | undefined> {
    return Promise.resolve(this.#conversations.get(conversationKey)?.bySource.get(sourceKey));
  }

  lastSequence(conversationKey: string): Promise<number> {
    return Promise.resolve(this.#conversations.get(conversationKey)?.events.length ?? 0);
  }

  onAppend(listener: (conversationKey: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
