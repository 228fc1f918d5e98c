export { SqliteVaultStore } from './sqlite-vault-store.js';
