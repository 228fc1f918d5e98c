import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson } from '#domain/kernel';
import { rowOf } from '#contracts/codec';
import type { Envelope, EventRow } from '#contracts/codec';
import { allOf, batchOn, EMPTY_HEAD, headStoreSuite, journalSuite, nextBatch, refused, streamOf } from '../suite/index.js';
import type { TamperedColumns } from '../suite/index.js';
import { verify } from '../verify.js';
import { FileHeadStore, FileJournal } from './index.js';
import { segmentName } from './segment.js';

/** A folder of its own; the attacker edits its files. */
function fileHarness() {
  const home = mkdtempSync(join(tmpdir(), 'workroom-files-'));
  const folder = join(home, 'workroom-journal');
  const opened: FileJournal[] = [];
  const open = async () => {
    const journal = await FileJournal.open({ folder });
    opened.push(journal);
    return journal;
  };
  const segments = () => readdirSync(folder).filter((name) => /^[0-9a-f]{64}\./.test(name));
  return {
    home,
    folder,
    open,
    segments,
    edit(streamId: string, firstRevision: number, change: (text: string) => string) {
      const path = join(folder, segmentName(streamId, firstRevision));
      writeFileSync(path, change(readFileSync(path, 'utf8')));
    },
    async takeOver() {
      for (const name of readdirSync(folder)) if (name.startsWith('writer.')) utimesSync(join(folder, name), 0, 0);
      return open();
    },
    async tamper(streamId: string, revision: number, change: (row: EventRow) => TamperedColumns) {
      this.edit(streamId, 0, (text) => {
        const lines = text.split('\n');
        const line = lines[revision + 1]!.replace(/,$/, '');
        const row = rowOf(JSON.parse(line) as Envelope, 1);
        for (const [key, value] of Object.entries(change(row))) {
          const name = key === 'dataJson' ? 'data' : key === 'metadataJson' ? 'metadata' : key;
          const raw = key.endsWith('Json') ? (value as string) : canonicalJson(value);
          const old = key.endsWith('Json') ? row[key as 'dataJson'] : canonicalJson(row[key as 'type']);
          lines[revision + 1] = lines[revision + 1]!.replace(`"${name}":${old}`, `"${name}":${raw}`);
        }
        return lines.join('\n');
      });
    },
    async plantVersion(version: number) {
      const event = {
        ...batchOn('run-old', EMPTY_HEAD, { n: 99 }).events[0]!,
        envelopeVersion: version,
        data: { title: 'fix the build' },
      };
      writeFileSync(join(folder, segmentName('run-old', 0)), JSON.stringify({ events: [event], payloadDigest: 'x' }, null, 2));
    },
    async fingerprint() {
      const hash = createHash('sha256');
      for (const name of readdirSync(folder).toSorted()) hash.update(name).update(readFileSync(join(folder, name)));
      return hash.digest('hex');
    },
    async dispose() {
      for (const journal of opened) await journal.close();
      rmSync(home, { recursive: true });
    },
  };
}

journalSuite('file', async () => fileHarness());

headStoreSuite('file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workroom-heads-'));
  return { open: () => new FileHeadStore(folder), dispose: () => rmSync(folder, { recursive: true }) };
});

