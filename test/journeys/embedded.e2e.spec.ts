// The story that a stranger lives through: the built product, from its command line, on embedded defaults and a repository of their own.
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { WorkResult } from '#contracts/http';
import type { WorkroomClient } from '../../apps/workroom/client/workroom-client.js';
import { ServerProcess, workroom } from '../processes/server-process.js';
import { testRepository } from '../processes/repository.js';

const SECRET = 'zanzibar-heliotrope-5521';
const folder = mkdtempSync(join(tmpdir(), 'workroom-journey-'));
const repository = testRepository();
const options = { dataDir: join(folder, 'data'), workspace: repository.path };
const before = repository.fingerprint();
const server = new ServerProcess(options);
let client: WorkroomClient;

beforeAll(async () => {
  client = await server.start();
}, 60_000);
afterAll(async () => {
  await server.kill('SIGTERM');
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

const auditOf = (stdout: string): WorkResult => JSON.parse(stdout) as WorkResult;

function expectAudit(result: WorkResult): void {
  expect(result.status).toBe('completed');
  expect(result.tasks.length).toBeGreaterThanOrEqual(4);
  expect(result.tasks.map(({ status }) => status)).toEqual(result.tasks.map(() => 'accepted'));
  expect(result.tasks.some(({ reviewerPrincipalId }) => reviewerPrincipalId === 'agent:reviewer')).toBe(true);
  expect(result.tasks.every(({ evidenceRefs }) => evidenceRefs.length > 0)).toBe(true);
  const report = result.tasks.find(({ key }) => key === 'report')?.report ?? '';
  for (const file of ['README.md', 'LICENSE', 'package.json']) expect(report).toContain(file);
}

/** Every file below a folder, as bytes. */
const filesBelow = (path: string): Buffer[] =>
  readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name))] : [],
  );

