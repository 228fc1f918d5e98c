export { PostgresCursorStore } from './postgres-cursor-store.js';
