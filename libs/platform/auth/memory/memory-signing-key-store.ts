// Signing keys in memory.
import { SigningKeyStore } from '../signing-keys.js';
import type { KeyPurpose, StoredSigningKey } from '../signing-keys.js';

export class MemorySigningKeyStore extends SigningKeyStore {
  #keys: readonly StoredSigningKey[] = [];

  list(purpose: KeyPurpose): Promise<readonly StoredSigningKey[]> {
    return Promise.resolve(this.#keys.filter((key) => key.purpose === purpose));
  }

  add(key: StoredSigningKey): Promise<void> {
    const retired = this.#keys.map((old) =>
      old.purpose === key.purpose ? { ...old, retiredAt: old.retiredAt ?? key.createdAt } : old,
    );
    this.#keys = [...retired, key];
    return Promise.resolve();
  }
}