describe('from a message to an accepted result', () => {
  it('[WK-01] `work --wait --json` prints the Run with at least four accepted tasks, reviewed, with evidence and true file names', () => {
    const { status, stdout } = workroom(['work', 'audit this repository', '--wait', '--json'], options);
    expect(status).toBe(0);
    expectAudit(auditOf(stdout));
  }, 120_000);

  it('[G-S01] a text that a person wrote stands neither in the Journal or any file in the clear nor in a log line', async () => {
    const { proposalId } = await client.submit({
      operationId: randomUUID(),
      projectId: 'demo',
      kind: 'work_request',
      text: `audit this repository for ${SECRET}`,
    });
    let runId: string | null = null;
    while (runId === null) ({ runId } = await client.proposal('demo', proposalId));
    for (;;) {
      const run = await client.run('demo', runId);
      if (run.status === 'completed') break;
    }
    expect((await client.content('demo', runId)).title?.text).toContain(SECRET);
    const database = new SqliteDatabase(join(options.dataDir, 'workroom.db'), { readonly: true });
    const rows = JSON.stringify(database.prepare('SELECT * FROM workroom_events').all());
    database.close();
    expect(rows).not.toContain(SECRET);
    expect(filesBelow(options.dataDir).some((bytes) => bytes.includes(SECRET))).toBe(false);
    expect(server.log).not.toContain(SECRET);
  }, 120_000);

  it('[SB-01] one choice of store covers Catalog and Journal: both tables are filled, and the Catalog is what its revision says', () => {
    const database = new SqliteDatabase(join(options.dataDir, 'workroom.db'), { readonly: true });
    const { count } = database.prepare('SELECT count(*) AS count FROM workroom_events').get() as { count: number };
    const row = database.prepare('SELECT * FROM workroom_catalog').get() as {
      id: string;
      revision: string;
      definitions_json: string;
    };
    database.close();
    expect(count).toBeGreaterThan(0);
    expect(row).toMatchObject({ id: 'catalog', revision: createHash('sha256').update(row.definitions_json).digest('hex') });
    expect(Object.keys(JSON.parse(row.definitions_json) as object)).toEqual(['demo']);
  });

  it('[PL-02] a request that no strategy answers and no model can plan is stored and answered with what to do: exit 3, no Run', async () => {
    const runs = (await client.runs('demo')).length;
    const { status, stderr } = workroom(['work', 'translate the handbook into Frisian', '--wait', '--json'], options);
    expect({ status, runs: (await client.runs('demo')).length }).toEqual({ status: 3, runs });
    expect(stderr).toMatch(
      /planning_unavailable: [^]*no model configured[^]*ANTHROPIC_API_KEY[^]*"audit this repository" \(repository-audit\)/i,
    );
  }, 60_000);

  it('[WK-04] [K-056] read models deleted and rebuilt give equal rows', async () => {
    const shown = async () =>
      Promise.all([client.runs('demo'), ...(await client.runs('demo')).map(({ runId }) => client.run('demo', runId))]);
    const first = await shown();
    await server.kill('SIGTERM');
    for (const name of readdirSync(options.dataDir)) if (name.startsWith('views.db')) rmSync(join(options.dataDir, name));
    client = await server.start();
    expect(await shown()).toEqual(first);
    expect(workroom(['projections', 'rebuild'], options).status).toBe(0);
    expect(await shown()).toEqual(first);
  }, 120_000);

  it('[D-69] `journal export` gives a Run that `journal verify --bundle` checks without the store, by a key that the reader trusts', async () => {
    const [run] = await client.runs('demo');
    const bundle = join(folder, 'run.ndjson');
    const keys = join(folder, 'keys.json');
    const elsewhere = { ...options, dataDir: join(folder, 'no-store-here') };
    const check = (...args: string[]) => workroom(['journal', 'verify', '--bundle', bundle, ...args], elsewhere);
    const unknown = workroom(['journal', 'export', 'run-unknown', '--out', bundle], options);
    expect([unknown.status, unknown.stderr]).toEqual([
      3,
      expect.stringContaining('RUN_NOT_FOUND: There is no Run run-unknown here'),
    ]);
    expect(existsSync(bundle)).toBe(false);
    expect(workroom(['journal', 'export', run!.runId, '--out', bundle], options).status).toBe(0);
    expect(check('--stream', 'run-1').status).toBe(2);
    writeFileSync(keys, workroom(['journal', 'keys'], options).stdout);
    expect(check()).toMatchObject({ status: 0, stdout: expect.stringContaining('self-signed only') });
    expect(check('--trust-key', keys)).toMatchObject({ status: 0, stdout: expect.stringContaining('signed by a trusted key') });
    const { publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(keys, JSON.stringify(publicKey.export({ format: 'jwk' })));
    expect(check('--trust-key', keys)).toMatchObject({ status: 1, stdout: expect.stringContaining('no known key signed') });
    writeFileSync(bundle, readFileSync(bundle, 'utf8').replace('task.accepted', 'task.acceptex'));
    expect(check()).toMatchObject({ status: 1, stdout: expect.stringMatching(/^BROKEN stream run-/) });
    expect(existsSync(elsewhere.dataDir)).toBe(false);
  }, 120_000);

  it('[D-61] `journal verify` finds an event that was cut off the end of a stream together with its trace, by the signed end', async () => {
    await server.kill('SIGTERM');
    const copy = join(folder, 'cut');
    cpSync(options.dataDir, copy, { recursive: true });
    const database = new SqliteDatabase(join(copy, 'workroom.db'));
    database.exec('DROP TRIGGER IF EXISTS workroom_events_no_delete');
    const { position, stream, revision } = database
      .prepare('SELECT global_position AS position, stream_id AS stream, revision FROM workroom_events ORDER BY 1 DESC LIMIT 1')
      .get() as { position: number; stream: string; revision: number };
    database.prepare('DELETE FROM workroom_events WHERE global_position = ?').run(position);
    database.close();
    expect(workroom(['journal', 'verify'], { ...options, dataDir: copy })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`stream ${stream} at revision ${revision}: it is not what its signed end says`),
    });
    client = await server.start();
  }, 120_000);

  it('[K-S17] `journal verify` finds one changed byte and names stream and revision', async () => {
    await server.kill('SIGTERM');
    expect(workroom(['journal', 'verify'], options)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^sound: /) });
    const copy = join(folder, 'tampered');
    mkdirSync(copy);
    for (const name of ['workroom.db', 'workroom.db-wal']) {
      if (existsSync(join(options.dataDir, name))) writeFileSync(join(copy, name), readFileSync(join(options.dataDir, name)));
    }
    const database = new SqliteDatabase(join(copy, 'workroom.db'));
    database.exec('DROP TRIGGER workroom_events_no_update');
    const row = database
      .prepare("SELECT global_position, stream_id, revision, data_json FROM workroom_events WHERE type = 'task.accepted' LIMIT 1")
      .get() as {
      global_position: number;
      stream_id: string;
      revision: number;
      data_json: string;
    };
    database
      .prepare('UPDATE workroom_events SET data_json = ? WHERE global_position = ?')
      .run(row.data_json.replace('inventory', 'inventorx'), row.global_position);
    database.close();
    const { status, stdout } = workroom(['journal', 'verify'], { ...options, dataDir: copy });
    expect(status).toBe(1);
    expect(stdout).toContain(`stream ${row.stream_id} at revision ${row.revision}`);
    client = await server.start();
  }, 120_000);

  it("the user's repository is byte for byte what it was", () => {
    expect(repository.fingerprint()).toBe(before);
  });
});

