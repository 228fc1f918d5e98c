import { createHash } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import type { EventRow } from '#contracts/codec';
import { plainCodec, rowOf } from '#contracts/codec';
import { eventIdOf, systemActor } from '#domain/kernel';
import { exportBundle, HeadSigner, verify, verifyBundle } from '../index.js';
import { MemoryHeadStore, MemoryJournal, MemoryStore } from '../memory/index.js';
import { batchOn, EMPTY_HEAD, headStoreSuite, MemoryHeadKeys, nextBatch, refused, uuid } from '../suite/index.js';

headStoreSuite('memory', () => {
  const store = new MemoryHeadStore();
  return { open: () => store, dispose: () => undefined };
});

const STREAM = 'run-r1';

describe('signed heads', () => {
  let memory: MemoryStore;
  let journal: MemoryJournal;
  let store: MemoryHeadStore;
  let keys: MemoryHeadKeys;
  let signer: HeadSigner;
  let errors: unknown[];
  const signed = () => ({ store, publicKey: keys.publicKey });
  const reopen = () => (journal = new MemoryJournal({ store: memory }));
  const open = () => new HeadSigner({ journal, store, keys, onError: (error) => errors.push(error) });

  beforeEach(async () => {
    memory = new MemoryStore();
    reopen();
    store = new MemoryHeadStore();
    keys = new MemoryHeadKeys();
    errors = [];
    signer = open();
    await journal.append(batchOn(STREAM, EMPTY_HEAD, { n: 1, count: 3 }));
    await journal.append(batchOn('run-r2', EMPTY_HEAD, { n: 2, count: 2 }));
    await signer.signIndex();
  });

  /** Rewrites a stream whole, hashes and links and all, as someone with the store but without the key would. */
  const rewrite = (count: number, by: number) => {
    const { events } = batchOn(STREAM, EMPTY_HEAD, { n: 1, count, data: { by } });
    const rows: EventRow[] = events.map((event, ordinal) => rowOf(event, ordinal + 1));
    memory.streams.set(STREAM, rows);
    memory.rows.splice(0, count, ...rows);
    reopen();
  };

  it('[K-057] signs the end of each stream that changed, with a key of its own', async () => {
    const head = await store.head(STREAM);
    expect(head).toMatchObject({ streamId: STREAM, ...(await journal.head(STREAM)), keyId: 'key-1' });
    await journal.append(await nextBatch(journal, STREAM, { n: 3 }));
    const untouched = await store.head('run-r2');
    await signer.signHeads();
    expect((await store.head(STREAM))!.revision).toBe(3);
    expect(await store.head('run-r2')).toBe(untouched);
  });

  it('[K-058] a store that fits its signed heads and index is sound', async () => {
    expect(await verify(journal, { signed: signed() })).toMatchObject({ sound: true, breaks: [] });
    await journal.append(await nextBatch(journal, 'run-new', { n: 3 }));
    expect(await verify(journal, { signed: signed() })).toMatchObject({ sound: true });
    expect(await verify(journal, { signed: signed(), streamId: STREAM })).toMatchObject({ sound: true });
  });

  it('[K-057] a chain that was rewritten whole is sound by itself, and not against its signed end', async () => {
    rewrite(3, 9);
    expect(await verify(journal)).toMatchObject({ sound: true });
    expect((await verify(journal, { signed: signed() })).breaks).toContainEqual(
      expect.objectContaining({ kind: 'signed', streamId: STREAM, revision: 2 }),
    );
    expect((await verify(journal, { signed: signed(), streamId: STREAM })).sound).toBe(false);
  });

  it('[K-057] a stream that was cut shows', async () => {
    memory.streams.get(STREAM)!.pop();
    memory.rows.splice(2, 1);
    reopen();
    expect((await verify(journal, { signed: signed(), streamId: STREAM })).breaks).toEqual([
      { kind: 'signed', streamId: STREAM, revision: 2, globalPosition: null },
    ]);
  });

  it('[K-057] a stream that was removed with its head shows by the signed index', async () => {
    memory.streams.delete('run-r2');
    memory.rows.splice(3, 2);
    reopen();
    const without = new MemoryHeadStore();
    await without.save([(await store.head(STREAM))!], 5);
    await without.saveIndex((await store.lastIndex())!);
    const { breaks } = await verify(journal, { signed: { store: without, publicKey: keys.publicKey } });
    expect(breaks).toEqual([{ kind: 'index', streamId: null, revision: null, globalPosition: 5 }]);
  });

  it('[K-057] a head or an index that nobody signed is a break', async () => {
    const head = (await store.head(STREAM))!;
    await store.save([{ ...head, signedAt: head.signedAt + 1 }], 5);
    const index = (await store.lastIndex())!;
    await store.saveIndex({ ...index, streams: 3 });
    const { breaks } = await verify(journal, { signed: signed() });
    expect(breaks.map(({ kind }) => kind).toSorted()).toEqual(['index', 'signature']);
  });

  it('[K-060] after a rotation new heads have the new key, and old heads still verify', async () => {
    await keys.rotate();
    await journal.append(await nextBatch(journal, STREAM, { n: 3 }));
    await signer.signIndex();
    expect((await store.head(STREAM))!.keyId).toBe('key-2');
    expect((await store.head('run-r2'))!.keyId).toBe('key-1');
    expect(await verify(journal, { signed: signed() })).toMatchObject({ sound: true });
  });

  it('[K-060] heads of a key that is not known here do not verify', async () => {
    const { breaks } = await verify(journal, { signed: { store, publicKey: async () => undefined } });
    expect(breaks.filter(({ kind }) => kind === 'signature')).toHaveLength(2);
  });

  it('[K-057] an index is written only when something has changed', async () => {
    const before = await store.lastIndex();
    await signer.signIndex();
    expect(await store.lastIndex()).toBe(before);
  });

  describe('the signer', () => {
    it('[K-057] signs on its own after an append, and what is left when it stops', async () => {
      const quick = new HeadSigner({ journal, store, keys, headsMs: 1, onError: (error) => errors.push(error) });
      quick.start();
      await journal.append(await nextBatch(journal, STREAM, { n: 3 }));
      await quick.stop();
      expect((await store.head(STREAM))!.revision).toBe(3);
      expect(errors).toEqual([]);
    });

    it('[K-057] tells a failure and signs at the next turn', async () => {
      const save = store.save.bind(store);
      const failed = new Promise<void>((resolve) => {
        store.save = async () => {
          store.save = save;
          resolve();
          throw new Error('away');
        };
      });
      const quick = new HeadSigner({ journal, store, keys, headsMs: 1, onError: (error) => errors.push(error) });
      quick.start();
      await journal.append(await nextBatch(journal, STREAM, { n: 3 }));
      await failed;
      await quick.stop();
      expect(errors).toHaveLength(1);
      expect((await store.head(STREAM))!.revision).toBe(3);
    });
  });

  describe('an export', () => {
    const exported = async (streams = [STREAM, 'run-r2']) => {
      const lines: string[] = [];
      for await (const text of exportBundle(journal, streams, signed())) lines.push(text);
      return lines;
    };
    const jwkOf = (lines: readonly string[]) =>
      (JSON.parse(lines.find((text) => text.startsWith('{"kind":"key"'))!) as { jwk: JsonWebKey }).jwk;

    it('[K-058] is checked without the store; without a trusted key it is self-signed only', async () => {
      const lines = await exported();
      expect(await verifyBundle(lines)).toEqual({
        sound: true,
        events: 5,
        streams: [STREAM, 'run-r2'],
        breaks: [],
        selfSignedOnly: true,
      });
      expect(await verifyBundle(lines, [jwkOf(lines)])).toMatchObject({ sound: true, selfSignedOnly: false });
    });

    it('[K-058] goes as far as the signed end', async () => {
      await journal.append(await nextBatch(journal, STREAM, { n: 3 }));
      expect(await verifyBundle(await exported([STREAM]))).toMatchObject({ sound: true, events: 3 });
    });

    it('[K-058] signed by another key than the trusted one is not sound', async () => {
      const lines = await exported();
      const other = new MemoryHeadKeys();
      const otherLines: string[] = [];
      const otherStore = new MemoryHeadStore();
      await new HeadSigner({ journal, store: otherStore, keys: other, onError: () => undefined }).signHeads();
      for await (const text of exportBundle(journal, [STREAM], { store: otherStore, publicKey: other.publicKey }))
        otherLines.push(text);
      const { sound, breaks } = await verifyBundle(otherLines, [jwkOf(lines)]);
      expect(sound).toBe(false);
      expect(breaks).toEqual([{ kind: 'signature', streamId: STREAM, revision: 2, globalPosition: null }]);
    });

    it.each([
      ['a changed event', (lines: string[]) => (lines[2] = lines[2]!.replace('"by":1', '"by":9')), { kind: 'hash', revision: 1 }],
      ['a missing event', (lines: string[]) => lines.splice(2, 1), { kind: 'revision', revision: 1 }],
      ['a missing last event', (lines: string[]) => lines.splice(3, 1), { kind: 'signed', revision: 1 }],
      ['a missing head', (lines: string[]) => lines.splice(6, 1), { kind: 'signature' }],
      [
        'a changed head',
        (lines: string[]) => (lines[6] = lines[6]!.replace('"revision":2', '"revision":1')),
        { kind: 'signature' },
      ],
    ])('[K-S17] with %s is not sound', async (_, change, expected) => {
      const lines = await exported();
      change(lines);
      const { sound, breaks } = await verifyBundle(lines);
      expect(sound).toBe(false);
      expect(breaks[0]).toMatchObject(expected);
    });

    it('[K-058] of a stream that is not signed yet is refused', async () => {
      await journal.append(batchOn('run-new', EMPTY_HEAD, { n: 9 }));
      await expect(exported(['run-new'])).rejects.toThrow(refused('HEAD_UNSIGNED', { streamId: 'run-new' }));
    });

    it.each([
      ['no JSON', ['fix the build']],
      ['no manifest', ['{"kind":"head"}']],
      ['nothing', []],
    ])('[K-058] a file with %s is refused as no bundle', async (_, lines) => {
      await expect(verifyBundle(lines)).rejects.toThrow(refused('BUNDLE_INVALID'));
    });

    it('[K-058] holds the exact bytes that were hashed', async () => {
      const [, first] = await exported([STREAM]);
      const text = /"envelope":(.*)\}$/.exec(first!)![1]!;
      expect(createHash('sha256').update(text).digest('hex')).toBe((JSON.parse(first!) as { hash: string }).hash);
    });
  });

  it('[K-057] what a key signs, nobody else can have signed', async () => {
    const forged = plainCodec.seal([{ type: 'counter.added', data: { by: 7, operationId: 'op-7' } }], {
      streamId: STREAM,
      head: EMPTY_HEAD,
      metadata: {
        recordedAt: 1,
        actor: systemActor('scheduler'),
        commandId: uuid(7),
        correlationId: null,
        causationId: null,
        projectId: null,
        traceparent: null,
      },
      eventId: (ordinal) => eventIdOf(uuid(7), ordinal),
    });
    const head = (await store.head(STREAM))!;
    await store.save([{ ...head, revision: 0, hash: forged[0]!.hash }], 5);
    expect((await verify(journal, { signed: signed(), streamId: STREAM })).breaks[0]).toMatchObject({ kind: 'signature' });
  });
});
