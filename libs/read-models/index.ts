export type { Projection, RowIndex } from './projection.js';
export { ReadModelStore } from './read-model-store.js';
export type { RowChange, RowQuery, ViewInfo } from './read-model-store.js';
