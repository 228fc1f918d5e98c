export { refuseStart, startRefusalOf } from './start-refusal.js';
export type { StartOutput, StartRefusal } from './start-refusal.js';
