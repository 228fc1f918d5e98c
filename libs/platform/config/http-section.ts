// `http`: where the API listens, who may call it, and how often.
import { z } from 'zod';
import { count, secret, text, url } from './values.js';

export const PLANES = ['run', 'profile', 'knowledge', 'portfolio', 'effect', 'lifecycle', 'governance'] as const;

const token = z.strictObject({
  token: secret(),
  scope: z.enum(['full', 'demo']),
  principalId: text().optional(),
  planes: z.array(z.enum(PLANES)).optional(),
});

const oidc = z.strictObject({
  issuer: url(),
  audience: text(),
  jwksUri: url().optional(),
  algorithms: z.array(z.enum(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'])).min(1),
  principalClaim: text(),
  scope: z.enum(['full', 'demo']),
});

const httpShape = z.strictObject({
  host: text().default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(8086),
  base: z
    .string()
    .regex(/^\/[A-Za-z0-9._~/-]*[A-Za-z0-9._~-]$/, 'begin with / and do not end with /')
    .default('/api'),
  /** Scope full, no principal. */
  token: secret().optional(),
  tokens: z.array(token).default([]),
  oidc: z.array(oidc).default([]),
  /** A minute and token; 0 is no limit. */
  rateLimits: z.strictObject({ writes: count().default(120), reads: count().default(1200) }).prefault({}),
});

/** One token text means one thing: twice with another scope, principal or planes is refused. */
export const httpSection = httpShape.superRefine(({ token: plain, tokens }, context) => {
  const meaning = (entry: { scope: string; principalId?: string | undefined; planes?: readonly string[] | undefined }): string =>
    JSON.stringify([entry.scope, entry.principalId ?? null, [...(entry.planes ?? PLANES)].sort()]);
  const seen = new Map<string, string>(plain === undefined ? [] : [[plain, meaning({ scope: 'full' })]]);
  tokens.forEach((entry, index) => {
    const known = seen.get(entry.token);
    if (known === undefined) seen.set(entry.token, meaning(entry));
    else if (known !== meaning(entry)) {
      const message = 'this token stands above with another scope, principalId or planes: give each its own token';
      context.addIssue({ code: 'custom', path: ['tokens', index, 'token'], message });
    }
  });
});
