import { conversationEventsSuite } from '../suite/conversation-events.suite.js';
import { MemoryConversationEvents } from './memory-conversation-events.js';

conversationEventsSuite('memory', () => new MemoryConversationEvents());
