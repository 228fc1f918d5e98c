// Tokens of OIDC issuers. Algorithms are pinned by issuer and never chosen by the token; an unknown key id is asked for once.
import { decodeJwt, errors, jwtVerify } from 'jose';
import { Rejection, Unavailable } from '#domain/kernel';
import type { Config } from '#platform/config';
import type { Principal } from './principal.js';
import { RemoteKeys } from './remote-keys.js';

type Issuer = Config['http']['oidc'][number];

export class OidcTokens {
  readonly #issuers: ReadonlyMap<string, Issuer & { readonly keys: RemoteKeys }>;
  readonly #now: () => number;

  /** `now` in epoch milliseconds. */
  constructor(issuers: readonly Issuer[], now: () => number) {
    this.#issuers = new Map(issuers.map((issuer) => [issuer.issuer, { ...issuer, keys: new RemoteKeys(issuer, now) }]));
    this.#now = now;
  }

  /** undefined when the token is of no issuer of ours. Throws Rejection TOKEN_INVALID or TOKEN_EXPIRED, Unavailable RUNTIME_NOT_READY. */
  async principalOf(token: string): Promise<Principal | undefined> {
    const issuer = this.#issuers.get(issuerOf(token) ?? '');
    if (!issuer) return undefined;
    const { payload } = await this.#verified(token, issuer);
    const principalId = payload[issuer.principalClaim];
    if (typeof principalId !== 'string' || principalId === '') {
      throw new Rejection(
        'TOKEN_INVALID',
        `The token of ${issuer.issuer} has no claim ${issuer.principalClaim} that names a principal.`,
      );
    }
    return { tokenId: `oidc:${issuer.issuer}#${principalId}`, principalId, scope: issuer.scope, planes: null };
  }

  async #verified(token: string, issuer: Issuer & { readonly keys: RemoteKeys }): Promise<{ payload: Record<string, unknown> }> {
    try {
      return await jwtVerify(token, (header, jws) => issuer.keys.find(header, jws), {
        issuer: issuer.issuer,
        audience: issuer.audience,
        algorithms: issuer.algorithms,
        requiredClaims: ['exp'],
        currentDate: new Date(this.#now()),
      });
    } catch (cause) {
      if (cause instanceof errors.JWTExpired) {
        throw new Rejection('TOKEN_EXPIRED', `The token of ${issuer.issuer} has expired: log in again.`, {}, { cause });
      }
      if (cause instanceof errors.JOSEError) {
        throw new Rejection('TOKEN_INVALID', `The token of ${issuer.issuer} does not verify: log in again.`, {}, { cause });
      }
      throw new Unavailable('RUNTIME_NOT_READY', `The keys of ${issuer.issuer} cannot be fetched.`, 5000, {}, { cause });
    }
  }
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
