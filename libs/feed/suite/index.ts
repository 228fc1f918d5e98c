export { cursorStoreSuite } from './cursor-store.suite.js';
export type { CursorHarness } from './cursor-store.suite.js';
export { collect, feedSuite } from './feed.suite.js';
export type { FeedHarness } from './feed.suite.js';
export { workingSetSuite } from './working-set.suite.js';
export type { WorkingSetHarness } from './working-set.suite.js';
