export { batchOn, EMPTY_HEAD, nextBatch } from './batch.js';
export type { BatchContent } from './batch.js';
export { command, counter, uuid } from './counter.js';
export type { Count, Counted, Counter } from './counter.js';
export { allOf, outcomes, refused, streamOf } from './harness.js';
export type { JournalHarness, SuiteOptions, TamperedColumns } from './harness.js';
export { journalSuite } from './journal.suite.js';
export { snapshotStoreSuite } from './snapshot-store.suite.js';
export type { SnapshotHarness } from './snapshot-store.suite.js';
