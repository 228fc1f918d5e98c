import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { EventRow } from '#contracts/codec';
import { startTestPostgres } from '#testing/postgres';
import type { TestPostgres } from '#testing/postgres';
import {
  allOf,
  batchOn,
  EMPTY_HEAD,
  headStoreSuite,
  journalSuite,
  nextBatch,
  outcomes,
  refused,
  snapshotStoreSuite,
} from '../suite/index.js';
import type { TamperedColumns } from '../suite/index.js';
import { verify } from '../verify.js';
import { rowFromCells } from './event-query.js';
import { PostgresHeadStore, PostgresJournal, PostgresSnapshotStore } from './index.js';
import type { PostgresJournalOptions } from './index.js';

const COLUMNS: Readonly<Record<string, string>> = {
  dataJson: 'data_json',
  metadataJson: 'metadata_json',
  type: 'type',
  eventId: 'event_id',
  hash: 'hash',
  prevHash: 'prev_hash',
};

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

/** A schema of its own; the attacker and the old writer use plain SQL. */
async function postgresHarness() {
  const url = await postgres.freshSchema();
  const opened: PostgresJournal[] = [];
  const behind = async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return work(client).finally(() => client.end());
  };
  const open = async (options: Partial<PostgresJournalOptions> = {}) => {
    const journal = await PostgresJournal.open({ url, whenLocked: 'refuse', ...options });
    opened.push(journal);
    return journal;
  };
  const asAttacker = (sql: string, values: unknown[] = []) =>
    behind(async (client) => {
      await client.query('ALTER TABLE workroom_events DISABLE TRIGGER USER');
      await client.query(sql, values);
      await client.query('ALTER TABLE workroom_events ENABLE TRIGGER USER');
    });
  return {
    url,
    behind,
    open,
    asAttacker,
    async takeOver() {
      await behind((client) => client.query('UPDATE workroom_journal_writer SET expires_at = 0'));
      return open();
    },
    async tamper(streamId: string, revision: number, change: (row: EventRow) => TamperedColumns) {
      const { rows } = await behind((client) =>
        client.query<string[]>({
          text: `SELECT global_position::text, stream_id, revision::text, event_id::text, envelope_version::text, type,
            schema_version::text, data_json::text, metadata_json::text, prev_hash, hash, row_binding_digest
            FROM workroom_events WHERE stream_id = $1 AND revision = $2`,
          values: [streamId, revision],
          rowMode: 'array',
        }),
      );
      await asAttacker('ALTER TABLE workroom_events ALTER data_json TYPE text, ALTER metadata_json TYPE text');
      for (const [key, value] of Object.entries(change(rowFromCells(rows[0]!)))) {
        await asAttacker(`UPDATE workroom_events SET ${COLUMNS[key]} = $1 WHERE stream_id = $2 AND revision = $3`, [
          value,
          streamId,
          revision,
        ]);
      }
    },
    async plantVersion(version: number) {
      await asAttacker(
        `INSERT INTO workroom_events (global_position, stream_id, revision, event_id, envelope_version, type, schema_version, data_json,
         metadata_json, prev_hash, hash, row_binding_digest) VALUES (999, 'run-old', 0, gen_random_uuid(), $1, 'run.created', 1,
         '{"title":"fix the build"}', '{}', '', '', '')`,
        [version],
      );
    },
    async fingerprint() {
      const { rows } = await behind((client) => client.query('SELECT * FROM workroom_events ORDER BY global_position'));
      return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
    },
    async dispose() {
      for (const journal of opened) await journal.close();
    },
  };
}

journalSuite('postgres', postgresHarness);

/** Stores that are opened by the URL of a schema. */
async function stores<Store extends { close(): Promise<void> }>(openStore: (url: string) => Promise<Store>) {
  const url = await postgres.freshSchema();
  const opened: Store[] = [];
  return {
    async open() {
      const store = await openStore(url);
      opened.push(store);
      return store;
    },
    async dispose() {
      for (const store of opened) await store.close();
    },
  };
}

headStoreSuite('postgres', () => stores((url) => PostgresHeadStore.open(url)));
snapshotStoreSuite('postgres', () => stores((url) => PostgresSnapshotStore.open(url)));

