// Ed25519 keys, one set for signed heads and one for capability tokens: public halves are kept for ever, private ones wrapped.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { canonicalJson, Rejection } from '#domain/kernel';

export type KeyPurpose = 'heads' | 'tokens';

/** A row of `workroom_signing_keys`. */
export interface StoredSigningKey {
  readonly keyId: string;
  readonly purpose: KeyPurpose;
  readonly publicJwk: JWK;
  readonly wrappedPrivateKey: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly retiredAt: number | null;
}

/** Each method is one durable transaction. */
export abstract class SigningKeyStore {
  /** Oldest first, retired ones included. */
  abstract list(purpose: KeyPurpose): Promise<readonly StoredSigningKey[]>;
  /** Adds a key and retires the purpose's others at its createdAt. */
  abstract add(key: StoredSigningKey): Promise<void>;
}

/** What wraps a private key: the root key. */
export interface KeyWrap {
  wrap(secret: Uint8Array, additional: string): string;
  unwrap(wrapped: string, additional: string): Uint8Array | undefined;
}

export interface SigningKey {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
}

const aad = (keyId: string, purpose: KeyPurpose): string => canonicalJson({ keyId, purpose, use: 'signing-key' });

/** By key id, retired ones included; needs no root key. */
export async function readPublicKeys(store: SigningKeyStore, purpose: KeyPurpose): Promise<ReadonlyMap<string, CryptoKey>> {
  const keys = await store.list(purpose);
  const imported = keys.map(async ({ keyId, publicJwk }) => [keyId, (await importJWK(publicJwk, 'EdDSA')) as CryptoKey] as const);
  return new Map(await Promise.all(imported));
}

/** A JWKS document of every public key, retired ones included; needs no root key. */
export async function readJwks(store: SigningKeyStore, purpose: KeyPurpose): Promise<{ readonly keys: readonly JWK[] }> {
  const keys = await store.list(purpose);
  return { keys: keys.map(({ keyId, publicJwk }) => ({ ...publicJwk, kid: keyId, alg: 'EdDSA', use: 'sig' })) };
}

export class SigningKeys {
  readonly #purpose: KeyPurpose;
  readonly #store: SigningKeyStore;
  readonly #wrap: KeyWrap;
  readonly #now: () => number;
  #current: Promise<SigningKey> | undefined;
  #public: ReadonlyMap<string, CryptoKey> | undefined;

  constructor(purpose: KeyPurpose, store: SigningKeyStore, wrap: KeyWrap, now: () => number) {
    this.#purpose = purpose;
    this.#store = store;
    this.#wrap = wrap;
    this.#now = now;
  }

  /** The key in use; the first call makes one where there is none. Throws Rejection SIGNING_KEY_MISSING when it cannot be unwrapped. */
  current(): Promise<SigningKey> {
    if (!this.#current) {
      this.#current = this.#load();
      this.#current.catch(() => (this.#current = undefined));
    }
    return this.#current;
  }

  /** Publishes a new key; old public keys go on verifying. */
  async rotate(): Promise<SigningKey> {
    const key = await this.#make();
    this.#current = Promise.resolve(key);
    return key;
  }

  /** undefined for a key id that was never published here. */
  async publicKey(keyId: string): Promise<CryptoKey | undefined> {
    this.#public ??= await readPublicKeys(this.#store, this.#purpose);
    return this.#public.get(keyId);
  }

  /** A JWKS document: every public key, retired ones included. */
  async jwks(): Promise<{ readonly keys: readonly JWK[] }> {
    await this.current();
    return readJwks(this.#store, this.#purpose);
  }

  async #load(): Promise<SigningKey> {
    const stored = (await this.#store.list(this.#purpose)).findLast(({ retiredAt }) => retiredAt === null);
    if (!stored) return this.#make();
    const { keyId, wrappedPrivateKey } = stored;
    const bytes = this.#wrap.unwrap(wrappedPrivateKey, aad(keyId, this.#purpose));
    if (!bytes) {
      const message = `The ${this.#purpose} signing key ${keyId} does not open with this root key. Restore store and root key of one backup.`;
      throw new Rejection('SIGNING_KEY_MISSING', message, { keyId });
    }
    const jwk = JSON.parse(Buffer.from(bytes).toString('utf8')) as JWK;
    return { keyId, privateKey: (await importJWK(jwk, 'EdDSA')) as CryptoKey };
  }

  async #make(): Promise<SigningKey> {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const publicJwk = await exportJWK(publicKey);
    const keyId = await calculateJwkThumbprint(publicJwk);
    const secret = Buffer.from(JSON.stringify(await exportJWK(privateKey)), 'utf8');
    const wrappedPrivateKey = this.#wrap.wrap(secret, aad(keyId, this.#purpose));
    await this.#store.add({
      keyId,
      purpose: this.#purpose,
      publicJwk,
      wrappedPrivateKey,
      createdAt: this.#now(),
      retiredAt: null,
    });
    this.#public = undefined;
    return { keyId, privateKey };
  }
}
