import { describeReadModelStore } from '../../suite/read-model-store.suite.js';
import { MemoryReadModelStore } from './memory-read-model-store.js';

describeReadModelStore('memory', async () => {
  const store = new MemoryReadModelStore();
  return { store, close: () => store.close() };
});
