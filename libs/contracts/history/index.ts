export { createHistory } from './upcaster.js';
export type { History, Upcaster } from './upcaster.js';
