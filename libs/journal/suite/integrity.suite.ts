// Integrity: changes behind the store's back show, a deposed writer is refused, stores of another time are not opened.
import type { EventRow } from '#contracts/codec';
import type { Journal } from '../journal.js';
import { verify } from '../verify.js';
import type { Break } from '../verify.js';
import { batchOn, EMPTY_HEAD, nextBatch } from './batch.js';
import { allOf, refused, streamOf } from './harness.js';
import type { JournalHarness, SuiteOptions, TamperedColumns } from './harness.js';

const STREAM = 'run-r1';
const flip = (text: string): string => text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));

export function integritySuite(harness: () => JournalHarness, { tampering = 'bytes' }: SuiteOptions): void {
  const attacked = tampering === 'none' ? it.skip : it;
  let journal: Journal;
  beforeEach(async () => {
    journal = await harness().open();
    await journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 1, count: 5 }));
    await journal.append(batchOn('run-r2', EMPTY_HEAD, { n: 2, count: 3 }));
  });

  describe('verify', () => {
    const tampered = async (revision: number, change: (row: EventRow) => TamperedColumns): Promise<Break | undefined> => {
      await journal.close();
      await harness().tamper(STREAM, revision, change);
      journal = await harness().open();
      const { sound, breaks } = await verify(journal);
      expect(sound).toBe(breaks.length === 0);
      return breaks[0];
    };

    it('[K-058] finds a sound store sound: whole, one stream, and from a position', async () => {
      expect(await verify(journal)).toEqual({ sound: true, events: 8, streams: 2, breaks: [] });
      expect(await verify(journal, { streamId: 'run-r2' })).toEqual({ sound: true, events: 3, streams: 1, breaks: [] });
      const after = (await allOf(journal))[5]!.globalPosition;
      expect(await verify(journal, { after })).toEqual({ sound: true, events: 2, streams: 1, breaks: [] });
      expect((await verify(journal, { streamId: 'run-none' })).sound).toBe(true);
    });

    const columns: readonly [string, (row: EventRow) => TamperedColumns, string, number][] = [
      ['data', (row) => ({ dataJson: flip(row.dataJson) }), 'hash', 2],
      ['white space in data', (row) => ({ dataJson: ` ${row.dataJson}` }), 'hash', 2],
      ['data that is no JSON any more', (row) => ({ dataJson: row.dataJson.slice(1) }), 'hash', 2],
      ['metadata', (row) => ({ metadataJson: flip(row.metadataJson) }), 'hash', 2],
      ['type', () => ({ type: 'counter.closed' }), 'hash', 2],
      ['eventId', (row) => ({ eventId: `${row.eventId.slice(0, -1)}${row.eventId.endsWith('0') ? '1' : '0'}` }), 'hash', 2],
      ['hash', (row) => ({ hash: flip(row.hash) }), 'hash', 2],
      ['previous hash', (row) => ({ prevHash: flip(row.prevHash) }), 'hash', 2],
    ];
    attacked.each(tampering === 'values' ? columns.filter(([name]) => !name.startsWith('white space')) : columns)(
      '[K-S17] a changed byte in %s: not sound, names stream and revision',
      async (_, change, kind, revision) => {
        expect(await tampered(2, change)).toMatchObject({ kind, streamId: STREAM, revision });
      },
    );

    attacked('[K-S17] one stream is verified alone', async () => {
      await tampered(2, (row) => ({ dataJson: flip(row.dataJson) }));
      expect((await verify(journal, { streamId: STREAM })).sound).toBe(false);
      expect((await verify(journal, { streamId: 'run-r2' })).sound).toBe(true);
    });

    attacked('[K-059] a break stops writes to its stream, also after a restart; reads and other streams go on', async () => {
      await tampered(4, (row) => ({ dataJson: flip(row.dataJson) }));
      await journal.close();
      journal = await harness().open();
      await expect(nextBatch(journal, STREAM, { n: 9 }).then((batch) => journal.append(batch))).rejects.toThrow(
        refused('JOURNAL_TAMPERED', { streamId: STREAM, revision: 4 }),
      );
      expect(await streamOf(journal, STREAM)).toHaveLength(5);
      expect((await journal.append(await nextBatch(journal, 'run-r2', { n: 10 }))).outcome).toBe('committed');
    });
  });

  it('[K-045] a writer whose lease was taken is refused WRITER_FENCED and writes nothing', async () => {
    const successor = await harness().takeOver();
    await expect(nextBatch(journal, STREAM, { n: 3 }).then((batch) => journal.append(batch))).rejects.toThrow(
      refused('WRITER_FENCED'),
    );
    expect((await successor.append(await nextBatch(successor, STREAM, { n: 4 }))).revision).toBe(5);
    expect(await allOf(successor)).toHaveLength(9);
    await successor.close();
  });

  it.each([
    [1, 'LEGACY_JOURNAL'],
    [2, 'LEGACY_JOURNAL'],
    [4, 'STORE_VERSION'],
  ])('[K-S18] a store with a version %i event is refused, its content unchanged', async (version, code) => {
    await journal.close();
    await harness().plantVersion(version);
    const before = await harness().fingerprint();
    await expect(harness().open()).rejects.toThrow(refused(code));
    expect(await harness().fingerprint()).toBe(before);
  });
}
