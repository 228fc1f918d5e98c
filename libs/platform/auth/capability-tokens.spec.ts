import { generateKeyPairSync } from 'node:crypto';
import { exportSPKI, SignJWT, UnsecuredJWT } from 'jose';
import type { CryptoKey } from 'jose';
import { CapabilityTokens } from './capability-tokens.js';
import { MemorySigningKeyStore } from './memory/index.js';
import { SigningKeys } from './signing-keys.js';
import type { KeyWrap } from './signing-keys.js';

const wrap: KeyWrap = {
  wrap: (secret, additional) => `${additional}|${Buffer.from(secret).toString('base64')}`,
  unwrap: (wrapped, additional) =>
    wrapped.startsWith(`${additional}|`) ? Buffer.from(wrapped.slice(additional.length + 1), 'base64') : undefined,
};
const START = 1_700_000_000_000;
const claims = {
  sub: 'agent:executor',
  role: 'executor',
  project: 'demo',
  run: 'run-1',
  task: 't1',
  assignment: 'assignment-1',
  attempt: 1,
  fence: 3,
} as const;

describe('capability tokens', () => {
  let now: number;
  let keys: SigningKeys;
  let tokens: CapabilityTokens;
  beforeEach(() => {
    now = START;
    keys = new SigningKeys('tokens', new MemorySigningKeyStore(), wrap, () => now);
    tokens = new CapabilityTokens(keys, 'workroom:local', () => now);
  });
  const code = async (token: string | undefined): Promise<string> => {
    try {
      await tokens.verify(token);
      return 'accepted';
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  };
  /** A token by the very key, with other claims or header. */
  const forged = async (
    over: Record<string, unknown> = {},
    header: object = {},
    key?: CryptoKey | Uint8Array,
  ): Promise<string> => {
    const { keyId, privateKey } = await keys.current();
    const seconds = Math.floor(now / 1000);
    const payload = { ...claims, iss: 'workroom:local', aud: 'workroom', iat: seconds, exp: seconds + 60, jti: 'j', ...over };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'EdDSA', kid: keyId, typ: 'workroom-capability+jwt', ...header })
      .sign(key ?? privateKey);
  };

  it('[K-040] carry the claims they were issued with, and a key id', async () => {
    const token = await tokens.issue(claims, now + 600_000);
    expect(await tokens.verify(token)).toEqual({ ...claims, exp: (START + 600_000) / 1000, jti: expect.any(String) });
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as unknown;
    expect(header).toEqual({ alg: 'EdDSA', kid: (await keys.current()).keyId, typ: 'workroom-capability+jwt' });
    const service = await tokens.verify(await tokens.issue({ sub: 'system:gateway', role: 'gateway' }, now + 1000));
    expect(Object.keys(service).sort()).toEqual(['exp', 'jti', 'role', 'sub']);
  });

  it('[K-041] expire by the store clock, and are refused when missing or garbled', async () => {
    const token = await tokens.issue(claims, now + 600_000);
    now += 599_000;
    expect(await code(token)).toBe('accepted');
    now += 2000;
    expect(await code(token)).toBe('TOKEN_EXPIRED');
    for (const bad of [undefined, '', 'x', 'a.b.c', `${token}x`, token.slice(0, -5)])
      expect(await code(bad)).toBe('TOKEN_INVALID');
  });

  it('[F-JW-01] let neither the header nor a public key choose the algorithm', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const published = await keys.publicKey((await keys.current()).keyId);
    if (!published) throw new Error('a published key was expected');
    const spki = await exportSPKI(published);
    expect(await code(await forged())).toBe('accepted');
    const secrets = [spki, spki.trim(), publicKey.export({ format: 'jwk' }).x ?? '', (await keys.jwks()).keys[0]?.x ?? ''];
    for (const secret of secrets) {
      const bytes = new TextEncoder().encode(secret.padEnd(32, ' '));
      expect(await code(await forged({ role: 'orchestrator' }, { alg: 'HS256' }, bytes))).toBe('TOKEN_INVALID');
    }
    const unsecured = new UnsecuredJWT({ ...claims, role: 'orchestrator' })
      .setIssuer('workroom:local')
      .setAudience('workroom')
      .setExpirationTime('1h')
      .encode();
    expect(await code(unsecured)).toBe('TOKEN_INVALID');
  });

  it('[F-JW-06] match the audience by exact element', async () => {
    expect(await code(await forged({ aud: ['other', 'workroom'] }))).toBe('accepted');
    for (const aud of [[], ['workroom-evil'], 'xworkroomx', 'Workroom', ['work', 'room']]) {
      expect(await code(await forged({ aud }))).toBe('TOKEN_INVALID');
    }
  });

  it.each<{ what: string; claims?: Record<string, unknown>; header?: object }>([
    { what: 'of another issuer', claims: { iss: 'elsewhere' } },
    { what: 'of an unknown key', header: { kid: 'unknown' } },
    { what: 'without key id', header: { kid: undefined } },
    { what: 'of another type', header: { typ: 'JWT' } },
    { what: 'of an unknown role', claims: { role: 'root' } },
    { what: 'with a claim of no capability', claims: { admin: true } },
    { what: 'with a fence that is no number', claims: { fence: '3' } },
    { what: 'without jti', claims: { jti: undefined } },
    { what: 'without exp', claims: { exp: undefined } },
  ])('are refused $what', async ({ claims: over, header }) => {
    expect(await code(await forged(over, header))).toBe('TOKEN_INVALID');
  });

  it('[K-060] go on verifying after a rotation, and after a restart', async () => {
    const before = await tokens.issue(claims, now + 600_000);
    await keys.rotate();
    const after = await tokens.issue(claims, now + 600_000);
    expect([await code(before), await code(after)]).toEqual(['accepted', 'accepted']);
    expect((await keys.jwks()).keys).toHaveLength(2);
  });
});

describe('signing keys', () => {
  const store = new MemorySigningKeyStore();
  const make = (over: KeyWrap = wrap): SigningKeys => new SigningKeys('heads', store, over, () => START);

  it('are made once and found again, their private half wrapped', async () => {
    const { keyId } = await make().current();
    expect((await make().current()).keyId).toBe(keyId);
    const [stored] = await store.list('heads');
    expect(stored?.publicJwk).not.toHaveProperty('d');
    expect(await make().jwks()).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', x: stored?.publicJwk.x, kid: keyId, alg: 'EdDSA', use: 'sig' }],
    });
  });

  it('refuse the start under another root key', async () => {
    await make().current();
    const other = make({ ...wrap, unwrap: () => undefined });
    await expect(other.current()).rejects.toMatchObject({ code: 'SIGNING_KEY_MISSING' });
  });
});
