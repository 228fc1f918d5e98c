import { workingSetSuite } from '../suite/working-set.suite.js';
import { MemoryWorkingSet } from './index.js';

workingSetSuite('memory', () => {
  const store = new MemoryWorkingSet();
  return { open: () => store, dispose: () => undefined };
});
