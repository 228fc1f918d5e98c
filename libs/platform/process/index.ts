export { DataDirectory, findBootstrapToken, findServer } from './data-directory.js';
export type { RunningServer } from './data-directory.js';
export { readOrCreatePrivate, readPrivate, writePrivate } from './private-file.js';
