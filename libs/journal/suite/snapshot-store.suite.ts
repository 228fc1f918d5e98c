// The contract of SnapshotStore, clause by clause.
import type { Snapshot, SnapshotStore } from '../snapshot-store.js';

export interface SnapshotHarness {
  open(): SnapshotStore | Promise<SnapshotStore>;
  dispose(): void | Promise<void>;
}

const key = { streamId: 'run-r1', decider: 'run', version: 1 };
const snapshot = (over: Partial<Snapshot> = {}): Snapshot => ({
  ...key,
  head: { revision: 499, hash: 'a'.repeat(64) },
  at: 1_700_000_000_000,
  state: '{"total":1}',
  ...over,
});

export function snapshotStoreSuite(name: string, harness: () => SnapshotHarness | Promise<SnapshotHarness>): void {
  describe(`snapshot store: ${name}`, () => {
    let opened: SnapshotHarness;
    let store: SnapshotStore;
    beforeEach(async () => {
      opened = await harness();
      store = await opened.open();
    });
    afterEach(() => opened.dispose());

    it('[K-056] gives back what was saved last for a stream and decider, also after a restart', async () => {
      await store.save(snapshot());
      await store.save(snapshot({ head: { revision: 999, hash: 'b'.repeat(64) }, state: '{"total":2}' }));
      expect(await (await opened.open()).load(key)).toEqual(
        snapshot({ head: { revision: 999, hash: 'b'.repeat(64) }, state: '{"total":2}' }),
      );
    });

    it('[K-056] a snapshot of another decider, version or stream is none', async () => {
      await store.save(snapshot());
      expect(await store.load({ ...key, version: 2 })).toBeUndefined();
      expect(await store.load({ ...key, decider: 'inbox' })).toBeUndefined();
      expect(await store.load({ ...key, streamId: 'run-r2' })).toBeUndefined();
    });

    it('[K-056] a snapshot of a new version replaces the old one', async () => {
      await store.save(snapshot());
      await store.save(snapshot({ version: 2 }));
      expect(await store.load(key)).toBeUndefined();
      expect(await store.load({ ...key, version: 2 })).toEqual(snapshot({ version: 2 }));
    });

    it('[K-056] all can be dropped', async () => {
      await store.save(snapshot());
      await store.dropAll();
      expect(await store.load(key)).toBeUndefined();
    });
  });
}
