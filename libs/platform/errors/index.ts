export { allowedMethods } from './allowed-methods.js';
export { ProblemFilter } from './problem-filter.js';
export { problemCodes, START_CODES, statusOf } from './problem-table.js';
export type { ProblemStatus } from './problem-table.js';
export { kindOf, problemOf } from './problem.js';
export type { ErrorKind, Problem, ProblemAnswer } from './problem.js';
export { traceIdOf } from './trace-id.js';
export { wireError } from './wire-error.js';
