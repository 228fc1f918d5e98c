import { randomBytes } from 'node:crypto';
import type { Envelope, EventRow } from '#contracts/codec';
import { rowOf } from '#contracts/codec';
import { startTestPostgres } from '#testing/postgres';
import type { TestPostgres } from '#testing/postgres';
import { Client } from 'pg';
import { allOf, batchOn, EMPTY_HEAD, journalSuite, nextBatch, outcomes, refused, streamOf } from '../suite/index.js';
import type { TamperedColumns } from '../suite/index.js';
import { verify } from '../verify.js';
import { EventLog } from './event-log.js';
import { EventStoreJournal } from './index.js';
import type { EventStoreJournalOptions } from './index.js';
import { EventStoreDouble } from './suite/eventstore-double.js';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

/** Journals over one server and one schema. */
async function openings(url: () => string, prefix?: string) {
  const databaseUrl = await postgres.freshSchema();
  const opened: EventStoreJournal[] = [];
  const open = async (options: Partial<EventStoreJournalOptions> = {}) => {
    const journal = await EventStoreJournal.open({
      url: url(),
      databaseUrl,
      whenLocked: 'refuse',
      ...(prefix ? { prefix } : {}),
      ...options,
    });
    opened.push(journal);
    return journal;
  };
  const sql = async (text: string) => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    return client.query(text).finally(() => client.end());
  };
  return {
    databaseUrl,
    open,
    sql,
    async takeOver() {
      await sql('UPDATE workroom_journal_writer SET expires_at = 0');
      return open();
    },
    async close() {
      for (const journal of opened) await journal.close();
    },
  };
}

async function doubleHarness(options: { streamPositions?: boolean } = {}) {
  const server = new EventStoreDouble();
  server.streamPositions = options.streamPositions ?? true;
  await server.start();
  const stores = await openings(() => server.url);
  return {
    server,
    ...stores,
    async tamper(streamId: string, revision: number, change: (row: EventRow) => TamperedColumns) {
      const name = `workroom-${streamId}`;
      const event = server.log.streams.get(name)![revision]!;
      const metadata = JSON.parse(event.metadata.toString()) as Record<string, unknown> & { workroom: Record<string, unknown> };
      const { workroom, ...rest } = metadata;
      const envelope = {
        ...workroom,
        streamId,
        revision,
        eventId: event.id,
        type: event.type,
        data: JSON.parse(event.data.toString()) as object,
        metadata: rest,
      };
      const { dataJson, metadataJson, type, eventId, hash, prevHash } = change(rowOf(envelope as unknown as Envelope, 1));
      const beside = { ...workroom, ...(hash ? { hash } : {}), ...(prevHash ? { prevHash } : {}) };
      server.log.replace(name, revision, {
        ...(type ? { type } : {}),
        ...(eventId ? { id: eventId } : {}),
        ...(dataJson ? { data: Buffer.from(dataJson) } : {}),
        metadata: Buffer.from(`${(metadataJson ?? JSON.stringify(rest)).slice(0, -1)},"workroom":${JSON.stringify(beside)}}`),
      });
    },
    async plantVersion(version: number) {
      const [event] = batchOn('run-old', EMPTY_HEAD, { n: 99 }).events;
      server.log.append('workroom-run-old', 'any', [
        {
          id: event!.eventId,
          type: 'run.created',
          contentType: 'application/json',
          data: Buffer.from('{"title":"fix the build"}'),
          metadata: Buffer.from(JSON.stringify({ ...event!.metadata, workroom: { envelopeVersion: version, schemaVersion: 1 } })),
        },
      ]);
    },
    fingerprint: async () => JSON.stringify(server.log.events),
    async dispose() {
      await stores.close();
      server.stop();
    },
  };
}

journalSuite('eventstore double', () => doubleHarness(), { tampering: 'values' });

