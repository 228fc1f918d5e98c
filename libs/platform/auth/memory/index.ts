export { MemorySigningKeyStore } from './memory-signing-key-store.js';
export { MemoryTokenStore } from './memory-token-store.js';
