export { ConversationEvents } from './conversation-events.js';
export type { AppendedConversationEvent, ConversationEvent, NewConversationEvent } from './conversation-events.js';
