export { openWorkroomDatabase } from './database.js';
export { SqliteHeadStore } from './sqlite-head-store.js';
export { SqliteJournal } from './sqlite-journal.js';
export type { SqliteJournalOptions } from './sqlite-journal.js';
export { SqliteSnapshotStore } from './sqlite-snapshot-store.js';
