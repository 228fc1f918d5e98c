export { CursorStore } from './cursor-store.js';
export { Feed } from './feed.js';
export type { FeedBatch } from './feed.js';
export { WorkingSet } from './working-set.js';
export type { KeptSet, OpenStream, SetChange } from './working-set.js';
