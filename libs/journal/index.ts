export { foldStream } from './fold.js';
export type { Folded } from './fold.js';
export { handle } from './handle.js';
export type { HandleOptions } from './handle.js';
export { Journal } from './journal.js';
export type {
  AppendBatch,
  JournalCapabilities,
  PrincipalOperation,
  ReadAllOptions,
  ReadStreamOptions,
  RememberedOperation,
} from './journal.js';
