// Paging through very many Runs, over the SQLite store.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openViewsDatabase, SqliteReadModelStore } from '#read-models/stores/sqlite';
import { aProject } from './suite/recording-client.suite.js';
import { SAM, Served } from './suite/served.suite.js';

const RUNS = '/api/agent/workroom/runs?projectId=demo';
const MANY = 10_000;

describe('a long Run list', () => {
  let path: string;
  let served: Served;

  beforeAll(async () => {
    path = mkdtempSync(join(tmpdir(), 'paging-'));
    const store = new SqliteReadModelStore(await openViewsDatabase(join(path, 'views.db')));
    const changes = Array.from({ length: MANY }, (_, n) => {
      const runId = `run-${String(n).padStart(6, '0')}`;
      const status = n % 4 ? 'completed' : 'active';
      const at = 1_800_000_000_000 + Math.floor(n / 3);
      return {
        key: runId,
        row: {},
        entries: [{ list: 'headers', key: runId, projectId: 'demo', status, at, body: { runId, status } }],
      };
    });
    await store.create('runs', 'v1');
    await store.apply({ view: 'runs', generation: 'v1', after: 0, position: 1, changes });
    await store.swap('runs', 'v1');
    served = new Served(store);
    served.client.projects = [aProject('demo', 'sandbox:sam')];
    await served.start();
  });
  afterAll(async () => {
    await served.stop();
    rmSync(path, { recursive: true });
  });

  async function all(query: string): Promise<readonly string[]> {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await served.get(`${RUNS}&limit=200${query}${cursor ? `&cursor=${cursor}` : ''}`);
      ids.push(...body.data.map(({ runId }: { runId: string }) => runId));
      cursor = body.page.nextCursor;
    } while (cursor !== undefined);
    return ids;
  }

  it('[A-S08] [A-019] each of 10,000 Runs appears once, newest first with the id as tie-break', async () => {
    const ids = await all('');
    expect(ids).toHaveLength(MANY);
    expect(new Set(ids).size).toBe(MANY);
    expect(ids.slice(0, 4)).toEqual(['run-009999', 'run-009996', 'run-009997', 'run-009998']);
  });

  it('[A-019] a filtered list has pages of its own', async () => {
    expect(await all('&status=active')).toHaveLength(MANY / 4);
  });

  it('[A-019] a cursor of another filter, principal or hand is refused', async () => {
    const { body } = await served.get(`${RUNS}&limit=2`);
    const cursor = String(body.page.nextCursor);
    const invalid = { status: 400, body: { code: 'CURSOR_INVALID' } };
    expect(await served.get(`${RUNS}&status=active&cursor=${cursor}`)).toMatchObject(invalid);
    expect(await served.get(`/api/agent/workroom/attention?projectId=demo&cursor=${cursor}`)).toMatchObject(invalid);
    expect(await served.get(`${RUNS}&cursor=${cursor.slice(0, -2)}aa`)).toMatchObject(invalid);
    served.client.projects = [aProject('demo', 'sandbox:sam', 'sandbox:olga')];
    const olga = { ...SAM, authorization: 'Bearer olga' };
    await served.app.close();
    await served.start();
    expect(await served.get(`${RUNS}&cursor=${cursor}`, olga)).toMatchObject(invalid);
    expect((await served.get(`${RUNS}&cursor=${cursor}`)).status).toBe(200);
  });
});
