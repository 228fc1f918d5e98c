// Holds what was read against what was signed: a chain that was rewritten whole, or cut, no longer fits its signed end.
import type { StreamHead } from '#domain/kernel';
import type { StoredEvent } from '#contracts/codec';
import type { HeadStore } from './head-store.js';
import { EndsDigest, isSigned } from './signed-head.js';
import type { HeadIndex, HeadKeys, SignedHead } from './signed-head.js';

export interface SignedSource {
  readonly store: HeadStore;
  readonly publicKey: HeadKeys['publicKey'];
}

type Report = (kind: 'signature' | 'signed', streamId: string, revision: number, globalPosition: number | null) => void;

export class SignedEvidence {
  readonly #source: SignedSource;
  readonly #report: Report;
  readonly #heads = new Map<string, SignedHead>();
  #index: HeadIndex | undefined;

  constructor(source: SignedSource, report: Report) {
    this.#source = source;
    this.#report = report;
  }

  /** One stream's head, or all heads and the last index. Reports signatures that no known key made. */
  async load(streamId?: string): Promise<void> {
    const { store, publicKey } = this.#source;
    if (streamId !== undefined) {
      const head = await store.head(streamId);
      return this.#take(head ? [head] : []);
    }
    for await (const page of store.heads()) await this.#take(page);
    const index = await store.lastIndex();
    if (index) this.#index = (await isSigned(index, publicKey)) ? index : { ...index, digest: '' };
  }

  /** Whether every event that the index counts lies before `position`, and it was not compared yet. */
  isDue(position: number): boolean {
    return this.#index !== undefined && position > this.#index.position;
  }

  /** The position of an index that does not fit these ends; null when it fits. Compares once. */
  compareIndex(ends: ReadonlyMap<string, StreamHead>): number | null {
    const index = this.#index;
    this.#index = undefined;
    if (!index) return null;
    const digest = new EndsDigest();
    for (const streamId of [...ends.keys()].toSorted()) digest.add({ streamId, ...ends.get(streamId)! });
    return digest.result().digest === index.digest ? null : index.position;
  }

  check({ streamId, revision, hash, globalPosition }: StoredEvent): void {
    const head = this.#heads.get(streamId);
    if (head?.revision === revision && head.hash !== hash) this.#report('signed', streamId, revision, globalPosition);
  }

  /** Streams that end before the end that was signed. */
  checkEnds(ends: ReadonlyMap<string, StreamHead>): void {
    for (const { streamId, revision } of this.#heads.values()) {
      const end = ends.get(streamId)?.revision ?? -1;
      if (end < revision) this.#report('signed', streamId, end + 1, null);
    }
  }

  async #take(heads: readonly SignedHead[]): Promise<void> {
    for (const head of heads) {
      if (await isSigned(head, this.#source.publicKey)) this.#heads.set(head.streamId, head);
      else this.#report('signature', head.streamId, head.revision, null);
    }
  }
}
