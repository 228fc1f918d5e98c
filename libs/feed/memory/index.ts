export { MemoryCursorStore } from './memory-cursor-store.js';
export { MemoryWorkingSet } from './memory-working-set.js';
