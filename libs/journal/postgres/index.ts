export { PostgresHeadStore } from './postgres-head-store.js';
export { PostgresJournal } from './postgres-journal.js';
export type { PostgresJournalOptions } from './postgres-journal.js';
export { PostgresSnapshotStore } from './postgres-snapshot-store.js';
