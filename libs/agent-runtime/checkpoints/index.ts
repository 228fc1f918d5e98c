// Places for the cache of agent graphs.
export { fileCheckpoints } from './file-checkpoints.js';
export { memoryCheckpoints } from './memory-checkpoints.js';
