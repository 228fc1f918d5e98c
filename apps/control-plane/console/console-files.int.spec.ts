import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ConsoleFiles } from './console-files.js';

describe('Console files', () => {
  let root: string;
  let files: ConsoleFiles;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'console-'));
    mkdirSync(join(root, 'console', 'assets'), { recursive: true });
    writeFileSync(join(root, 'secret.txt'), 'outside');
    writeFileSync(join(root, 'console', 'index.html'), '<html>start</html>');
    writeFileSync(join(root, 'console', 'assets', 'app-1a2b.js'), 'export const a = 1;');
    files = new ConsoleFiles(join(root, 'console'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const get = (path: string, headers: Record<string, string> = {}) =>
    files.find(Object.assign(Readable.from([]), { method: 'GET', headers }), path);

  it('[A-103] a place inside the Console is its start page, asked for anew each time', async () => {
    for (const path of ['', 'projects/demo/runs', 'projects/demo/runs/run-1']) {
      const found = await get(path);
      expect(found?.headers).toMatchObject({ 'Content-Type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      expect(found && (await text(found.body))).toBe('<html>start</html>');
    }
  });

  it('a built asset is kept for ever, with its type; one that is not there is nothing', async () => {
    const found = await get('assets/app-1a2b.js');
    expect(found?.headers).toMatchObject({
      'Content-Type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(found && (await text(found.body))).toBe('export const a = 1;');
    expect(await get('assets/app-0000.js')).toBeNull();
  });

  it('nothing outside the folder is reachable', async () => {
    for (const path of ['../secret.txt', '%2e%2e/secret.txt', 'assets/../../secret.txt', '..%2fsecret.txt', '.hidden.js'])
      expect(await get(path)).toBeNull();
  });
});
