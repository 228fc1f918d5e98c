export { MemoryJournal } from './memory-journal.js';
export { MemoryStore } from './memory-store.js';
export { MemorySnapshotStore } from './memory-snapshot-store.js';
export { MemoryHeadStore } from './memory-head-store.js';
