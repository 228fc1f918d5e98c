export { batchOn, EMPTY_HEAD, nextBatch } from './batch.js';
export type { BatchContent } from './batch.js';
export { command, counter, uuid } from './counter.js';
export type { Count, Counted, Counter } from './counter.js';
