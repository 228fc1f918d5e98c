export { SqliteCatalogTable } from './sqlite-catalog-table.js';
export { SqliteReadModelStore } from './sqlite-read-model-store.js';
export { openViewsDatabase } from './views-database.js';
export type { ViewsDatabase } from './views-database.js';
export { WriteQueue } from './write-queue.js';
