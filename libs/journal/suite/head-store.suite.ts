// The contract of HeadStore, clause by clause.
import type { HeadIndex, HeadStore, SignedHead } from '../heads/index.js';

export interface HeadStoreHarness {
  open(): HeadStore | Promise<HeadStore>;
  dispose(): void | Promise<void>;
}

const head = (streamId: string, revision = 0): SignedHead => ({
  streamId,
  revision,
  hash: 'a'.repeat(64),
  signedAt: 1_700_000_000_000 + revision,
  keyId: 'key-1',
  signature: 'c2lnbmF0dXJl',
});
const index = (position: number): HeadIndex => ({
  position,
  streams: 2,
  digest: `sha256:${'b'.repeat(64)}`,
  signedAt: 1_700_000_000_000,
  keyId: 'key-1',
  signature: 'c2lnbmF0dXJl',
});

export function headStoreSuite(name: string, harness: () => HeadStoreHarness | Promise<HeadStoreHarness>): void {
  describe(`head store: ${name}`, () => {
    let opened: HeadStoreHarness;
    let store: HeadStore;
    beforeEach(async () => {
      opened = await harness();
      store = await opened.open();
    });
    afterEach(() => opened.dispose());

    const listed = async (from: HeadStore) => {
      const heads: SignedHead[] = [];
      for await (const page of from.heads()) heads.push(...page);
      return heads;
    };

    it('[K-057] begins with nothing signed', async () => {
      expect(await store.cursor()).toBe(0);
      expect(await store.head('run-r1')).toBeUndefined();
      expect(await store.lastIndex()).toBeUndefined();
      expect(await listed(store)).toEqual([]);
    });

    it('[K-057] keeps heads and cursor together, also over a restart; a later head replaces an earlier one', async () => {
      await store.save([head('run-r2'), head('run-r10'), head('run-r1')], 7);
      await store.save([head('run-r1', 4)], 9);
      const again = await opened.open();
      expect(await again.cursor()).toBe(9);
      expect(await again.head('run-r1')).toEqual(head('run-r1', 4));
      expect(await listed(again)).toEqual([head('run-r1', 4), head('run-r10'), head('run-r2')]);
    });

    it('[K-057] lists more heads than one page holds', async () => {
      const heads = Array.from({ length: 1234 }, (_, n) => head(`run-${String(n).padStart(5, '0')}`));
      await store.save(heads, 1234);
      expect(await listed(store)).toEqual(heads);
    });

    it('[K-057] the last index is the one with the greatest position', async () => {
      await store.saveIndex(index(5));
      await store.saveIndex(index(9));
      expect(await (await opened.open()).lastIndex()).toEqual(index(9));
    });
  });
}
