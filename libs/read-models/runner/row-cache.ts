// The rows that a follower folded last, so that a busy row is not read back for each batch. Dropped whenever somebody else moved the view.

export class RowCache<Row> {
  readonly #rows = new Map<string, Row>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  /** Keeps the newest; null forgets. */
  put(key: string, row: Row | null): void {
    this.#rows.delete(key);
    if (row === null) return;
    this.#rows.set(key, row);
    if (this.#rows.size > this.#size) {
      const [oldest] = this.#rows.keys();
      if (oldest !== undefined) this.#rows.delete(oldest);
    }
  }

  clear(): void {
    this.#rows.clear();
  }
}
