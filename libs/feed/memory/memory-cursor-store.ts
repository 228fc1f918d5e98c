// Cursors in memory.
import { compareIds } from '#domain/kernel';
import { CursorStore } from '../cursor-store.js';

export class MemoryCursorStore extends CursorStore {
  readonly #positions = new Map<string, number>();

  async load(reader: string): Promise<number> {
    return this.#positions.get(reader) ?? 0;
  }

  async save(reader: string, position: number): Promise<void> {
    this.#positions.set(reader, Math.max(position, this.#positions.get(reader) ?? 0));
  }

  async forget(reader: string): Promise<void> {
    this.#positions.delete(reader);
  }

  async all() {
    return [...this.#positions]
      .map(([reader, position]) => ({ reader, position }))
      .toSorted((a, b) => compareIds(a.reader, b.reader));
  }

  async close(): Promise<void> {}
}
