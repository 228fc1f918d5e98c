export { EventStoreJournal } from './eventstore-journal.js';
export type { EventStoreJournalOptions } from './eventstore-journal.js';