describe('without a server', () => {
  it('[D-80] `work --workspace` hosts one for its duration, on the repository that it names', () => {
    const other = testRepository({
      'README.md': '# Other\n',
      LICENSE: 'MIT License\n',
      'package.json': '{"name":"other"}\n',
      'lib/a.py': '# FIXME: later\n',
    });
    const fingerprint = other.fingerprint();
    const elsewhere = { dataDir: join(folder, 'hosted'), workspace: repository.path };
    const { status, stdout, stderr } = workroom(
      ['work', 'audit this repository', '--wait', '--json', '--workspace', other.path],
      elsewhere,
    );
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining('hosting one for the duration') });
    expectAudit(auditOf(stdout));
    expect(other.fingerprint()).toBe(fingerprint);
    expect(existsSync(join(elsewhere.dataDir, 'server.json'))).toBe(false);
    other.remove();
  }, 120_000);

  it('[D-80] the data directory is closed to others', () => {
    const mode = (name: string) => (statSync(join(options.dataDir, name)).mode & 0o777).toString(8);
    expect(['.', 'workroom.db', 'views.db', 'bootstrap-token', 'workroom-data-governance-root-key.json'].map(mode)).toEqual([
      '700',
      '600',
      '600',
      '600',
      '600',
    ]);
  });
});

describe('what goes wrong is told in one line that says what to do', () => {
  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{') && !line.includes('hosting one'));
  const fresh = (name: string, env: Readonly<Record<string, string>> = {}) => ({
    dataDir: join(folder, name),
    workspace: repository.path,
    env,
  });

  it('[A-126] a port in use leaves nothing behind', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const at = fresh('port', { WORKROOM_PORT: port });
    const { status, stderr } = workroom(['up'], at);
    expect({ status, lines: lines(stderr) }).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^PORT_IN_USE: .*WORKROOM_PORT/)],
    });
    expect(existsSync(at.dataDir)).toBe(false);
    await new Promise((resolve) => taken.close(resolve));
  });

  it('[D-83] a workspace that is missing, or has no commit', () => {
    const missing = workroom(['up'], { ...fresh('missing'), env: { WORKROOM_WORKSPACE: join(folder, 'nowhere') } });
    expect({ status: missing.status, lines: lines(missing.stderr) }).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^WORKSPACE_MISSING: /)],
    });
    const bare = join(folder, 'empty');
    mkdirSync(bare);
    const empty = workroom(['up'], { ...fresh('no-commit'), env: { WORKROOM_WORKSPACE: bare } });
    expect({ status: empty.status, lines: lines(empty.stderr) }).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^WORKSPACE_(MISSING|EMPTY): /)],
    });
  }, 60_000);

  it('[A-125] a configuration key that is not known', () => {
    const config = join(folder, 'bad.yml');
    writeFileSync(config, 'http:\n  prot: 1\n');
    const { status, stderr } = workroom(['up'], { ...fresh('bad-config'), config });
    expect({ status, lines: lines(stderr) }).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^CONFIG_INVALID: .*http\.prot/)],
    });
  });

  it('[A-003] a wrong token, an unknown command, and a message that is too long', () => {
    const wrong = workroom(['runs', '--token', 'wr_wrong'], options);
    expect({ status: wrong.status, lines: lines(wrong.stderr) }).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^TOKEN_INVALID: /)],
    });
    expect(workroom(['wrok'], options)).toMatchObject({ status: 2, stderr: expect.stringContaining('unknown command') });
    const long = workroom(['work', 'x'.repeat(100_000)], options);
    expect({ status: long.status, lines: lines(long.stderr) }).toEqual({
      status: 2,
      lines: [expect.stringMatching(/^(VALUE_INVALID|BODY_TOO_LARGE): /)],
    });
  }, 60_000);
});
