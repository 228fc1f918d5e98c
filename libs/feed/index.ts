export { CursorStore } from './cursor-store.js';
export { Feed } from './feed.js';
export type { FeedBatch } from './feed.js';
