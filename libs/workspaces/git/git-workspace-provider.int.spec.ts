import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestHex } from '#domain/kernel';
import { Sandbox } from '../sandbox/index.js';
import { folderDigest, sampleRepository, temporaryFolder, writeFiles } from '../suite/sample-repository.js';
import type { SampleFile } from '../suite/sample-repository.js';
import { workspaceSuite } from '../suite/workspaces.suite.js';
import type { Workspace } from '../workspace-provider.js';
import { GitWorkspaceProvider } from './git-workspace-provider.js';

const rootOf = (dataDir: string, { lease }: Workspace) =>
  join(dataDir, 'workspaces', `ws-${digestHex({ leaseRef: lease.leaseRef }).slice(0, 32)}`);
const open = async (dataDir: string) =>
  GitWorkspaceProvider.open({ dataDir, sandbox: await Sandbox.detect(join(dataDir, 'sandbox')) });

workspaceSuite('git', { open, rootOf });

describe('a git workspace on any repository', () => {
  const made: { remove(): void }[] = [];
  afterEach(() => made.splice(0).forEach((each) => each.remove()));

  async function leased(files: Record<string, SampleFile>, prepare?: (sample: ReturnType<typeof sampleRepository>) => void) {
    const sample = sampleRepository(files);
    prepare?.(sample);
    const dataDir = temporaryFolder('data');
    made.push(sample, { remove: () => rmSync(dataDir, { recursive: true, force: true }) });
    const provider = await open(dataDir);
    const source = { path: sample.path };
    const baseRevision = await provider.resolveBaseRevision(source);
    const request = {
      ...{ projectId: 'demo', runId: 'run-1', taskKey: 'look', taskRevision: 1, assignmentId: 'a-1', attempt: 1, fence: 1 },
      ...{ source, baseRevision, mode: 'mutable' as const, expiresAt: 0 },
    };
    const workspace = await provider.lease(request);
    return { provider, sample, dataDir, source, baseRevision, workspace, root: rootOf(dataDir, workspace), request };
  }

  it('[W-S08, F-SB-01] refuses every way out: links, their children, dots, absolute paths', async () => {
    const { workspace, root } = await leased({
      'a.txt': 'a',
      escape: { link: '/etc' },
      passwd: { link: '/etc/passwd' },
      up: { link: '../../..' },
      dangling: { link: '/nowhere/at/all' },
      inside: { link: 'a.txt' },
    });
    const refused = [
      'escape/passwd',
      'passwd',
      'escape',
      'up/root',
      'dangling',
      'escape/none',
      '../x',
      'b/../../x',
      '/etc/passwd',
      '~/x',
    ];
    for (const path of refused) {
      await expect(workspace.files.read(path)).rejects.toMatchObject({ code: 'WORKSPACE_ESCAPE' });
    }
    await expect(workspace.files.read('inside')).resolves.toEqual(Buffer.from('a'));
    await expect(workspace.files.read(`${root}/a.txt`)).resolves.toEqual(Buffer.from('a'));
    await expect(workspace.files.read('none/b')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(workspace.files.read('')).rejects.toMatchObject({ code: 'NOT_A_FILE' });
  });

  it('[F-SB-09] keeps the private folders of git and the runtime away from file tools and from commands alike', async () => {
    const { workspace, root, dataDir } = await leased({ 'a.txt': 'a', '.workroom/root-key': 'secret', 'vendor/x': 'x' });
    expect((await workspace.files.list()).map(({ path }) => path)).toEqual(['a.txt', 'vendor/x']);
    for (const path of ['.workroom/root-key', '.git', '.git/config', './.workroom/../.workroom/root-key', '.GIT/config']) {
      await expect(workspace.files.read(path)).rejects.toMatchObject({ code: 'WORKSPACE_ESCAPE' });
    }
    writeFileSync(join(dataDir, 'root-key'), 'secret');
    if (!workspace.commands) return;
    const run = (script: string) =>
      workspace.commands!.run({ argv: ['/bin/sh', '-c', script], timeoutMs: 10_000, maxOutputBytes: 4_000 });
    const seen = await run(
      `cat .git .workroom/root-key ${dataDir}/root-key ${root}/a.txt; cat /etc/shadow; ls /root /home/worker`,
    );
    expect(seen.output).not.toContain('secret');
    expect(seen.output).not.toMatch(/gitdir/);
    const wrote = await run(
      `echo x > .workroom/root-key; echo x > .git; echo x > ${dataDir}/root-key; echo x > b.txt; cat b.txt`,
    );
    expect(wrote.output.trim().split('\n').at(-1)).toBe('x');
    await expect(workspace.files.read('b.txt')).resolves.toEqual(Buffer.from('x\n'));
  });

  it('reads odd names, binary files, links, empty files and submodules', async () => {
    const { workspace, provider, source, baseRevision } = await leased(
      {
        'sp ace/ü\n"q".txt': 'odd',
        'bin.dat': Buffer.from([0, 255, 1]),
        empty: '',
        l: { link: 'empty' },
        'run.sh': { script: '#!' },
      },
      (sample) => {
        sample.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
        sample.git('commit', '-qm', 'Submodule');
      },
    );
    const snapshot = await provider.snapshot(source, baseRevision);
    const expected = [
      { path: 'bin.dat', kind: 'file', executable: false, size: 3 },
      { path: 'empty', kind: 'file', executable: false, size: 0 },
      { path: 'l', kind: 'symlink', executable: false, size: 5 },
      { path: 'run.sh', kind: 'file', executable: true, size: 2 },
      { path: 'sp ace/ü\n"q".txt', kind: 'file', executable: false, size: 3 },
      { path: 'sub', kind: 'submodule', executable: false, size: 0 },
    ];
    for (const files of [workspace.files, snapshot]) {
      expect(await files.list()).toEqual(expected);
      expect(Buffer.from(await files.read('bin.dat', { offset: 1, length: 1 }))).toEqual(Buffer.from([255]));
      expect(Buffer.from(await files.read('empty')).length).toBe(0);
      await expect(files.read('sub')).rejects.toMatchObject({ code: expect.stringMatching(/NOT_A_FILE|FILE_NOT_FOUND/) });
    }
  });

  it('reads names that are no UTF-8, in the worktree and at the revision', async () => {
    const { workspace, provider, source, baseRevision } = await leased({ 'a.txt': 'a' }, ({ path, git }) => {
      writeFileSync(Buffer.concat([Buffer.from(`${path}/b`), Buffer.from([0xff]), Buffer.from('.txt')]), 'odd');
      git('add', '--all');
      git('commit', '-qm', 'Odd');
    });
    for (const files of [workspace.files, await provider.snapshot(source, baseRevision)]) {
      const [, odd] = await files.list();
      expect(odd).toEqual({ path: 'b\uFFFD.txt', kind: 'file', executable: false, size: 3 });
      expect(Buffer.from(await files.read(odd!.path)).toString()).toBe('odd');
    }
  });

  it('checks files out byte for byte, whatever attributes ask for', async () => {
    const { workspace, provider } = await leased({
      '.gitattributes': '* text eol=crlf ident filter=evil\n',
      'a.txt': 'a\n$Id$\n',
    });
    await expect(workspace.files.read('a.txt')).resolves.toEqual(Buffer.from('a\n$Id$\n'));
    await expect(provider.seal({ leaseRef: 'workspace:a-1', fence: 1 })).resolves.toMatchObject({ manifest: [] });
  });

  it('runs nothing that a repository brings along: no hooks, no configured programs', async () => {
    const folder = temporaryFolder('flag');
    made.push({ remove: () => rmSync(folder, { recursive: true, force: true }) });
    const flag = join(folder, 'ran');
    const { provider, root, sample } = await leased({ 'a.txt': 'a' }, ({ path, git }) => {
      for (const hook of ['post-checkout', 'pre-commit', 'reference-transaction', 'post-index-change']) {
        writeFiles(path, { [`.git/hooks/${hook}`]: { script: `#!/bin/sh\ntouch ${flag}\n` } });
      }
      git('config', 'core.fsmonitor', `touch ${flag}`);
    });
    rmSync(join(root, '.git'));
    writeFiles(root, { '.git/HEAD': 'ref: refs/heads/x\n', '.git/config': `[core]\n\tfsmonitor = touch ${flag}\n` });
    mkdirSync(join(root, '.git/objects'), { recursive: true });
    mkdirSync(join(root, '.git/refs'), { recursive: true });
    await provider.resolveBaseRevision({ path: sample.path });
    await provider.seal({ leaseRef: 'workspace:a-1', fence: 1 });
    expect(existsSync(flag)).toBe(false);
  });

  it('works on ten thousand files, and reads them in one go', async () => {
    const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`d${n % 100}/f${n}.txt`, `line ${n}\n`]));
    const { provider, source, baseRevision, workspace } = await leased(files);
    expect(await workspace.files.list()).toHaveLength(10_000);
    const snapshot = await provider.snapshot(source, baseRevision);
    const all = await Promise.all((await snapshot.list()).map(({ path }) => snapshot.read(path)));
    expect(all.reduce((sum, { length }) => sum + length, 0)).toBe(Object.values(files).join('').length);
  });

  it('works from a bare repository, a worktree and a folder inside a repository', async () => {
    const { provider, sample, baseRevision } = await leased({ 'src/a.txt': 'a' });
    const beside = temporaryFolder('beside');
    made.push({ remove: () => rmSync(beside, { recursive: true, force: true }) });
    sample.git('clone', '-q', '--bare', sample.path, join(beside, 'bare.git'));
    sample.git('worktree', 'add', '-q', join(beside, 'tree'));
    sample.git('clone', '-q', '--depth', '1', `file://${sample.path}`, join(beside, 'shallow'));
    for (const path of [join(beside, 'bare.git'), join(beside, 'tree'), join(beside, 'shallow'), join(sample.path, 'src')]) {
      await expect(provider.resolveBaseRevision({ path })).resolves.toBe(baseRevision);
    }
  });

  it('removes half-made and stray workspaces at recovery, keeps sealed contents, cleans folders that nobody may enter', async () => {
    const { dataDir, root, provider, source, baseRevision } = await leased({ 'a.txt': 'a' });
    writeFiles(root, { 'locked/deep/b.txt': 'b' });
    chmodSync(join(root, 'locked/deep'), 0o000);
    await expect(provider.discard({ leaseRef: 'workspace:a-1', fence: 1 }, 'done')).resolves.toMatchObject({
      state: 'discarded',
    });
    const stray = join(dataDir, 'workspaces', `ws-${'0'.repeat(32)}`);
    mkdirSync(stray);
    writeFileSync(join(dataDir, 'workspaces', 'ws-half.json'), halfMade(baseRevision, source.path));
    const again = await open(dataDir);
    await expect(again.recover()).resolves.toEqual([]);
    expect(readdirSync(join(dataDir, 'workspaces')).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it('repeats commands in a checkout of its own and leaves nothing of it', async () => {
    const { provider, source, baseRevision, dataDir, sample } = await leased({ 'a.txt': 'a' });
    const before = folderDigest(sample.path);
    const output = await provider.repeatCommands(source, baseRevision, async (commands) => {
      const result = await commands.run({ argv: ['cat', 'a.txt'], timeoutMs: 10_000, maxOutputBytes: 100 });
      return result.output;
    });
    const { status } = await Sandbox.detect(join(dataDir, 'sandbox'));
    expect(output).toBe(status.works ? 'a' : null);
    expect(readdirSync(join(dataDir, 'workspaces')).filter((name) => name.startsWith('repeat'))).toEqual([]);
    expect(folderDigest(sample.path)).toBe(before);
  });
});

const halfMade = (baseRevision: string, path: string): string =>
  JSON.stringify({
    lease: {
      ...{
        leaseRef: 'workspace:half',
        mountRef: 'workspace:half',
        projectId: 'demo',
        runId: 'run-2',
        taskKey: 't',
        taskRevision: 1,
      },
      ...{ assignmentId: 'half', attempt: 1, fence: 1, backend: 'git_worktree', baseRevision, branch: 'workroom/run-2/t/1.1' },
      ...{ scopeDigest: 'sha256:0', expiresAt: 0, state: 'leased' },
    },
    source: { remote: path, mirrorName: 'none.git', objectFormat: 'sha1', local: true },
    ...{ maker: 999_999_999, cause: null, changeSet: null, checkpoints: 0 },
  });
