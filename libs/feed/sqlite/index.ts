export { SqliteCursorStore } from './sqlite-cursor-store.js';