describe('file', () => {
  let store: ReturnType<typeof fileHarness>;
  beforeEach(() => {
    store = fileHarness();
  });
  afterEach(() => store.dispose());

  const filled = async () => {
    const journal = await store.open();
    for (const n of [1, 2, 3]) await journal.append(await nextBatch(journal, 'run-r1', { n, count: 2 }));
    return journal;
  };

  it('[K-054] names each segment after its stream and first revision; its text is JSON with the digest of its events', async () => {
    await filled();
    expect(store.segments().toSorted()).toEqual([0, 2, 4].map((revision) => segmentName('run-r1', revision)).toSorted());
    const segment = JSON.parse(readFileSync(join(store.folder, segmentName('run-r1', 2)), 'utf8')) as Record<string, unknown>;
    expect(segment).toMatchObject({ version: 1, streamId: 'run-r1', globalPosition: 3, operation: null });
    expect(segment['payloadDigest']).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(segment['events']).toHaveLength(2);
  });

  it('[D-80] keeps its files to their owner', async () => {
    await filled();
    expect(statSync(store.folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(store.folder)) expect(statSync(join(store.folder, name)).mode & 0o777).toBe(0o600);
  });

  it('[SB-03] what a crash left half-written is never read, and goes at the next start', async () => {
    const journal = await filled();
    await journal.close();
    const torn = join(store.folder, `.writing-1-1-${segmentName('run-r1', 6)}`);
    writeFileSync(torn, '{"version":1,"streamId":"run-r1","glob');
    const again = await store.open();
    expect(await allOf(again)).toHaveLength(6);
    expect(existsSync(torn)).toBe(false);
    expect((await again.append(await nextBatch(again, 'run-r1', { n: 4 }))).revision).toBe(6);
  });

  it('[K-054] the file itself is the compare-and-swap: a segment that another writer made wins', async () => {
    const journal = await filled();
    const other = fileHarness();
    const copy = await other.open();
    for (const n of [1, 2, 3]) await copy.append(await nextBatch(copy, 'run-r1', { n, count: 2 }));
    await copy.append(await nextBatch(copy, 'run-r1', { n: 9 }));
    const name = segmentName('run-r1', 6);
    writeFileSync(join(store.folder, name), readFileSync(join(other.folder, name)));
    await expect(nextBatch(journal, 'run-r1', { n: 4 }).then((batch) => journal.append(batch))).rejects.toThrow(
      refused('SEQUENCE_CONFLICT', { expectedSequence: 5, actualSequence: 6 }),
    );
    expect(await streamOf(journal, 'run-r1')).toHaveLength(7);
    await other.dispose();
  });

  it.each([
    ['truncated in an event', (text: string) => text.slice(0, -60), 3],
    ['truncated in its first line', (text: string) => text.slice(0, 30), 2],
    ['emptied', () => '', 2],
    ['cut behind an event', (text: string) => text.slice(0, text.indexOf(',\n{') + 2), 3],
    ['with another digest', (text: string) => text.replace('"payloadDigest":"sha256:', '"payloadDigest":"sha256:0'), 2],
    ['with another position', (text: string) => text.replace('"globalPosition":3', '"globalPosition":4'), null],
  ])('[K-S17] a segment %s: not sound; its stream takes no more writes, others do', async (_, change, revision) => {
    await (await filled()).close();
    store.edit('run-r1', 2, change);
    const journal = await store.open();
    const { sound, breaks } = await verify(journal);
    expect(sound).toBe(false);
    if (revision === null) return expect(breaks[0]).toMatchObject({ kind: 'position', globalPosition: 3 });
    expect(breaks[0]).toMatchObject({ streamId: 'run-r1', revision });
    await expect(nextBatch(journal, 'run-r1', { n: 9 }).then((batch) => journal.append(batch))).rejects.toThrow(
      refused('JOURNAL_TAMPERED'),
    );
    expect((await journal.append(await nextBatch(journal, 'run-r2', { n: 10 }))).outcome).toBe('committed');
  });

  it('[K-S17] a segment that was removed shows', async () => {
    await (await filled()).close();
    rmSync(join(store.folder, segmentName('run-r1', 2)));
    expect((await verify(await store.open())).breaks[0]).toMatchObject({ kind: 'revision', streamId: 'run-r1', revision: 2 });
  });

  it('[D-68] a second process is refused STORE_LOCKED while the first lives; the lease is given back at close', async () => {
    const journal = await filled();
    await expect(store.open()).rejects.toThrow(refused('STORE_LOCKED', { pid: process.pid }));
    await journal.close();
    await store.open();
  });

  it('[D-68] a dead holder is replaced at once', async () => {
    const journal = await filled();
    await journal.close();
    const [lease] = readdirSync(store.folder).filter((name) => name.startsWith('writer.'));
    const path = join(store.folder, lease!);
    writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), start: 'earlier' }));
    expect(await (await store.open()).position()).toBe(6);
  });

  it('[K-039] another process may read while the first writes, and write nothing', async () => {
    const journal = await filled();
    const reader = await FileJournal.open({ folder: store.folder, role: 'reader' });
    await journal.append(await nextBatch(journal, 'run-r1', { n: 4 }));
    expect(await allOf(reader)).toEqual(await allOf(journal));
    await expect(reader.append(await nextBatch(reader, 'run-r1', { n: 9 }))).rejects.toThrow(refused('WRITER_FENCED'));
    await reader.close();
  });

  it('[D-83] a folder that cannot be made is refused STORE_UNAVAILABLE', async () => {
    writeFileSync(join(store.home, 'file'), 'x');
    await expect(FileJournal.open({ folder: join(store.home, 'file', 'journal') })).rejects.toThrow(refused('STORE_UNAVAILABLE'));
  });

  it('[D-83] a folder that is lost in the middle refuses appends; with it back, it goes on', async () => {
    const journal = await filled();
    const batch = await nextBatch(journal, 'run-r1', { n: 4 });
    const lost = `${store.folder}-lost`;
    const { renameSync } = await import('node:fs');
    renameSync(store.folder, lost);
    await expect(journal.append(batch)).rejects.toThrow(refused('STORE_UNAVAILABLE'));
    renameSync(lost, store.folder);
    expect((await journal.append(batch)).revision).toBe(6);
    chmodSync(store.folder, 0o700);
  });

  it('[LD-01] a store whose segments hold their text is refused, its files unchanged', async () => {
    await (await filled()).close();
    writeFileSync(
      join(store.folder, segmentName('run-old', 0)),
      JSON.stringify({ version: 1, events: [{ type: 'run.created', payload: 'x' }] }),
    );
    const before = await store.fingerprint();
    await expect(store.open()).rejects.toThrow(refused('LEGACY_JOURNAL'));
    expect(await store.fingerprint()).toBe(before);
  });
});
