// Hosts that pull their work.
export { PullHost } from './pull-host.js';
export type { Piece, PullHostOptions, PullHostPorts } from './pull-host.js';
