export { exportBundle, verifyBundle } from './export-bundle.js';
export type { BundleVerification } from './export-bundle.js';
export { foldStream } from './fold.js';
export type { Folded } from './fold.js';
export { handle } from './handle.js';
export type { HandleOptions } from './handle.js';
export { HeadSigner, HeadStore } from './heads/index.js';
export type { HeadIndex, HeadKeys, HeadSignerOptions, SignedHead, SignedSource } from './heads/index.js';
export { Journal } from './journal.js';
export type {
  AppendBatch,
  JournalCapabilities,
  PrincipalOperation,
  ReadAllOptions,
  ReadStreamOptions,
  RememberedOperation,
  StreamEnd,
} from './journal.js';
export { stats } from './stats.js';
export type { JournalStats } from './stats.js';
export { verify } from './verify.js';
export type { Break, BreakKind, Verification, VerifyOptions } from './verify.js';
export { SnapshotStore } from './snapshot-store.js';
export type { Snapshot, SnapshotKey } from './snapshot-store.js';
export { Snapshots } from './snapshots.js';
export type { SnapshotOptions } from './snapshots.js';
