export { SqliteCursorStore } from './sqlite-cursor-store.js';
export { SqliteWorkingSet } from './sqlite-working-set.js';
