export { SqliteSigningKeyStore } from './sqlite-signing-key-store.js';
export { SqliteTokenStore } from './sqlite-token-store.js';
