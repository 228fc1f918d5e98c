import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRunner } from '../command-runner.js';
import { temporaryFolder } from '../suite/sample-repository.js';
import { Sandbox } from './sandbox.js';

const folder = temporaryFolder('sandbox');
const root = temporaryFolder('root');
afterAll(() => [folder, root].forEach((each) => rmSync(each, { recursive: true, force: true })));

describe('a host without bubblewrap', () => {
  const path = process.env['PATH'];
  afterEach(() => {
    process.env['PATH'] = path;
  });

  it('[F-SB-09] is told apart by trying, and runs no command at all', async () => {
    process.env['PATH'] = folder;
    const sandbox = await Sandbox.detect(folder);
    expect(sandbox.status).toEqual({ works: false, reason: 'bubblewrap (bwrap) is not installed.' });
    expect(sandbox.commandsIn(root)).toBeNull();
  });

  it('counts a bubblewrap that contains nothing as none', async () => {
    writeFileSync(join(folder, 'bwrap'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    process.env['PATH'] = `${folder}:${path}`;
    expect((await Sandbox.detect(folder)).status).toMatchObject({ works: false });
    rmSync(join(folder, 'bwrap'));
  });
});

const works = (() => {
  try {
    execFileSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

(works ? describe : describe.skip)('a command in the sandbox', () => {
  let commands: CommandRunner;
  beforeAll(async () => {
    process.env['PLANTED_SECRET'] = 'planted';
    commands = (await Sandbox.detect(folder)).commandsIn(root)!;
  });
  const sh = (script: string, timeoutMs = 20_000, maxOutputBytes = 10_000) =>
    commands.run({ argv: ['/bin/sh', '-c', script], timeoutMs, maxOutputBytes });

  it('writes to its workspace and to nothing else of the host', async () => {
    const outside = join(folder, 'outside');
    const result = await sh(`echo in > in.txt; echo out > ${outside}; echo out > /usr/out; id -u`);
    expect(existsSync(join(root, 'in.txt'))).toBe(true);
    expect(existsSync(outside)).toBe(false);
    expect(result.output).toMatch(/1000\n$/);
  });

  it('has no network, no environment and no home of the host', async () => {
    const result = await sh('env; cat /proc/net/dev; ls -A $HOME; ls /root /home 2>&1');
    expect(result.output).not.toContain('planted');
    expect(result.output).not.toMatch(/eth0|ens\d/);
  });

  it('says how the command ended', async () => {
    await expect(sh('exit 3')).resolves.toMatchObject({ exitCode: 3, timedOut: false, signal: null });
    await expect(commands.run({ argv: ['no-such-program'], timeoutMs: 5_000, maxOutputBytes: 500 })).resolves.toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('no-such-program'),
    });
  });

  it('ends the whole process group at the time limit', async () => {
    const started = performance.now();
    const result = await sh('sleep 300 & sleep 300', 300);
    expect(result).toMatchObject({ exitCode: null, timedOut: true });
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('ends when it is aborted', async () => {
    const controller = new AbortController();
    const running = commands.run({ argv: ['sleep', '300'], timeoutMs: 60_000, maxOutputBytes: 100 }, controller.signal);
    controller.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
  });

  it('keeps head and tail of a long output', async () => {
    const result = await sh('seq 1 100000', 20_000, 1_000);
    expect(result.truncated).toBe(true);
    expect(result.output.length).toBeLessThan(1_200);
    expect(result.output).toMatch(/^1\n2\n[^]*bytes left out[^]*100000\n$/);
  });
});
