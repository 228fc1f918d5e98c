export { TailFeed } from './tail-feed.js';
export type { TailOptions } from './tail-feed.js';
