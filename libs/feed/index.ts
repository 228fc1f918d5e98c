export { Feed } from './feed.js';
export type { FeedBatch } from './feed.js';
