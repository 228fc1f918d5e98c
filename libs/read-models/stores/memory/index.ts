export { MemoryReadModelStore } from './memory-read-model-store.js';
