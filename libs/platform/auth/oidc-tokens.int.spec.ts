import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';
import { MemoryTokenStore } from './memory/index.js';
import { OidcTokens } from './oidc-tokens.js';
import { TokenBook } from './token-book.js';

describe('OIDC tokens', () => {
  let now: number;
  let server: Server;
  let issuer: string;
  let published: object[];
  let fetches: number;
  let keys: { publicKey: CryptoKey; privateKey: CryptoKey };
  let tokens: OidcTokens;

  beforeEach(async () => {
    now = 1_700_000_000_000;
    published = [];
    fetches = 0;
    server = createServer((request, response) => {
      const discovery = request.url === '/.well-known/openid-configuration';
      if (!discovery) fetches += 1;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(discovery ? { issuer, jwks_uri: `${issuer}/keys` } : { keys: published }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    keys = await newKey('one');
    tokens = new OidcTokens(
      [{ issuer, audience: 'us', algorithms: ['RS256'], principalClaim: 'preferred_username', scope: 'full' }],
      () => now,
    );
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const newKey = async (kid: string): Promise<{ publicKey: CryptoKey; privateKey: CryptoKey }> => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    published.push({ ...(await exportJWK(pair.publicKey)), kid, use: 'sig' });
    return pair;
  };
  const sign = (
    payload: JWTPayload,
    kid = 'one',
    key: CryptoKey | Uint8Array = keys.privateKey,
    alg = 'RS256',
  ): Promise<string> =>
    new SignJWT({ iss: issuer, aud: 'us', preferred_username: 'oidc:ada', exp: Math.floor(now / 1000) + 60, ...payload })
      .setProtectedHeader({ alg, kid })
      .sign(key);
  const code = async (token: string): Promise<string> => {
    try {
      return (await tokens.principalOf(token)) ? 'accepted' : 'not ours';
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  };

  it('give the principal of the configured claim, through the book of all tokens', async () => {
    const book = new TokenBook({ http: { tokens: [] }, bootstrap: null, store: new MemoryTokenStore(), oidc: tokens });
    expect(await book.authenticate(await sign({}))).toEqual({
      tokenId: `oidc:${issuer}#oidc:ada`,
      principalId: 'oidc:ada',
      scope: 'full',
      planes: null,
    });
  });

  it('[F-JW-01] are refused when signed with the bytes of the published public key', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(keys.publicKey));
    expect(await code(await sign({}, 'one', secret, 'HS256'))).toBe('TOKEN_INVALID');
    const stranger = await generateKeyPair('RS256');
    expect(await code(await sign({}, 'one', stranger.privateKey))).toBe('TOKEN_INVALID');
  });

  it('[F-JW-06] need our audience as an exact element', async () => {
    expect(await code(await sign({ aud: ['other', 'us'] }))).toBe('accepted');
    for (const aud of [[], ['us-evil'], 'thus']) expect(await code(await sign({ aud }))).toBe('TOKEN_INVALID');
  });

  it('[F-JW-03] of a new key are accepted after one fetch, without a restart', async () => {
    expect(await code(await sign({}))).toBe('accepted');
    expect(await code(await sign({}))).toBe('accepted');
    expect(fetches).toBe(1);
    const fresh = await newKey('two');
    now += 48 * 3_600_000;
    expect(await code(await sign({}, 'two', fresh.privateKey))).toBe('accepted');
    expect(fetches).toBe(2);
    for (let at = 0; at < 5; at += 1) expect(await code(await sign({}, `forged-${at}`))).toBe('TOKEN_INVALID');
    expect(fetches).toBe(2);
  });

  it('are refused when expired, of another issuer, or without the claim', async () => {
    expect(await code(await sign({ exp: Math.floor(now / 1000) - 1 }))).toBe('TOKEN_EXPIRED');
    expect(await code(await sign({ preferred_username: '' }))).toBe('TOKEN_INVALID');
    expect(await code(await sign({ iss: 'http://elsewhere.example' }))).toBe('not ours');
    expect(await code('no.jwt.here')).toBe('not ours');
  });

  it('are unavailable, not invalid, while the issuer does not answer', async () => {
    const token = await sign({});
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await code(token)).toBe('RUNTIME_NOT_READY');
  });
});
