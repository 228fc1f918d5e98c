// The contract of created tokens: every driver passes it.
import type { StoredToken, TokenStore } from '../token-store.js';

const token = (at: number, over: Partial<StoredToken> = {}): StoredToken => ({
  id: `token-${at}`,
  hash: String(at).padStart(64, '0'),
  principalId: 'sandbox:ada',
  scope: 'full',
  planes: null,
  createdAt: at,
  revokedAt: null,
  ...over,
});

export function tokenStoreSuite(name: string, makeStore: () => TokenStore): void {
  describe(`token store: ${name}`, () => {
    it('finds a token by its hash, with its planes', async () => {
      const store = makeStore();
      await store.add(token(1, { planes: ['run', 'effect'], scope: 'demo' }));
      expect(await store.findByHash(token(1).hash)).toEqual(token(1, { planes: ['run', 'effect'], scope: 'demo' }));
      expect(await store.findByHash('none')).toBeUndefined();
    });

    it('lists tokens oldest first, revoked ones included', async () => {
      const store = makeStore();
      await store.add(token(2));
      await store.add(token(1));
      await store.revoke('token-1', 5);
      expect((await store.list()).map(({ id, revokedAt }) => [id, revokedAt])).toEqual([
        ['token-1', 5],
        ['token-2', null],
      ]);
    });

    it('revokes a token once and for all, and says whether there is one', async () => {
      const store = makeStore();
      await store.add(token(1));
      expect(await store.revoke('token-1', 5)).toBe(true);
      expect(await store.revoke('token-1', 9)).toBe(true);
      expect((await store.findByHash(token(1).hash))?.revokedAt).toBe(5);
      expect(await store.revoke('none', 5)).toBe(false);
    });
  });
}
