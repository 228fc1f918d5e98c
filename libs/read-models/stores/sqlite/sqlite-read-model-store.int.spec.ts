import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeReadModelStore } from '../../suite/read-model-store.suite.js';
import { SqliteReadModelStore } from './sqlite-read-model-store.js';
import { listStatement } from './statements.js';
import { openViewsDatabase } from './views-database.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'views-'));

describeReadModelStore('sqlite', async () => {
  const path = folder();
  const store = new SqliteReadModelStore(await openViewsDatabase(join(path, 'views.db')));
  return {
    store,
    close: async () => {
      await store.close();
      rmSync(path, { recursive: true });
    },
  };
});

describe('views.db', () => {
  let path: string;
  beforeEach(() => {
    path = folder();
  });
  afterEach(() => rmSync(path, { recursive: true }));

  it('is a file of its own with mode 0600, whose rows outlive the process', async () => {
    const file = join(path, 'views.db');
    const first = new SqliteReadModelStore(await openViewsDatabase(file));
    await first.create('v', 'v1');
    await first.apply({
      view: 'v',
      generation: 'v1',
      after: 0,
      position: 3,
      changes: [{ key: 'a', row: { n: 1 }, entries: [] }],
    });
    await first.swap('v', 'v1');
    await first.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = new SqliteReadModelStore(await openViewsDatabase(file));
    expect(await second.get('v', 'a')).toEqual({ asOf: 3, row: { n: 1 } });
    await second.close();
  });

  it('has no drift between its migrations and its entities', async () => {
    const database = await openViewsDatabase(join(path, 'views.db'));
    const { upQueries } = await database.writer.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
    await database.close();
  });

  it('[A-S08] walks each list along an index, without sorting', async () => {
    const database = await openViewsDatabase(join(path, 'views.db'));
    const after = { at: 1, key: 'k' };
    for (const query of [
      { limit: 9 },
      { limit: 9, after },
      { limit: 9, projectId: 'p', after },
      { limit: 9, projectId: 'p', status: 's', after },
    ]) {
      const { sql, parameters } = listStatement('v', 'things', query);
      const plan: ReadonlyArray<{ detail: string }> = await database.reader.query(`EXPLAIN QUERY PLAN ${sql}`, parameters);
      const steps = plan.map(({ detail }) => detail).join('\n');
      expect(steps).not.toMatch(/TEMP B-TREE|SCAN/);
      expect(steps).toMatch(
        query.status ? /view_entries_status/ : query.projectId ? /view_entries_project/ : /view_entries_order/,
      );
    }
    await database.close();
  });

  it('keeps a write apart from a failing transaction that was begun before it', async () => {
    const database = await openViewsDatabase(join(path, 'views.db'));
    const store = new SqliteReadModelStore(database);
    await store.create('v', 'v1');
    const failing = database.writes.run(() =>
      database.writer.transaction(async (manager) => {
        await manager.query("UPDATE view_generations SET position = 99 WHERE view = 'v'");
        throw new Error('this one is rolled back');
      }),
    );
    const applied = store.apply({ view: 'v', generation: 'v1', after: 0, position: 1, changes: [] });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await applied).toBe('applied');
    expect(await store.position('v', 'v1')).toBe(1);
    await store.close();
  });

  it('leaves no row of a dropped generation behind', async () => {
    const database = await openViewsDatabase(join(path, 'views.db'));
    const store = new SqliteReadModelStore(database);
    const changes = Array.from({ length: 1200 }, (_, n) => ({
      key: `k${n}`,
      row: { n },
      entries: [{ list: 'l', key: `k${n}`, projectId: 'p', status: '', at: n, body: n }],
    }));
    for (const generation of ['v1', 'v2']) {
      await store.create('v', generation);
      await store.apply({ view: 'v', generation, after: 0, position: 1, changes });
      await store.swap('v', generation);
    }
    const [{ n: rows }] = await database.reader.query('SELECT count(*) AS n FROM view_rows');
    const [{ n: entries }] = await database.reader.query('SELECT count(*) AS n FROM view_entries');
    expect([rows, entries]).toEqual([1200, 1200]);
    await store.close();
  });
});
