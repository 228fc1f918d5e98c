// Wake-ups within the process.

export class Listeners {
  readonly #listeners = new Set<() => void>();

  add(listener: () => void): () => void {
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  wake(): void {
    for (const listener of this.#listeners) listener();
  }

  clear(): void {
    this.#listeners.clear();
  }
}
