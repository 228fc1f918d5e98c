export { MemoryVaultStore } from './memory-vault-store.js';