const realUrl = process.env['WORKROOM_TEST_EVENTSTORE_URL'];
if (realUrl) {
  journalSuite(
    'eventstore',
    async () => {
      const prefix = `workroom${randomBytes(4).toString('hex')}-`;
      const stores = await openings(() => realUrl, prefix);
      return {
        ...stores,
        tamper: async () => undefined,
        async plantVersion(version: number) {
          const log = await EventLog.open(realUrl, prefix);
          const batch = batchOn('run-old', EMPTY_HEAD, { n: 99 });
          await log.append({ ...batch, events: batch.events.map((event) => ({ ...event, envelopeVersion: version as 3 })) });
          await log.close();
        },
        fingerprint: async () => '',
        dispose: () => stores.close(),
      };
    },
    { tampering: 'none' },
  );
}

describe('eventstore double', () => {
  let store: Awaited<ReturnType<typeof doubleHarness>>;
  beforeEach(async () => {
    store = await doubleHarness();
  });
  afterEach(() => store.dispose());
  const put = async (journal: EventStoreJournal, n: number, count = 1) =>
    journal.append(await nextBatch(journal, 'run-r1', { n, count }));
  const operation = { kind: 'operationId', key: 'op-1', digest: `sha256:${'0'.repeat(64)}`, principalId: 'telegram:7' } as const;

  it("[D-66] positions are the commit positions of the log: ordered, not dense, past other programs' events", async () => {
    const journal = await store.open();
    await put(journal, 1, 3);
    store.server.log.append('orders-7', 'any', [
      {
        id: '0198c0de-0000-7000-8000-0000000000ff',
        type: 'x',
        contentType: 'application/json',
        data: Buffer.from('{}'),
        metadata: Buffer.alloc(0),
      },
    ]);
    await put(journal, 2);
    const events = await allOf(journal);
    expect(events.map(({ streamId }) => streamId)).toEqual(Array<string>(4).fill('run-r1'));
    expect(events.map(({ globalPosition }) => globalPosition)).toEqual(
      store.server.log.events.filter(({ streamName }) => streamName === 'workroom-run-r1').map(({ position }) => position),
    );
    expect(journal.capabilities.densePositions).toBe(false);
  });

  it("[D-66] a server that tells no position with a stream's events: they come from the index", async () => {
    await store.dispose();
    store = await doubleHarness({ streamPositions: false });
    const journal = await store.open();
    await put(journal, 1, 3);
    expect(await streamOf(journal, 'run-r1')).toEqual(await allOf(journal));
    const reader = await store.open({ role: 'reader' });
    expect(await streamOf(reader, 'run-r1')).toEqual(await allOf(journal));
  });

  it('[D-66] the idempotency of a batch rides with its first event: an index that was lost is made anew from the log', async () => {
    const journal = await store.open();
    const batch = batchOn('run-r1', EMPTY_HEAD, { n: 1, count: 700, operation });
    const receipt = await journal.append(batch);
    await journal.close();
    await store.sql(
      'TRUNCATE workroom_event_index, workroom_indexed_streams, workroom_idempotency; UPDATE workroom_journal_writer SET position = 0',
    );
    const again = await store.open();
    expect(await again.findOperation('run-r1', 'operationId', 'op-1')).toEqual({ operation, receipt });
    expect(await again.append(batch)).toEqual({ ...receipt, outcome: 'duplicate' });
    expect(await verify(again)).toMatchObject({ sound: true, events: 700 });
  });

  it('[F-ES-03] an answer that was lost: the same batch sent again gets the first result', async () => {
    const journal = await store.open();
    await put(journal, 1);
    const batch = await nextBatch(journal, 'run-r1', { n: 2, operation });
    store.server.troubles.push('answer_lost');
    await expect(journal.append(batch)).rejects.toThrow(refused('STORE_UNAVAILABLE'));
    expect(await journal.append(batch)).toMatchObject({ outcome: 'duplicate', revision: 1 });
    expect(await allOf(journal)).toHaveLength(2);
  });

  it.each(['unavailable', 'not_leader', 'access_denied', 'deadline'] as const)(
    '[D-83] an append that fails with %s is Unavailable; later ones go on',
    async (trouble) => {
      const journal = await store.open();
      await put(journal, 1);
      const batch = await nextBatch(journal, 'run-r1', { n: 2 });
      store.server.troubles.push(trouble);
      await expect(journal.append(batch)).rejects.toThrow(refused('STORE_UNAVAILABLE'));
      expect((await journal.append(batch)).revision).toBe(1);
    },
  );

  it('[D-83] a server that goes away and comes back: refusals meanwhile, nothing lost', async () => {
    const journal = await store.open();
    await put(journal, 1);
    const batch = await nextBatch(journal, 'run-r1', { n: 2 });
    store.server.stop();
    await expect(journal.append(batch)).rejects.toThrow(refused('STORE_UNAVAILABLE'));
    await expect(allOf(journal)).rejects.toThrow(refused('STORE_UNAVAILABLE'));
    await store.server.start();
    const answer = await journal.append(batch).catch(() => journal.append(batch));
    expect(answer.revision).toBe(1);
    expect(await allOf(journal)).toHaveLength(2);
  });

  it('[D-83] a server that is down refuses the start', async () => {
    store.server.stop();
    await expect(store.open()).rejects.toThrow(refused('STORE_UNAVAILABLE'));
    await store.server.start();
    expect(await (await store.open()).position()).toBe(0);
  });

  it('[F-ES-11] a server with a smaller limit of its own refuses the batch whole', async () => {
    const journal = await store.open();
    store.server.log.maxAppendSize = 2000;
    const big = batchOn('run-r1', EMPTY_HEAD, { n: 1, count: 20 });
    const small = batchOn('run-r2', EMPTY_HEAD, { n: 2 });
    const answers = outcomes(await Promise.allSettled([journal.append(big), journal.append(small)]));
    expect(answers).toEqual(['BATCH_TOO_LARGE', 'ok']);
    await expect(journal.append(big)).rejects.toThrow(refused('BATCH_TOO_LARGE', { limit: 2000 }));
    expect(await allOf(journal)).toHaveLength(1);
  });

  it('[K-035] a stream that another program wrote to: SEQUENCE_CONFLICT, then the stream goes on from its true end', async () => {
    const journal = await store.open();
    await put(journal, 1);
    const batch = await nextBatch(journal, 'run-r1', { n: 2 });
    const other = await doubleHarness();
    const elsewhere = await other.open();
    await put(elsewhere, 1);
    await put(elsewhere, 9);
    const [, foreign] = other.server.log.streams.get('workroom-run-r1')!;
    store.server.log.append('workroom-run-r1', 0, [foreign!]);
    await expect(journal.append(batch)).rejects.toThrow(refused('SEQUENCE_CONFLICT', { expectedSequence: 0, actualSequence: 1 }));
    expect((await put(journal, 3)).revision).toBe(2);
    await other.dispose();
  });

  it('[K-S17] a stream that was deleted or cut shows, and takes no more writes', async () => {
    const journal = await store.open();
    await put(journal, 1, 3);
    store.server.log.streams.get('workroom-run-r1')!.pop();
    store.server.log.events.pop();
    expect((await verify(journal)).breaks).toEqual([{ kind: 'end', streamId: 'run-r1', revision: 2, globalPosition: null }]);
    await expect(put(journal, 2)).rejects.toThrow(refused('JOURNAL_TAMPERED'));
    store.server.log.deleted.add('workroom-run-r2');
    await expect(journal.append(batchOn('run-r2', EMPTY_HEAD, { n: 3 }))).rejects.toThrow(refused('JOURNAL_TAMPERED'));
  });

  it('[K-056] appends wake readers in other processes', async () => {
    const journal = await store.open();
    const reader = await store.open({ role: 'reader' });
    await put(journal, 1);
    const woken = new Promise<void>((resolve) => reader.onAppend(resolve));
    await put(journal, 2);
    await woken;
    expect(await allOf(reader)).toHaveLength(2);
    await expect(put(reader, 3)).rejects.toThrow(refused('WRITER_FENCED'));
  });

  it('[SB-04] a database that holds a Journal of its own is no index of another', async () => {
    await (await store.open()).close();
    await store.sql(`INSERT INTO workroom_events (global_position, stream_id, revision, event_id, envelope_version, type, schema_version,
      data_json, metadata_json, prev_hash, hash, row_binding_digest) VALUES (1, 'run-r1', 0, gen_random_uuid(), 3, 'x', 1, '{}', '{}', '', '', '')`);
    await expect(store.open()).rejects.toThrow(refused('STORE_VERSION'));
  });
});
