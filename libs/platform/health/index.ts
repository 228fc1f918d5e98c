export { OperationsController } from './operations.controller.js';
export { Readiness } from './readiness.js';
export type { ReadinessReport } from './readiness.js';
