// The process sandbox of this host.
export { Sandbox } from './sandbox.js';
export type { SandboxStatus } from './sandbox.js';
