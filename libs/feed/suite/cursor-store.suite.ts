// The contract of CursorStore, clause by clause.
import type { CursorStore } from '../cursor-store.js';

export interface CursorHarness {
  /** Opens the same store; called again for a restart. */
  open(): CursorStore | Promise<CursorStore>;
  dispose(): void | Promise<void>;
}

export function cursorStoreSuite(name: string, harness: () => CursorHarness | Promise<CursorHarness>): void {
  describe(`cursor store: ${name}`, () => {
    let store: CursorHarness;
    let cursors: CursorStore;
    beforeEach(async () => {
      store = await harness();
      cursors = await store.open();
    });
    afterEach(() => store.dispose());

    it('[D-74] a reader that never saved starts at 0', async () => {
      expect(await cursors.load('relay')).toBe(0);
    });

    it('[D-74] a saved position is there after a restart', async () => {
      await cursors.save('relay', 7);
      expect(await (await store.open()).load('relay')).toBe(7);
    });

    it('[D-74] a cursor never goes back', async () => {
      await cursors.save('relay', 7);
      await cursors.save('relay', 3);
      expect(await cursors.load('relay')).toBe(7);
    });

    it('[D-74] readers do not disturb each other', async () => {
      await Promise.all([cursors.save('b', 2), cursors.save('a', 1), cursors.save('b', 3)]);
      expect(await cursors.all()).toEqual([
        { reader: 'a', position: 1 },
        { reader: 'b', position: 3 },
      ]);
    });

    it('[D-74] a forgotten reader starts at 0 again', async () => {
      await cursors.save('a', 5);
      await cursors.forget('a');
      expect(await cursors.load('a')).toBe(0);
      await cursors.save('a', 1);
      expect(await cursors.load('a')).toBe(1);
    });
  });
}
