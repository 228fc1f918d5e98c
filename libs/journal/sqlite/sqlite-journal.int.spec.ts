import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import type { EventRow } from '#contracts/codec';
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
import { verify } from '../verify.js';
import { openWorkroomDatabase, SqliteHeadStore, SqliteJournal, SqliteSnapshotStore } from './index.js';
import { identityOf } from '../process-identity.js';
import type { ProcessIdentity } from '../process-identity.js';
import { SqliteRows } from './sqlite-rows.js';

const COLUMNS: Readonly<Record<string, string>> = {
  dataJson: 'data_json',
  metadataJson: 'metadata_json',
  type: 'type',
  eventId: 'event_id',
  hash: 'hash',
  prevHash: 'prev_hash',
};

/** A store in a folder of its own; the attacker and the old writer use plain SQLite. */
function sqliteHarness() {
  const folder = mkdtempSync(join(tmpdir(), 'workroom-journal-'));
  const path = join(folder, 'workroom.db');
  const opened: SqliteJournal[] = [];
  const databases: Database[] = [];
  const openAt = async (clock: () => number) => {
    const database = openWorkroomDatabase(path);
    databases.push(database);
    const journal = new SqliteJournal({ database, clock });
    opened.push(journal);
    return journal;
  };
  const behind = async <Result>(work: (database: Database) => Result): Promise<Result> => {
    for (const journal of opened.splice(0)) await journal.close();
    for (const database of databases.splice(0)) database.close();
    const database = new SqliteDatabase(path);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    folder,
    path,
    behind,
    open: () => openAt(Date.now),
    takeOver: () => openAt(() => Date.now() + 60_000),
    tamper: async (streamId: string, revision: number, change: (row: EventRow) => Partial<EventRow>) =>
      behind((database) => {
        database.exec('DROP TRIGGER workroom_events_no_update');
        const [row] = new SqliteRows(database).forwards(streamId, revision, 1);
        for (const [key, value] of Object.entries(change(row!))) {
          database
            .prepare(`UPDATE workroom_events SET ${COLUMNS[key]} = ? WHERE stream_id = ? AND revision = ?`)
            .run(value, streamId, revision);
        }
      }),
    plantVersion: async (version: number) =>
      behind((database) => {
        database
          .prepare(
            `INSERT INTO workroom_events VALUES (999, 'run-old', 0, 'event-old', ?, 'run.created', 1, '{"title":"fix the build"}', '{}', '', '', '')`,
          )
          .run(version);
      }),
    fingerprint: async () => {
      const hash = createHash('sha256');
      for (const file of readdirSync(folder).toSorted()) hash.update(file).update(readFileSync(join(folder, file)));
      return hash.digest('hex');
    },
    async dispose() {
      for (const journal of opened) await journal.close();
      for (const database of databases) database.close();
      rmSync(folder, { recursive: true });
    },
  };
}
journalSuite('sqlite', async () => sqliteHarness());

headStoreSuite('sqlite', () => {
  const database = openWorkroomDatabase(':memory:');
  return { open: () => new SqliteHeadStore(database), dispose: () => void database.close() };
});

snapshotStoreSuite('sqlite', () => {
  const database = openWorkroomDatabase(':memory:');
  return { open: () => new SqliteSnapshotStore(database), dispose: () => void database.close() };
});

