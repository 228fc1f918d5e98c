export { FileHeadStore } from './file-head-store.js';
export { FileJournal } from './file-journal.js';
export type { FileJournalOptions } from './file-journal.js';
