export { Vault } from './vault.js';
export type { OpenPayload, PayloadDescriptor, PayloadKind, RegisterPayload } from './vault.js';
