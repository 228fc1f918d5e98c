export { MemoryConversationEvents } from './memory-conversation-events.js';