describe('sqlite', () => {
  let store: ReturnType<typeof sqliteHarness>;
  beforeEach(() => {
    store = sqliteHarness();
  });
  afterEach(() => store.dispose());

  const append = async (count: number, from = 1) => {
    const journal = await store.open();
    for (let n = from; n < from + count; n += 1) await journal.append(await nextBatch(journal, 'run-r1', { n }));
    return journal;
  };

  it('[D-18] commits durably: WAL with synchronous FULL', () => {
    const database = openWorkroomDatabase(store.path);
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(database.pragma('synchronous', { simple: true })).toBe(2);
    database.close();
  });

  it('[D-80] keeps its file to its owner', async () => {
    await append(1);
    expect(statSync(store.path).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['changed', "UPDATE workroom_events SET data_json = '{}'"],
    ['deleted', 'DELETE FROM workroom_events'],
  ])('[WK-04] the database itself refuses that facts are %s', async (word, sql) => {
    await append(1);
    await store.behind((database) => expect(() => database.exec(sql)).toThrow(`facts are never ${word}`));
  });

  it('[K-052] keeps id, binding and canonical text of each event in workroom_events', async () => {
    await append(1);
    const row = (await store.behind((database) => database.prepare('SELECT * FROM workroom_events').get())) as Record<
      string,
      unknown
    >;
    expect(row).toMatchObject({ id: 'run-r1:0', global_position: 1, envelope_version: 3, schema_version: 1 });
    expect(row['data_json']).toBe('{"by":1,"operationId":"op-1-0"}');
    expect(row['row_binding_digest']).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('[K-S17] a row that was moved to another position shows', async () => {
    await append(3);
    await store.behind((database) =>
      database.exec('DROP TRIGGER workroom_events_no_update; UPDATE workroom_events SET global_position = 9 WHERE revision = 2'),
    );
    const { breaks } = await verify(await store.open());
    expect(breaks).toContainEqual({ kind: 'row', streamId: 'run-r1', revision: 2, globalPosition: 9 });
    expect(breaks).toContainEqual({ kind: 'position', streamId: null, revision: null, globalPosition: 3 });
  });

  it.each([
    ['the last event', 'DELETE FROM workroom_events WHERE revision = 2', { kind: 'end', streamId: 'run-r1', revision: 2 }],
    [
      'an event in the middle',
      'DELETE FROM workroom_events WHERE revision = 1',
      { kind: 'revision', streamId: 'run-r1', revision: 1 },
    ],
    ['a whole stream', 'DELETE FROM workroom_events', { kind: 'end', streamId: 'run-r1', revision: 0 }],
    [
      'a whole stream with its end',
      'DELETE FROM workroom_events; DELETE FROM workroom_stream_heads',
      { kind: 'position', streamId: null, globalPosition: 1 },
    ],
    ['the end of a stream', 'DELETE FROM workroom_stream_heads', { kind: 'end', streamId: 'run-r1', revision: 0 }],
  ])('[K-S17] %s that was removed shows', async (_, sql, expected) => {
    await append(3);
    await store.behind((database) => database.exec(`DROP TRIGGER workroom_events_no_delete; ${sql}`));
    expect((await verify(await store.open())).breaks[0]).toMatchObject(expected);
  });

  it('[K-036] appends of one turn of the event loop share one commit', async () => {
    const journal = await store.open();
    let commits = 0;
    journal.onAppend(() => (commits += 1));
    const batches = Array.from({ length: 100 }, (_, n) => batchOn(`run-r${n}`, EMPTY_HEAD, { n }));
    await Promise.all(batches.map((batch) => journal.append(batch)));
    expect(commits).toBe(1);
    expect(await journal.position()).toBe(100);
  });

  it('[K-036] close writes what was appended before it', async () => {
    const journal = await store.open();
    const pending = journal.append(batchOn('run-r1', EMPTY_HEAD, { n: 1 }));
    await journal.close();
    expect((await pending).outcome).toBe('committed');
  });

  it('[D-83] a full disk refuses STORE_FULL and leaves nothing half-written; with room again it goes on', async () => {
    const database = openWorkroomDatabase(store.path);
    const journal = new SqliteJournal({ database });
    await journal.append(batchOn('run-r1', EMPTY_HEAD, { n: 1 }));
    database.pragma(`max_page_count = ${database.pragma('page_count', { simple: true }) as number}`);
    const batches = Array.from({ length: 50 }, (_, n) => batchOn(`run-s${n}`, EMPTY_HEAD, { n: n + 10, count: 10 }));
    const answers = await Promise.allSettled(batches.map((batch) => journal.append(batch)));
    expect(new Set(outcomes(answers))).toEqual(new Set(['STORE_FULL']));
    expect(await allOf(journal)).toHaveLength(1);
    database.pragma('max_page_count = 1000000');
    expect((await journal.append(batches[0]!)).position).toBe(11);
    await journal.close();
    database.close();
  });

  describe('a second process', () => {
    const heldBy = async (identity: ProcessIdentity, expiresAt = Date.now() + 9000) => {
      await append(1);
      await store.behind((database) =>
        database
          .prepare('UPDATE workroom_journal_writer SET host = ?, pid = ?, process_start = ?, expires_at = ?')
          .run(identity.host, identity.pid, identity.start, expiresAt),
      );
    };

    it('[D-83] is refused STORE_LOCKED while the first lives, and takes over at once when it is dead', async () => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      await once(child, 'spawn');
      await heldBy(identityOf(child.pid!)!);
      await expect(store.open()).rejects.toThrow(refused('STORE_LOCKED', { pid: child.pid }));
      child.kill('SIGKILL');
      await once(child, 'exit');
      await append(1, 2);
    });

    it("[D-68] takes over from another process that was given the dead one's pid", async () => {
      await heldBy({ ...identityOf(process.pid)!, start: 'earlier' });
      await append(1, 2);
    });

    it('[D-68] of another host waits for the end of the lease', async () => {
      await heldBy({ host: `not-${hostname()}`, pid: 1, start: '' });
      await expect(store.open()).rejects.toThrow(refused('STORE_LOCKED'));
      await store.takeOver();
    });

    it('[D-68] the lease is given back at close', async () => {
      await (await append(1)).close();
      expect(await (await append(1, 2)).position()).toBe(2);
    });

    it('[K-039] may read while the first writes, and write nothing', async () => {
      const writer = await append(3);
      const database = openWorkroomDatabase(store.path);
      const reader = new SqliteJournal({ database, role: 'reader' });
      expect(await allOf(reader)).toEqual(await allOf(writer));
      await expect(reader.append(await nextBatch(reader, 'run-r1', { n: 9 }))).rejects.toThrow(refused('WRITER_FENCED'));
      await writer.append(await nextBatch(writer, 'run-r1', { n: 4 }));
      expect(await allOf(reader)).toHaveLength(4);
      await reader.close();
      database.close();
    });
  });

  describe('foreign files', () => {
    const unchanged = async (code: string) => {
      const before = await store.fingerprint();
      await expect(store.open()).rejects.toThrow(expect.objectContaining({ code }) as Error);
      expect(await store.fingerprint()).toBe(before);
    };

    it.each(['delete', 'wal'])(
      '[LD-01] a store whose events hold their text is refused, its files unchanged (%s)',
      async (mode) => {
        const database = new SqliteDatabase(store.path);
        database.pragma(`journal_mode = ${mode}`);
        database.exec(
          "CREATE TABLE workroom_events (id TEXT, payload TEXT); INSERT INTO workroom_events VALUES ('1', 'fix the build')",
        );
        database.close();
        await unchanged('LEGACY_JOURNAL');
      },
    );

    it('[K-052] a store of an older build is lifted to the present tables, its facts untouched', async () => {
      await append(2);
      const columns = ['signed_revision', 'signed_hash', 'signed_at', 'key_id', 'signature'];
      await store.behind((database) => {
        for (const column of columns) database.exec(`ALTER TABLE workroom_stream_heads DROP COLUMN ${column}`);
        database.exec(
          'DROP TABLE workroom_heads_cursor; DROP TABLE workroom_head_indexes; UPDATE workroom_journal_schema SET version = 1',
        );
      });
      const journal = await append(1, 3);
      expect(await allOf(journal)).toHaveLength(3);
      await store.behind(async (database) => expect(await new SqliteHeadStore(database).cursor()).toBe(0));
    });

    it('[D-83] a store of a newer build is refused, its files unchanged', async () => {
      await append(1);
      await store.behind((database) => database.exec('UPDATE workroom_journal_schema SET version = 99'));
      await unchanged('STORE_VERSION');
    });

    it('[D-83] a file that is no database is refused, unchanged', async () => {
      writeFileSync(store.path, 'fix the failing build\n'.repeat(100));
      await unchanged('STORE_UNAVAILABLE');
    });

    it('[D-83] a path that cannot be made is refused', () => {
      const file = join(store.folder, 'file');
      writeFileSync(file, 'x');
      expect(() => openWorkroomDatabase(join(file, 'workroom.db'))).toThrow(
        expect.objectContaining({ code: 'STORE_UNAVAILABLE' }) as Error,
      );
      expect(existsSync(store.path)).toBe(false);
      expect(readFileSync(file, 'utf8')).toBe('x');
    });
  });
});
