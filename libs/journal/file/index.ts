export { FileJournal } from './file-journal.js';
export type { FileJournalOptions } from './file-journal.js';
