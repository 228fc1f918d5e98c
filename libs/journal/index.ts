export { Journal } from './journal.js';
export type { AppendBatch, JournalCapabilities, ReadStreamOptions, RememberedOperation } from './journal.js';