describe('postgres', () => {
  let store: Awaited<ReturnType<typeof postgresHarness>>;
  beforeEach(async () => {
    store = await postgresHarness();
  });
  afterEach(() => store.dispose());

  const put = async (journal: PostgresJournal, n: number, count = 1) =>
    journal.append(await nextBatch(journal, 'run-r1', { n, count }));

  it.each(["UPDATE workroom_events SET data_json = '{}'", 'DELETE FROM workroom_events', 'TRUNCATE workroom_events'])(
    '[WK-04] the database itself refuses that facts are changed or deleted: %s',
    async (sql) => {
      await put(await store.open(), 1);
      await expect(store.behind((client) => client.query(sql))).rejects.toThrow('facts are never changed or deleted');
    },
  );

  it('[K-052] keeps id, binding and canonical text of each event in workroom_events', async () => {
    await put(await store.open(), 1);
    const { rows } = await store.behind((client) => client.query('SELECT *, data_json::text AS text FROM workroom_events'));
    expect(rows[0]).toMatchObject({ id: 'run-r1:0', global_position: '1', envelope_version: 3, schema_version: 1 });
    expect(rows[0].text).toBe('{"by":1,"operationId":"op-1-0"}');
    expect(rows[0].row_binding_digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it.each([
    ['the last event', 'DELETE FROM workroom_events WHERE revision = 2', { kind: 'position', globalPosition: 3 }],
    [
      'an event in the middle',
      'DELETE FROM workroom_events WHERE revision = 1',
      { kind: 'revision', streamId: 'run-r1', revision: 1 },
    ],
    ['a row moved elsewhere', 'UPDATE workroom_events SET global_position = 9 WHERE revision = 2', { kind: 'row', revision: 2 }],
  ])('[K-S17] %s shows', async (_, sql, expected) => {
    const journal = await store.open();
    await put(journal, 1, 3);
    await store.asAttacker(sql);
    expect((await verify(journal)).breaks[0]).toMatchObject(expected);
  });

  it('[F-ES-01] a deposed writer that commits late leaves no gap, and nobody sees a later position before it', async () => {
    const journal = await store.open();
    await put(journal, 1);
    const late = new Client({ connectionString: store.url });
    await late.connect();
    await late.query('BEGIN');
    await late.query('UPDATE workroom_journal_writer SET position = position + 1');
    await late.query(
      `INSERT INTO workroom_events (global_position, stream_id, revision, event_id, envelope_version, type, schema_version, data_json,
       metadata_json, prev_hash, hash, row_binding_digest) SELECT 2, 'run-late', 0, gen_random_uuid(), 3, type, 1, data_json,
       metadata_json, prev_hash, hash, row_binding_digest FROM workroom_events`,
    );
    const waiting = put(journal, 2);
    expect((await allOf(journal)).map(({ globalPosition }) => globalPosition)).toEqual([1]);
    await late.query('COMMIT');
    await late.end();
    expect((await waiting).position).toBe(3);
    expect((await allOf(journal)).map(({ streamId }) => streamId)).toEqual(['run-r1', 'run-late', 'run-r1']);
  });

  it('[F-ES-01] a deposed writer that rolls back leaves no gap', async () => {
    const journal = await store.open();
    const late = new Client({ connectionString: store.url });
    await late.connect();
    await late.query('BEGIN');
    await late.query('UPDATE workroom_journal_writer SET position = position + 1');
    const waiting = put(journal, 1);
    await late.query('ROLLBACK');
    await late.end();
    expect((await waiting).position).toBe(1);
  });

  it('[K-016] a long range is read the same by COPY as by pages, and may be left early', async () => {
    const journal = await store.open();
    await put(journal, 1, 3000);
    await put(journal, 2, 3001);
    const copied = await allOf(journal);
    expect(copied).toHaveLength(6001);
    expect(copied).toEqual(await allOf(journal, { after: 0, limit: 100_000 }));
    for (let time = 0; time < 12; time += 1) {
      for await (const page of journal.readAll({ after: 0 })) if (page.length > 0) break;
    }
    expect((await allOf(journal)).at(-1)).toEqual(copied.at(-1));
  });

  it("[D-20] has the server's clock", async () => {
    const journal = await store.open();
    const { rows } = await store.behind((client) => client.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now'));
    expect(Math.abs(journal.now() - Number(rows[0].now))).toBeLessThan(2000);
  });

  describe('wake-ups', () => {
    it('[K-056] one commit of many appends wakes readers in other processes, by one notification', async () => {
      const journal = await store.open();
      const reader = await store.open({ role: 'reader' });
      const listener = new Client({ connectionString: store.url });
      await listener.connect();
      const heard: string[] = [];
      listener.on('notification', ({ channel }) => heard.push(channel));
      await listener.query('LISTEN workroom_journal');
      const woken = new Promise<void>((resolve) => reader.onAppend(resolve));
      await Promise.all(Array.from({ length: 50 }, (_, n) => journal.append(batchOn(`run-w${n}`, EMPTY_HEAD, { n }))));
      await woken;
      expect(await reader.position()).toBe(50);
      await listener.query('SELECT 1');
      expect(heard).toEqual(['workroom_journal']);
      await listener.end();
      await expect(reader.append(await nextBatch(reader, 'run-r1', { n: 99 }))).rejects.toThrow(refused('WRITER_FENCED'));
    });
  });

  describe('the writer lease', () => {
    it('[D-68] a second writer is refused, or waits and takes over when the first ends', async () => {
      const first = await store.open();
      await put(first, 1);
      await expect(store.open()).rejects.toThrow(refused('STORE_LOCKED'));
      const standby = store.open({ whenLocked: 'wait' });
      await first.close();
      expect(await put(await standby, 2)).toMatchObject({ position: 2, revision: 1 });
    });

    it('[D-68] a standby gives up when told to', async () => {
      await store.open();
      const abort = new AbortController();
      const standby = store.open({ whenLocked: 'wait', signal: abort.signal });
      abort.abort();
      await expect(standby).rejects.toThrow(refused('STORE_LOCKED'));
    });

    it('[D-68] a writer whose session dies is replaced at once by a standby, and is fenced when it comes back', async () => {
      const first = await store.open();
      await put(first, 1);
      await store.behind(async (client) => {
        await client.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database =
          (SELECT oid FROM pg_database WHERE datname = current_database()) AND objid = hashtext(current_schema())::oid`);
      });
      const successor = await store.open({ whenLocked: 'wait' });
      await put(successor, 2);
      const answers = outcomes(await Promise.allSettled([put(first, 3), put(first, 4)]));
      expect(answers).toEqual(['WRITER_FENCED', 'WRITER_FENCED']);
      await expect(put(first, 5)).rejects.toThrow(refused('WRITER_FENCED'));
      expect(await allOf(successor)).toHaveLength(2);
    });

    it('[D-68] a writer whose session dies with no standby goes on under its fence', async () => {
      const journal = await store.open();
      await put(journal, 1);
      await store.behind((client) =>
        client.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
          ['workroom-journal-writer'],
        ),
      );
      const batch = await nextBatch(journal, 'run-r1', { n: 2 }).catch(() => nextBatch(journal, 'run-r1', { n: 2 }));
      const answer = await journal.append(batch).catch(() => journal.append(batch));
      expect(answer.revision).toBe(1);
      expect(await allOf(journal)).toHaveLength(2);
    });
  });

  describe('bad weather', () => {
    it('[D-83] a server that is down refuses the start STORE_UNAVAILABLE, without the password', async () => {
      const lost = PostgresJournal.open({ url: 'postgres://workroom:a-secret@127.0.0.1:1/workroom' });
      await expect(lost).rejects.toThrow(refused('STORE_UNAVAILABLE'));
      await expect(lost).rejects.not.toThrow(/a-secret/);
    });

    it('[D-83] a full disk refuses STORE_FULL and leaves nothing half-written; with room again it goes on', async () => {
      const journal = await store.open();
      await store.behind((client) =>
        client.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
          CREATE TRIGGER full_disk BEFORE INSERT ON workroom_idempotency FOR EACH ROW EXECUTE FUNCTION full_disk()`),
      );
      const operation = {
        kind: 'operationId',
        key: 'op-1',
        digest: `sha256:${'0'.repeat(64)}`,
        principalId: 'telegram:7',
      } as const;
      const batch = batchOn('run-r1', EMPTY_HEAD, { n: 1, operation });
      await expect(journal.append(batch)).rejects.toThrow(refused('STORE_FULL'));
      expect(await allOf(journal)).toEqual([]);
      await store.behind((client) => client.query('DROP TRIGGER full_disk ON workroom_idempotency'));
      expect((await journal.append(batch)).position).toBe(1);
    });

    it('[LD-01] a store whose events hold their text is refused, unchanged', async () => {
      await store.behind((client) =>
        client.query("CREATE TABLE workroom_events (id text, payload text); INSERT INTO workroom_events VALUES ('1', 'x')"),
      );
      await expect(store.open()).rejects.toThrow(refused('LEGACY_JOURNAL'));
      const { rows } = await store.behind((client) =>
        client.query('SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()'),
      );
      expect(rows).toEqual([{ table_name: 'workroom_events' }]);
    });

    it('[D-83] a store of a newer build is refused', async () => {
      await (await store.open()).close();
      await store.behind((client) => client.query('UPDATE workroom_journal_schema SET version = 99'));
      await expect(store.open()).rejects.toThrow(refused('STORE_VERSION'));
    });

    it('[K-052] processes that start at once make the tables once', async () => {
      const readers = await Promise.all(Array.from({ length: 5 }, () => store.open({ role: 'reader' })));
      expect(await Promise.all(readers.map((reader) => reader.position()))).toEqual([0, 0, 0, 0, 0]);
    });
  });
});
