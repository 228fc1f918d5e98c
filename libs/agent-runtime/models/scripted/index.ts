// For tests only.
export { ScriptedModel } from './scripted-model.js';
export type { ScriptedAnswer } from './scripted-model.js';
