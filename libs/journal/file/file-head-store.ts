// Signed heads in one file beside the segments, replaced whole.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareIds } from '#domain/kernel';
import { HeadStore } from '../heads/index.js';
import type { HeadIndex, SignedHead } from '../heads/index.js';
import { replaceFile } from './atomic-file.js';
import { asStoreError } from './file-errors.js';

const PAGE = 500;

interface Kept {
  readonly cursor: number;
  readonly heads: readonly SignedHead[];
  readonly index: HeadIndex | null;
}

function read(path: string): Kept {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { cursor: 0, heads: [], index: null };
    throw asStoreError(error);
  }
}

export class FileHeadStore extends HeadStore {
  readonly #path: string;
  readonly #heads: Map<string, SignedHead>;
  #cursor: number;
  #index: HeadIndex | null;

  /** The folder of the Journal's segments. */
  constructor(folder: string) {
    super();
    this.#path = join(folder, 'heads.json');
    const { cursor, heads, index } = read(this.#path);
    this.#heads = new Map(heads.map((head) => [head.streamId, head]));
    this.#cursor = cursor;
    this.#index = index;
  }

  async cursor(): Promise<number> {
    return this.#cursor;
  }

  async save(heads: readonly SignedHead[], cursor: number): Promise<void> {
    for (const head of heads) this.#heads.set(head.streamId, head);
    this.#cursor = cursor;
    await this.#write();
  }

  async head(streamId: string): Promise<SignedHead | undefined> {
    return this.#heads.get(streamId);
  }

  async *heads(): AsyncIterable<readonly SignedHead[]> {
    const heads = this.#sorted();
    for (let from = 0; from < heads.length; from += PAGE) yield heads.slice(from, from + PAGE);
  }

  async saveIndex(index: HeadIndex): Promise<void> {
    this.#index = index;
    await this.#write();
  }

  async lastIndex(): Promise<HeadIndex | undefined> {
    return this.#index ?? undefined;
  }

  async close(): Promise<void> {}

  #sorted(): readonly SignedHead[] {
    return [...this.#heads.values()].toSorted((a, b) => compareIds(a.streamId, b.streamId));
  }

  async #write(): Promise<void> {
    const kept: Kept = { cursor: this.#cursor, heads: this.#sorted(), index: this.#index };
    try {
      await replaceFile(this.#path, JSON.stringify(kept));
    } catch (error) {
      throw asStoreError(error);
    }
  }
}
