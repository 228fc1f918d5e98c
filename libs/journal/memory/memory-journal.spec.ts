import { sha256Hex } from '#domain/kernel';
import { rowOf } from '#contracts/codec';
import { batchOn, EMPTY_HEAD, journalSuite } from '../suite/index.js';
import { MemoryJournal, MemoryStore } from './index.js';

journalSuite('memory', async () => {
  const store = new MemoryStore();
  return {
    open: async () => new MemoryJournal({ store }),
    takeOver: async () => new MemoryJournal({ store }),
    async tamper(streamId, revision, change) {
      const rows = store.streams.get(streamId)!;
      const row = rows[revision]!;
      rows[revision] = store.rows[row.globalPosition - 1] = { ...row, ...change(row) };
    },
    plantVersion: async (envelopeVersion) => {
      store.put({ ...rowOf(batchOn('run-old', EMPTY_HEAD, { n: 99 }).events[0]!, store.rows.length + 1), envelopeVersion });
    },
    fingerprint: async () => sha256Hex(JSON.stringify(store.rows)),
    dispose: async () => undefined,
  };
});
