// Openings that happen together are recorded in one durable transaction; none is answered before its record stands.
import type { VaultAudit, VaultStore } from './vault-store.js';

interface Waiting {
  readonly record: VaultAudit;
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

export class AuditQueue {
  readonly #store: VaultStore;
  #waiting: Waiting[] = [];

  constructor(store: VaultStore) {
    this.#store = store;
  }

  /** Resolves when the record is durable; rejects with what the store throws. */
  add(record: VaultAudit): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ record, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#flush());
    });
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      await this.#store.audit(waiting.map(({ record }) => record));
      for (const { resolve } of waiting) resolve();
    } catch (cause) {
      for (const { reject } of waiting) reject(cause);
    }
  }
}
