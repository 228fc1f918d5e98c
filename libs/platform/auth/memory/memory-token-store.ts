// Created tokens in memory.
import { TokenStore } from '../token-store.js';
import type { StoredToken } from '../token-store.js';

export class MemoryTokenStore extends TokenStore {
  readonly #tokens = new Map<string, StoredToken>();

  add(token: StoredToken): Promise<void> {
    this.#tokens.set(token.id, token);
    return Promise.resolve();
  }

  list(): Promise<readonly StoredToken[]> {
    return Promise.resolve([...this.#tokens.values()].sort((a, b) => a.createdAt - b.createdAt));
  }

  findByHash(hash: string): Promise<StoredToken | undefined> {
    return Promise.resolve([...this.#tokens.values()].find((token) => token.hash === hash));
  }

  revoke(id: string, at: number): Promise<boolean> {
    const token = this.#tokens.get(id);
    if (token) this.#tokens.set(id, { ...token, revokedAt: token.revokedAt ?? at });
    return Promise.resolve(token !== undefined);
  }
}
