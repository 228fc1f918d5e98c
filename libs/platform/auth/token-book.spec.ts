import { MemoryTokenStore } from './memory/index.js';
import { checkAccess } from './principal.js';
import type { Principal, RouteAccess } from './principal.js';
import { createToken, newTokenText, TokenBook } from './token-book.js';
import type { TokenSources } from './token-book.js';

const book = (over: Partial<TokenSources> = {}): TokenBook =>
  new TokenBook({
    http: {
      token: 'plain',
      tokens: [
        { token: 'sponsor', scope: 'full', principalId: 'workroom-admin', planes: ['run'] },
        { token: 'guest', scope: 'demo' },
      ],
    },
    bootstrap: 'first',
    store: new MemoryTokenStore(),
    ...over,
  });
const principal = (over: Partial<Principal> = {}): Principal => ({
  tokenId: 't',
  principalId: 'sandbox:ada',
  scope: 'full',
  planes: null,
  ...over,
});
const refusal = (who: Principal, route: RouteAccess = {}): string => {
  try {
    checkAccess(who, route);
    return 'let in';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('tokens', () => {
  it('[A-001] know scope, principal and planes of the configuration', async () => {
    const tokens = book();
    expect(await tokens.authenticate('plain')).toEqual({ tokenId: 'http.token', principalId: null, scope: 'full', planes: null });
    expect(await tokens.authenticate('sponsor')).toEqual({
      tokenId: 'http.tokens[0]',
      principalId: 'workroom-admin',
      scope: 'full',
      planes: ['run'],
    });
    expect(await tokens.authenticate('guest')).toMatchObject({ scope: 'demo', principalId: null });
    expect(await tokens.authenticate('first')).toMatchObject({ principalId: 'workroom-admin', scope: 'full' });
  });

  it('[A-003] refuse a missing or unknown one', async () => {
    for (const token of [undefined, '', 'plain ', 'Plain', 'wr_unknown']) {
      await expect(book().authenticate(token)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
    }
    await expect(book({ bootstrap: null }).authenticate('first')).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('are created as text once, kept as a hash, and void when revoked', async () => {
    const store = new MemoryTokenStore();
    const { token, stored } = await createToken(store, { principalId: 'sandbox:ada', scope: 'full', planes: ['effect'] }, 7);
    expect(token).toMatch(/^wr_[A-Za-z0-9_-]{43}$/);
    expect(JSON.stringify(await store.list())).not.toContain(token);
    const tokens = book({ store });
    expect(await tokens.authenticate(token)).toEqual({
      tokenId: `created:${stored.id}`,
      principalId: 'sandbox:ada',
      scope: 'full',
      planes: ['effect'],
    });
    await expect(tokens.authenticate(stored.hash)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
    await store.revoke(stored.id, 8);
    await expect(tokens.authenticate(token)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('are never equal', () => {
    expect(newTokenText()).not.toBe(newTokenText());
  });
});

describe('access', () => {
  it('[A-S01] asks for a principal', () => {
    expect(refusal(principal({ principalId: null }))).toBe('PRINCIPAL_REQUIRED');
    expect(refusal(principal({ principalId: null }), { principal: false })).toBe('let in');
    expect(refusal(principal())).toBe('let in');
  });

  it('[A-004] refuses internal principals', () => {
    for (const principalId of ['system:scheduler', 'root'])
      expect(refusal(principal({ principalId }))).toBe('INTERNAL_PRINCIPAL');
    expect(refusal(principal({ principalId: 'sandbox:root' }))).toBe('let in');
  });

  it('[A-005] lets scope demo read what is on its list, and nothing else', () => {
    const guest = principal({ scope: 'demo', principalId: null });
    expect(refusal(guest, { demo: true })).toBe('let in');
    expect(refusal(guest)).toBe('TOKEN_SCOPE');
    expect(refusal(guest, { principal: false, plane: 'run' })).toBe('TOKEN_SCOPE');
  });

  it('[A-S05] [A-011] keeps a token to its planes', () => {
    const effects = principal({ planes: ['effect'] });
    expect(refusal(effects, { plane: 'portfolio' })).toBe('TOKEN_PLANE');
    expect(refusal(effects, { plane: 'effect' })).toBe('let in');
    expect(refusal(principal({ planes: [] }), { plane: 'run' })).toBe('TOKEN_PLANE');
    expect(refusal(principal(), { plane: 'portfolio' })).toBe('let in');
  });
});
