// Helpers of specs: given / when / then for deciders, fixed ids and principals. They never ship.
export { deepFreeze, fixedHash, fold, specify } from './decider-specification.js';
export type { Then, When } from './decider-specification.js';
export { agent, commandIdOf, contentHashOf, digestOf, metaOf, person, system, textOf } from './identity.js';
