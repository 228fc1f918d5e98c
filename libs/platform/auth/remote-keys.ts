// The published keys of an OIDC issuer: fetched when first needed, and once more when a token names a key that is not among them.
import { createLocalJWKSet, errors } from 'jose';
import type { CryptoKey, FlattenedJWSInput, JSONWebKeySet, JWSHeaderParameters } from 'jose';

/** Forged key ids must not make us ask an issuer all the time. */
const COOLDOWN_MS = 10_000;
const TIMEOUT_MS = 5000;

export interface KeySource {
  readonly issuer: string;
  readonly jwksUri?: string | undefined;
}

export class RemoteKeys {
  readonly #source: KeySource;
  readonly #now: () => number;
  #set: Promise<ReturnType<typeof createLocalJWKSet>> | undefined;
  #fetchedAt = 0;

  /** `now` in epoch milliseconds. */
  constructor(source: KeySource, now: () => number) {
    this.#source = source;
    this.#now = now;
  }

  /** For `jwtVerify`. Throws JWKSNoMatchingKey, or what the network throws. */
  async find(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    const set = await this.#current();
    try {
      return await set(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.#now() - this.#fetchedAt < COOLDOWN_MS) throw error;
      this.#set = undefined;
      return (await this.#current())(header, token);
    }
  }

  #current(): Promise<ReturnType<typeof createLocalJWKSet>> {
    if (!this.#set) {
      this.#fetchedAt = this.#now();
      this.#set = this.#fetch();
      this.#set.catch(() => (this.#set = undefined));
    }
    return this.#set;
  }

  async #fetch(): Promise<ReturnType<typeof createLocalJWKSet>> {
    const { issuer, jwksUri = await discover(issuer) } = this.#source;
    return createLocalJWKSet((await fetchJson(jwksUri)) as JSONWebKeySet);
  }
}

async function discover(issuer: string): Promise<string> {
  const document = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const { issuer: named, jwks_uri: uri } = document as { issuer?: unknown; jwks_uri?: unknown };
  if (named === issuer && typeof uri === 'string') return uri;
  throw new Error(`The discovery document of ${issuer} names another issuer or no jwks_uri.`);
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response.json();
}
