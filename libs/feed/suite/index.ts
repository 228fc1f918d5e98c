export { cursorStoreSuite } from './cursor-store.suite.js';
export type { CursorHarness } from './cursor-store.suite.js';
export { collect, feedSuite } from './feed.suite.js';
export type { FeedHarness } from './feed.suite.js';
