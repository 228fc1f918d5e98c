// Signed heads in memory.
import { HeadStore } from '../heads/index.js';
import type { HeadIndex, SignedHead } from '../heads/index.js';

const PAGE = 500;

export class MemoryHeadStore extends HeadStore {
  readonly #heads = new Map<string, SignedHead>();
  #cursor = 0;
  #index: HeadIndex | undefined;

  async cursor(): Promise<number> {
    return this.#cursor;
  }

  async save(heads: readonly SignedHead[], cursor: number): Promise<void> {
    for (const head of heads) this.#heads.set(head.streamId, head);
    this.#cursor = cursor;
  }

  async head(streamId: string): Promise<SignedHead | undefined> {
    return this.#heads.get(streamId);
  }

  async *heads(): AsyncIterable<readonly SignedHead[]> {
    const ids = [...this.#heads.keys()].toSorted();
    for (let from = 0; from < ids.length; from += PAGE) yield ids.slice(from, from + PAGE).map((id) => this.#heads.get(id)!);
  }

  async saveIndex(index: HeadIndex): Promise<void> {
    this.#index = index;
  }

  async lastIndex(): Promise<HeadIndex | undefined> {
    return this.#index;
  }

  async close(): Promise<void> {}
}
