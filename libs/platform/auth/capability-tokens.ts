// Capability tokens: EdDSA JWTs that let an executor, a reviewer or a service send commands within exact claims. Void over HTTP.
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { v7 } from 'uuid';
import { z } from 'zod';
import { Rejection } from '#domain/kernel';
import type { Capability } from '#domain/kernel';
import type { SigningKeys } from './signing-keys.js';

export const CAPABILITY_AUDIENCE = 'workroom';
const TYPE = 'workroom-capability+jwt';

const ROLES = [
  'sponsor',
  'participant',
  'orchestrator',
  'executor',
  'integration',
  'reviewer',
  'planning',
  'scheduler',
  'supply',
  'clock',
  'acceptance',
  'ingress',
  'workspace',
  'gateway',
  'control_plane',
  'service',
] as const satisfies readonly Capability['role'][];

const id = z.string().min(1).max(256);
const claims = z.strictObject({
  iss: id,
  aud: z.union([id, z.array(id)]),
  iat: z.int(),
  sub: id,
  role: z.enum(ROLES),
  project: id.optional(),
  run: id.optional(),
  task: id.optional(),
  assignment: id.optional(),
  attempt: z.int().min(0).optional(),
  fence: z.int().min(0).optional(),
  exp: z.int(),
  jti: id,
});

export type NewCapability = Omit<Capability, 'exp' | 'jti'>;

export class CapabilityTokens {
  readonly #keys: SigningKeys;
  readonly #issuer: string;
  readonly #now: () => number;

  /** `issuer` names this installation; `now` is the store's clock, epoch milliseconds. */
  constructor(keys: SigningKeys, issuer: string, now: () => number) {
    this.#keys = keys;
    this.#issuer = issuer;
    this.#now = now;
  }

  /** `expiresAt` in epoch milliseconds, e.g. lease end + 10 min. */
  async issue(capability: NewCapability, expiresAt: number): Promise<string> {
    const { keyId, privateKey } = await this.#keys.current();
    const { sub, ...rest } = capability;
    return new SignJWT({ ...rest })
      .setProtectedHeader({ alg: 'EdDSA', kid: keyId, typ: TYPE })
      .setIssuer(this.#issuer)
      .setAudience(CAPABILITY_AUDIENCE)
      .setSubject(sub)
      .setJti(v7())
      .setIssuedAt(Math.floor(this.#now() / 1000))
      .setExpirationTime(Math.floor(expiresAt / 1000))
      .sign(privateKey);
  }

  /** Throws Rejection TOKEN_INVALID or TOKEN_EXPIRED. Neither algorithm nor key is the token's choice: only a known key id, only EdDSA. */
  async verify(token: string | undefined): Promise<Capability> {
    const payload = await this.#payload(token ?? '');
    const parsed = claims.safeParse(payload);
    if (!parsed.success) throw invalid('its claims are not those of a capability');
    const { iss: _iss, aud: _aud, iat: _iat, ...capability } = parsed.data;
    return Object.fromEntries(Object.entries(capability).filter(([, value]) => value !== undefined)) as unknown as Capability;
  }

  async #payload(token: string): Promise<unknown> {
    try {
      const { kid } = decodeProtectedHeader(token);
      const key = typeof kid === 'string' ? await this.#keys.publicKey(kid) : undefined;
      if (!key) throw invalid('its key is not known here');
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['EdDSA'],
        typ: TYPE,
        issuer: this.#issuer,
        audience: CAPABILITY_AUDIENCE,
        requiredClaims: ['sub', 'exp', 'iat', 'jti', 'role'],
        currentDate: new Date(this.#now()),
      });
      return payload;
    } catch (cause) {
      if (cause instanceof errors.JWTExpired) {
        throw new Rejection(
          'TOKEN_EXPIRED',
          'The capability token has expired: heartbeat or resume to get a fresh one.',
          {},
          { cause },
        );
      }
      if (cause instanceof errors.JOSEError || cause instanceof TypeError) throw invalid('it does not verify', cause);
      throw cause;
    }
  }
}

const invalid = (why: string, cause?: unknown): Rejection =>
  new Rejection('TOKEN_INVALID', `The capability token is refused: ${why}. Ask the orchestrator for one.`, {}, { cause });
