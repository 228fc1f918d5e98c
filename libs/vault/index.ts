export { EncryptedVault, MAX_BODY_BYTES, UNREFERENCED_MS } from './encrypted-vault.js';
export type { VaultOptions } from './encrypted-vault.js';
export { ephemeralRootKey, RootKey } from './root-key.js';
export { openRootKey, ROOT_KEY_FILE } from './root-key-file.js';
export { VaultStore } from './vault-store.js';
export type { ProjectKey, VaultAudit, VaultObject, VaultObjectState } from './vault-store.js';
export { Vault } from './vault.js';
export type { OpenPayload, PayloadDescriptor, PayloadKind, RegisterPayload } from './vault.js';
