// Appending: one atomic batch on an expected end of stream; repeats answer with the first result.
import type { Journal, PrincipalOperation } from '../journal.js';
import { batchOn, EMPTY_HEAD, nextBatch } from './batch.js';
import { allOf, outcomes, refused, streamOf } from './harness.js';
import type { JournalHarness } from './harness.js';

const STREAM = 'run-r1';
const operation = (over: Partial<PrincipalOperation> = {}): PrincipalOperation => ({
  kind: 'operationId',
  key: 'op-1',
  digest: `sha256:${'0'.repeat(64)}`,
  principalId: 'telegram:7',
  ...over,
});

export function appendSuite(harness: () => JournalHarness): void {
  let journal: Journal;
  beforeEach(async () => {
    journal = await harness().open();
  });

  describe('append', () => {
    it('[K-047] answers with revision, eventIds and position of the batch', async () => {
      const batch = batchOn(STREAM, EMPTY_HEAD, { n: 1, count: 3 });
      const receipt = await journal.append(batch);
      const last = (await streamOf(journal, STREAM)).at(-1)!;
      expect(receipt).toEqual({
        outcome: 'committed',
        streamId: STREAM,
        revision: 2,
        eventIds: batch.events.map(({ eventId }) => eventId),
        position: last.globalPosition,
      });
      expect(await journal.head(STREAM)).toEqual({ revision: 2, hash: last.hash });
    });

    it('[WK-04] gives back exactly what was sealed, also after a restart', async () => {
      const batch = batchOn(STREAM, EMPTY_HEAD, {
        n: 1,
        count: 2,
        data: { deep: { list: [1, 2.5, null, true, ''], word: 'ready' } },
      });
      await journal.append(batch);
      await journal.close();
      const read = await streamOf(await harness().open(), STREAM);
      const placed = batch.events.map((event, ordinal) => ({ ...event, globalPosition: read[ordinal]?.globalPosition }));
      expect(read.map((event) => ({ ...event }))).toEqual(placed);
    });

    it.each([
      ['behind the end', 0],
      ['before the beginning', -1],
    ])('[K-035] refuses SEQUENCE_CONFLICT on an expected revision %s, and writes nothing', async (_, revision) => {
      const first = batchOn(STREAM, EMPTY_HEAD, { n: 1, count: 2 });
      await journal.append(first);
      const expected = revision === -1 ? EMPTY_HEAD : { revision, hash: first.events[revision]!.hash };
      await expect(journal.append(batchOn(STREAM, expected, { n: 2 }))).rejects.toThrow(
        refused('SEQUENCE_CONFLICT', { streamId: STREAM, runId: 'r1', expectedSequence: revision, actualSequence: 1 }),
      );
      expect(await allOf(journal)).toHaveLength(2);
    });

    it('[K-035] refuses SEQUENCE_CONFLICT on an expected revision beyond the end', async () => {
      const head = { revision: 4, hash: 'a'.repeat(64) };
      await expect(journal.append(batchOn(STREAM, head, { n: 1 }))).rejects.toThrow(
        refused('SEQUENCE_CONFLICT', { expectedSequence: 4, actualSequence: -1 }),
      );
    });

    it('[K-035] refuses SEQUENCE_CONFLICT on the right revision with another hash', async () => {
      await journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 1 }));
      await expect(journal.append(batchOn(STREAM, { revision: 0, hash: 'a'.repeat(64) }, { n: 2 }))).rejects.toThrow(
        refused('SEQUENCE_CONFLICT'),
      );
    });

    it('[K-035] of many writers on one end of stream exactly one wins', async () => {
      const batches = Array.from({ length: 32 }, (_, n) => batchOn(STREAM, EMPTY_HEAD, { n: n + 1, count: 2 }));
      const answers = outcomes(await Promise.allSettled(batches.map((batch) => journal.append(batch))));
      expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'SEQUENCE_CONFLICT')).toHaveLength(31);
      const winner = batches[answers.indexOf('ok')]!;
      expect((await allOf(journal)).map(({ eventId }) => eventId)).toEqual(winner.events.map(({ eventId }) => eventId));
    });

    it('[K-036] a batch of which one event cannot be stored is not stored at all; its neighbours are', async () => {
      await journal.append(batchOn('run-other', EMPTY_HEAD, { n: 1 }));
      const good = batchOn('run-good', EMPTY_HEAD, { n: 2 });
      const torn = batchOn(STREAM, EMPTY_HEAD, { n: 3, count: 3, eventId: { 2: good.events[0]!.eventId } });
      const later = batchOn('run-later', EMPTY_HEAD, { n: 4 });
      const answers = outcomes(await Promise.allSettled([good, torn, later].map((batch) => journal.append(batch))));
      expect(answers).toEqual(['ok', 'OPERATION_PAYLOAD_CONFLICT', 'ok']);
      expect(await streamOf(journal, STREAM)).toEqual([]);
      expect(await allOf(journal)).toHaveLength(3);
    });

    it('[F-ES-11] takes a plan of 500 facts as one batch, or refuses it whole by its declared limit', async () => {
      const batch = batchOn(STREAM, EMPTY_HEAD, {
        n: 1,
        count: 500,
        data: { pins: Array.from({ length: 20 }, () => 'a'.repeat(80)) },
      });
      const [answer] = outcomes(await Promise.allSettled([journal.append(batch)]));
      const fits = journal.capabilities.maxBatchBytes > 1_500_000;
      expect(answer).toBe(fits ? 'ok' : 'BATCH_TOO_LARGE');
      expect(await streamOf(journal, STREAM)).toHaveLength(fits ? 500 : 0);
    });

    it('[F-ES-13] a batch over the limit is refused at once, naming the largest event, its size and the limit', async () => {
      const limit = journal.capabilities.maxBatchBytes;
      const pins = Array.from({ length: Math.ceil(limit / 250) }, () => 'a'.repeat(250));
      const batch = batchOn(STREAM, EMPTY_HEAD, { n: 1, data: { pins } });
      await expect(journal.append(batch)).rejects.toThrow(
        refused('BATCH_TOO_LARGE', { limit, ordinal: 0, type: 'counter.added' }),
      );
      expect(await journal.position()).toBe(0);
      expect((await journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 2 }))).outcome).toBe('committed');
    });

    it('[K-020] a batch that does not stand on what it expects is a defect', async () => {
      const batch = batchOn(STREAM, EMPTY_HEAD, { n: 1 });
      await expect(journal.append({ ...batch, expected: { revision: 3, hash: 'a'.repeat(64) } })).rejects.toThrow(
        /does not stand/,
      );
      await expect(journal.append({ ...batch, events: [] })).rejects.toThrow(/no event/);
    });
  });

  describe('repeats', () => {
    it('[F-ES-03] the same eventIds answer with the first result, whatever revision they expect', async () => {
      const batch = batchOn(STREAM, EMPTY_HEAD, { n: 1, count: 2 });
      const first = await journal.append(batch);
      expect(await journal.append(batch)).toEqual({ ...first, outcome: 'duplicate' });
      await journal.append(await nextBatch(journal, STREAM, { n: 2 }));
      expect(await journal.append(batch)).toEqual({ ...first, outcome: 'duplicate' });
      const elsewhere = batchOn(STREAM, await journal.head(STREAM), { n: 1, count: 2 });
      expect(await journal.append(elsewhere)).toEqual({ ...first, outcome: 'duplicate' });
      expect(await allOf(journal)).toHaveLength(3);
    });

    it('[F-ES-03] the same batch sent many times at once is written once', async () => {
      const batch = batchOn(STREAM, EMPTY_HEAD, { n: 1, count: 2 });
      const receipts = await Promise.all(Array.from({ length: 10 }, () => journal.append(batch)));
      expect(receipts.map(({ outcome }) => outcome).toSorted()).toEqual(['committed', ...Array<string>(9).fill('duplicate')]);
      expect(await allOf(journal)).toHaveLength(2);
    });

    it('[F-ES-03] eventIds that are stored in part, in another order or in another stream are refused', async () => {
      const batch = batchOn(STREAM, EMPTY_HEAD, { n: 1, count: 2 });
      await journal.append(batch);
      const [first, second] = batch.events.map(({ eventId }) => eventId);
      const part = await nextBatch(journal, STREAM, { n: 2, count: 2, eventId: { 0: second! } });
      const turned = await nextBatch(journal, STREAM, { n: 3, count: 2, eventId: { 0: second!, 1: first! } });
      const elsewhere = batchOn('run-r2', EMPTY_HEAD, { n: 4, count: 2, eventId: { 0: first!, 1: second! } });
      for (const wrong of [part, turned, elsewhere]) {
        await expect(journal.append(wrong)).rejects.toThrow(refused('OPERATION_PAYLOAD_CONFLICT'));
      }
      expect(await allOf(journal)).toHaveLength(2);
    });

    it('[K-037] remembers an operation with its receipt, durably, per stream', async () => {
      const receipt = await journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 1, operation: operation() }));
      await journal.close();
      journal = await harness().open();
      expect(await journal.findOperation(STREAM, 'operationId', 'op-1')).toEqual({ operation: operation(), receipt });
      expect(await journal.findOperation(STREAM, 'decisionId', 'op-1')).toBeUndefined();
      expect(await journal.findOperation('run-r2', 'operationId', 'op-1')).toBeUndefined();
    });

    it('[K-S19] a known operation answers with its receipt; with another digest or principal it is refused', async () => {
      const first = await journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 1, operation: operation() }));
      const again = (over: Partial<PrincipalOperation>, n: number) =>
        nextBatch(journal, STREAM, { n, operation: operation(over) }).then((batch) => journal.append(batch));
      expect(await again({}, 2)).toEqual({ ...first, outcome: 'duplicate' });
      await expect(again({ digest: `sha256:${'1'.repeat(64)}` }, 3)).rejects.toThrow(refused('OPERATION_PAYLOAD_CONFLICT'));
      await expect(again({ principalId: 'telegram:8' }, 4)).rejects.toThrow(refused('OPERATION_PAYLOAD_CONFLICT'));
      expect(await allOf(journal)).toHaveLength(1);
    });

    it('[K-S19] one operation sent twice at once is written once', async () => {
      const batches = [1, 2].map((n) => batchOn(STREAM, EMPTY_HEAD, { n, operation: operation() }));
      const receipts = await Promise.all(batches.map((batch) => journal.append(batch)));
      expect(receipts.map(({ outcome }) => outcome).toSorted()).toEqual(['committed', 'duplicate']);
      expect(receipts[0]!.eventIds).toEqual(receipts[1]!.eventIds);
    });

    it('[K-S20] a batch that is refused leaves no memory of its operation', async () => {
      await journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 1 }));
      await expect(journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 2, operation: operation() }))).rejects.toThrow(
        refused('SEQUENCE_CONFLICT'),
      );
      expect(await journal.findOperation(STREAM, 'operationId', 'op-1')).toBeUndefined();
    });
  });
}
