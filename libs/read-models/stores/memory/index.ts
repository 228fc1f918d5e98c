export { MemoryCatalogTable } from './memory-catalog-table.js';
export { MemoryReadModelStore } from './memory-read-model-store.js';
