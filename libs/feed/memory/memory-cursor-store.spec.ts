import { cursorStoreSuite } from '../suite/cursor-store.suite.js';
import { MemoryCursorStore } from './index.js';

cursorStoreSuite('memory', () => {
  const store = new MemoryCursorStore();
  return { open: () => store, dispose: () => undefined };
});
