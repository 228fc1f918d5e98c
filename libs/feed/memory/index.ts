export { MemoryCursorStore } from './memory-cursor-store.js';
