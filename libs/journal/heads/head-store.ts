// The store port of signed heads. Every driver passes suite/head-store.suite.ts.
import type { HeadIndex, SignedHead } from './signed-head.js';

/** Heads and cursor are stored together or not at all; a head replaces an earlier one of its stream. Thrown: Unavailable. */
export abstract class HeadStore {
  /** How far the Journal's heads are signed; 0 at the beginning. */
  abstract cursor(): Promise<number>;
  abstract save(heads: readonly SignedHead[], cursor: number): Promise<void>;
  abstract head(streamId: string): Promise<SignedHead | undefined>;
  /** Pages in code-unit order of the stream ids. */
  abstract heads(): AsyncIterable<readonly SignedHead[]>;
  abstract saveIndex(index: HeadIndex): Promise<void>;
  /** The one with the greatest position. */
  abstract lastIndex(): Promise<HeadIndex | undefined>;
  abstract close(): Promise<void>;
}
