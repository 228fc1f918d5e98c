// Every token that this server takes over HTTP: of the configuration, the bootstrap one, created ones, and those of OIDC issuers.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { v7 } from 'uuid';
import { Rejection } from '#domain/kernel';
import type { Config } from '#platform/config';
import type { OidcTokens } from './oidc-tokens.js';
import type { Plane, Principal, TokenScope } from './principal.js';
import type { StoredToken, TokenStore } from './token-store.js';

export const BOOTSTRAP_PRINCIPAL = 'workroom-admin';

interface KnownToken {
  readonly hash: Buffer;
  readonly principal: Principal;
}

export interface TokenSources {
  readonly http: Pick<Config['http'], 'token' | 'tokens'>;
  /** The text in the data directory; null when the operator configured tokens of their own and wants none. */
  readonly bootstrap: string | null;
  readonly store: TokenStore;
  readonly oidc?: OidcTokens;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

export class TokenBook {
  readonly #known: readonly KnownToken[];
  readonly #store: TokenStore;
  readonly #oidc: OidcTokens | undefined;

  constructor({ http, bootstrap, store, oidc }: TokenSources) {
    const known = (token: string, principal: Principal): KnownToken => ({ hash: sha256(token), principal });
    const full = { scope: 'full', planes: null } as const;
    this.#known = [
      ...(bootstrap === null ? [] : [known(bootstrap, { tokenId: 'bootstrap', principalId: BOOTSTRAP_PRINCIPAL, ...full })]),
      ...(http.token === undefined ? [] : [known(http.token, { tokenId: 'http.token', principalId: null, ...full })]),
      ...http.tokens.map(({ token, principalId, scope, planes }, index) =>
        known(token, { tokenId: `http.tokens[${index}]`, principalId: principalId ?? null, scope, planes: planes ?? null }),
      ),
    ];
    this.#store = store;
    this.#oidc = oidc;
  }

  /** Throws Rejection TOKEN_INVALID or TOKEN_EXPIRED. Known tokens are compared in constant time. */
  async authenticate(token: string | undefined): Promise<Principal> {
    if (token) {
      const hash = sha256(token);
      let found: Principal | undefined;
      for (const known of this.#known) if (timingSafeEqual(known.hash, hash)) found ??= known.principal;
      found ??= await this.#created(hash);
      found ??= await this.#oidc?.principalOf(token);
      if (found) return found;
    }
    throw new Rejection(
      'TOKEN_INVALID',
      'The token is missing or unknown: send Authorization: Bearer with one that this server knows.',
    );
  }

  async #created(hash: Buffer): Promise<Principal | undefined> {
    const stored = await this.#store.findByHash(hash.toString('hex'));
    if (!stored || stored.revokedAt !== null) return undefined;
    const { id, principalId, scope, planes } = stored;
    return { tokenId: `created:${id}`, principalId, scope, planes };
  }
}

/** Makes a token; its text is answered once and never stored. `now` in epoch milliseconds. */
export async function createToken(
  store: TokenStore,
  wanted: { readonly principalId: string; readonly scope: TokenScope; readonly planes: readonly Plane[] | null },
  now: number,
): Promise<{ readonly token: string; readonly stored: StoredToken }> {
  const token = newTokenText();
  const stored: StoredToken = { id: v7(), hash: sha256(token).toString('hex'), ...wanted, createdAt: now, revokedAt: null };
  await store.add(stored);
  return { token, stored };
}

export const newTokenText = (): string => `wr_${randomBytes(32).toString('base64url')}`;
