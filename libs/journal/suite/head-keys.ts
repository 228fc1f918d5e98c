// Keys that sign heads, in memory, for suites and specs.
import { webcrypto } from 'node:crypto';
import type { HeadKeys } from '../heads/index.js';

export class MemoryHeadKeys implements HeadKeys {
  readonly #pairs = new Map<string, webcrypto.CryptoKeyPair>();
  #current = '';

  /** A new key signs from now on; the old ones go on verifying. */
  async rotate(): Promise<string> {
    this.#current = `key-${this.#pairs.size + 1}`;
    this.#pairs.set(
      this.#current,
      (await webcrypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair,
    );
    return this.#current;
  }

  async current() {
    if (!this.#current) await this.rotate();
    return { keyId: this.#current, privateKey: this.#pairs.get(this.#current)!.privateKey };
  }

  readonly publicKey = async (keyId: string) => this.#pairs.get(keyId)?.publicKey;
}
