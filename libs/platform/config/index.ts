export { effectiveValues, MASK } from './effective.js';
export type { EffectiveValue } from './effective.js';
export { PLANES } from './http-section.js';
export { parseConfig } from './parse-config.js';
export type { ConfigSource, ParsedConfig } from './parse-config.js';
export { configJsonSchema } from './schema.js';
export type { Config } from './schema.js';
export { readSettings } from './settings.js';
export type { Settings, Storage } from './settings.js';
