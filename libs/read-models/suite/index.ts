export { describeReadModelStore } from './read-model-store.suite.js';
export type { OpenedStore } from './read-model-store.suite.js';
export { storyEnvelopes, storyEvents } from './story-events.suite.js';
