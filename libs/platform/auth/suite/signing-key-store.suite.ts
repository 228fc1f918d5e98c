// The contract of signing keys: every driver passes it.
import type { SigningKeyStore, StoredSigningKey } from '../signing-keys.js';

const key = (at: number, over: Partial<StoredSigningKey> = {}): StoredSigningKey => ({
  keyId: `key-${at}`,
  purpose: 'tokens',
  publicJwk: { kty: 'OKP', crv: 'Ed25519', x: 'eA' },
  wrappedPrivateKey: 'wrapped',
  createdAt: at,
  retiredAt: null,
  ...over,
});

export function signingKeyStoreSuite(name: string, makeStore: () => SigningKeyStore): void {
  describe(`signing key store: ${name}`, () => {
    it('keeps every key of a purpose, and retires the old one when a new one comes', async () => {
      const store = makeStore();
      await store.add(key(1));
      await store.add(key(2, { purpose: 'heads' }));
      await store.add(key(3));
      await store.add(key(4));
      expect(await store.list('tokens')).toEqual([key(1, { retiredAt: 3 }), key(3, { retiredAt: 4 }), key(4)]);
      expect(await store.list('heads')).toEqual([key(2, { purpose: 'heads' })]);
    });
  });
}
