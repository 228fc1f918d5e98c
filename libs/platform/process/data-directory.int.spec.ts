import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirectory, findBootstrapToken, findServer } from './data-directory.js';

describe('data directory', () => {
  const umask = process.umask();
  let parent: string;
  let path: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'workroom-data-'));
    path = join(parent, 'deep', '.workroom');
  });
  afterEach(() => {
    process.umask(umask);
    rmSync(parent, { recursive: true });
  });
  const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8);

  it('is made with mode 0700, and what this process writes there with 0600', () => {
    const directory = new DataDirectory(path);
    writeFileSync(directory.file('workroom.db'), '');
    directory.announceServer({ url: 'http://127.0.0.1:8086', pid: process.pid, startedAt: 1 });
    directory.bootstrapToken(() => 'wr_1');
    directory.hostId();
    expect(mode(path)).toBe('700');
    expect(readdirSync(path).sort()).toEqual(['bootstrap-token', 'host-id', 'server.json', 'workroom.db']);
    for (const file of readdirSync(path)) expect(mode(join(path, file))).toBe('600');
  });

  it('is tightened when others may read it', () => {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o755);
    expect(new DataDirectory(path).path).toBe(path);
    expect(mode(path)).toBe('700');
  });

  it('keeps the first token and tells only once that it was made', () => {
    const directory = new DataDirectory(path);
    expect(findBootstrapToken(path)).toBeUndefined();
    expect(directory.bootstrapToken(() => 'wr_1')).toEqual({ token: 'wr_1', created: true });
    expect(new DataDirectory(path).bootstrapToken(() => 'wr_2')).toEqual({ token: 'wr_1', created: false });
    expect(findBootstrapToken(path)).toBe('wr_1');
  });

  it('keeps one host id', () => {
    const id = new DataDirectory(path).hostId();
    expect(id).toMatch(/^host-[0-9a-f-]{36}$/);
    expect(new DataDirectory(path).hostId()).toBe(id);
  });

  it('knows the server that runs on it, not one that is gone, and makes nothing when asked', () => {
    expect(findServer(path)).toBeUndefined();
    expect(() => statSync(path)).toThrow('ENOENT');
    const directory = new DataDirectory(path);
    const server = { url: 'http://127.0.0.1:8086', pid: process.pid, startedAt: 1 };
    directory.announceServer(server);
    expect(findServer(path)).toEqual(server);
    directory.withdrawServer(process.pid + 1);
    expect(findServer(path)).toEqual(server);
    directory.withdrawServer(process.pid);
    expect(findServer(path)).toBeUndefined();
    directory.announceServer({ ...server, pid: 2 ** 22 + 1 });
    expect(findServer(path)).toBeUndefined();
    for (const text of ['', '{', 'null', '{"url":1}']) {
      writeFileSync(directory.file('server.json'), text);
      expect(findServer(path)).toBeUndefined();
    }
  });
});
