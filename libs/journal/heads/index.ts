export { HeadSigner } from './head-signer.js';
export type { HeadSignerOptions } from './head-signer.js';
export { HeadStore } from './head-store.js';
export { SignedEvidence } from './signed-evidence.js';
export type { SignedSource } from './signed-evidence.js';
export { EndsDigest, isSigned, keyObject } from './signed-head.js';
export type { HeadIndex, HeadKeys, SignedHead } from './signed-head.js';
