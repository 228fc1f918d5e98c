export { SqliteConversationEvents } from './sqlite-conversation-events.js';
