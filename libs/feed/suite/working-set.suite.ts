// The contract of WorkingSet, clause by clause.
import type { WorkingSet } from '../working-set.js';

export interface WorkingSetHarness {
  /** Opens the same store; called again for a restart. */
  open(): WorkingSet;
  dispose(): void;
}

export function workingSetSuite(name: string, harness: () => WorkingSetHarness): void {
  describe(`working set: ${name}`, () => {
    let store: WorkingSetHarness;
    let set: WorkingSet;
    beforeEach(() => {
      store = harness();
      set = store.open();
    });
    afterEach(() => store.dispose());

    it('[K-315] is empty at position 0 before anything was kept', async () => {
      expect(await set.load('runs')).toEqual({ position: 0, streams: [] });
    });

    it('[K-315] keeps streams and position over a restart, in code-unit order', async () => {
      const open = [
        { streamId: 'run-b', dueAt: 5 },
        { streamId: 'run-a', dueAt: null },
      ];
      await set.save('runs', { position: 7, open, closed: [] });
      expect(await store.open().load('runs')).toEqual({ position: 7, streams: open.toReversed() });
    });

    it('[K-315] changes a due instant and drops what is over, together with the position', async () => {
      await set.save('runs', {
        position: 3,
        open: [
          { streamId: 'run-a', dueAt: 1 },
          { streamId: 'run-b', dueAt: 2 },
        ],
        closed: [],
      });
      await set.save('runs', { position: 9, open: [{ streamId: 'run-b', dueAt: 8 }], closed: ['run-a', 'run-never'] });
      expect(await set.load('runs')).toEqual({ position: 9, streams: [{ streamId: 'run-b', dueAt: 8 }] });
    });

    it('[K-315] a smaller position than the kept one changes nothing', async () => {
      await set.save('runs', { position: 9, open: [], closed: [] });
      await set.save('runs', { position: 4, open: [{ streamId: 'run-a', dueAt: 1 }], closed: [] });
      expect(await set.load('runs')).toEqual({ position: 9, streams: [] });
    });

    it('[K-315] readers do not disturb each other, and a forgotten one begins anew', async () => {
      const open = [{ streamId: 'run-a', dueAt: 1 }];
      await set.save('runs', { position: 2, open, closed: [] });
      await set.save('other', { position: 3, open, closed: [] });
      await set.forget('runs');
      expect(await set.load('runs')).toEqual({ position: 0, streams: [] });
      expect(await set.load('other')).toEqual({ position: 3, streams: open });
    });
  });
}
