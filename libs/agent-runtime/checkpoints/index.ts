// The cache of agent graphs. It holds texts of the Project, so it lies in memory and never on disk.
export { memoryCheckpoints } from './memory-checkpoints.js';
