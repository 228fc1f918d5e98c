// The contract of WorkspaceProvider as tests: a driver joins by saying how it is opened.
import { rmSync, writeFileSync } from 'node:fs';
import type { RepositorySource, Workspace, WorkspaceProvider } from '../workspace-provider.js';
import { folderDigest, sampleRepository, temporaryFolder, writeFiles } from './sample-repository.js';
import type { SampleRepository } from './sample-repository.js';

export interface WorkspaceDriver {
  open(dataDir: string): Promise<WorkspaceProvider>;
  /** Where the files of a leased workspace lie, so that a test can write as an agent's command would. */
  rootOf(dataDir: string, workspace: Workspace): string;
}

const text = async (workspace: Workspace, path: string) => Buffer.from(await workspace.files.read(path)).toString('utf8');

export function workspaceSuite(name: string, driver: WorkspaceDriver): void {
  describe(`${name}: workspaces`, () => {
    let dataDir: string;
    let sample: SampleRepository;
    let source: RepositorySource;
    let provider: WorkspaceProvider;
    let base: string;

    beforeEach(async () => {
      dataDir = temporaryFolder('data');
      sample = sampleRepository({ 'README.md': 'hello\n', 'src/a.ts': 'one\n', '.gitignore': 'out/\n' });
      source = { path: sample.path };
      provider = await driver.open(dataDir);
      base = await provider.resolveBaseRevision(source);
    });
    afterEach(() => {
      sample.remove();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const lease = (over: Partial<Parameters<WorkspaceProvider['lease']>[0]> = {}) =>
      provider.lease({
        projectId: 'demo',
        runId: 'run-1',
        taskKey: 'build',
        taskRevision: 1,
        assignmentId: `assignment-${over.fence ?? 1}`,
        attempt: over.fence ?? 1,
        fence: 1,
        source,
        baseRevision: base,
        mode: 'mutable',
        expiresAt: Date.now() + 60_000,
        ...over,
      });
    const claim = (fence = 1) => ({ leaseRef: `workspace:assignment-${fence}`, fence });

    it('resolves HEAD, a branch and a commit to the commit', async () => {
      expect(base).toBe(sample.revision);
      await expect(provider.resolveBaseRevision({ ...source, baseRef: 'main' })).resolves.toBe(base);
      await expect(provider.resolveBaseRevision({ ...source, baseRef: base })).resolves.toBe(base);
      await expect(provider.resolveBaseRevision({ ...source, baseRef: 'no-such' })).rejects.toMatchObject({
        code: 'REVISION_NOT_FOUND',
      });
    });

    it('follows the source: a new commit is the new base', async () => {
      writeFileSync(`${sample.path}/README.md`, 'more\n');
      sample.git('commit', '-qam', 'More');
      await expect(provider.resolveBaseRevision(source)).resolves.toBe(sample.git('rev-parse', 'HEAD'));
    });

    it('says which kind of workspace is missing', async () => {
      const empty = sampleRepository({});
      const bare = temporaryFolder('no-git');
      await expect(provider.resolveBaseRevision({ path: empty.path })).rejects.toMatchObject({ code: 'WORKSPACE_EMPTY' });
      await expect(provider.resolveBaseRevision({ path: bare })).rejects.toMatchObject({ code: 'WORKSPACE_MISSING' });
      await expect(provider.resolveBaseRevision({ path: `${bare}/none` })).rejects.toMatchObject({ code: 'WORKSPACE_MISSING' });
      await expect(provider.resolveBaseRevision({ url: 'ext::sh -c id' })).rejects.toMatchObject({ code: 'WORKSPACE_MISSING' });
      empty.remove();
      rmSync(bare, { recursive: true });
    });

    it('never writes to the source repository', async () => {
      const before = folderDigest(sample.path);
      await provider.resolveBaseRevision(source);
      const workspace = await lease();
      writeFiles(driver.rootOf(dataDir, workspace), { 'src/new.ts': 'new\n' });
      await provider.checkpoint(claim());
      await provider.seal(claim());
      await provider.discard(claim(), 'done');
      expect(folderDigest(sample.path)).toBe(before);
    });

    it('leases files at the base revision, and the same lease again', async () => {
      const workspace = await lease();
      expect(workspace.lease).toMatchObject({
        leaseRef: 'workspace:assignment-1',
        mountRef: 'workspace:assignment-1',
        branch: 'workroom/run-1/build/1.1',
        backend: 'git_worktree',
        baseRevision: base,
        state: 'leased',
      });
      expect((await workspace.files.list()).map(({ path }) => path)).toEqual(['.gitignore', 'README.md', 'src/a.ts']);
      writeFiles(driver.rootOf(dataDir, workspace), { 'kept.txt': 'kept' });
      await expect(text(await lease(), 'kept.txt')).resolves.toBe('kept');
    });

    it('gives a read-only task a snapshot in which nothing can be written', async () => {
      const workspace = await lease({ mode: 'read_only' });
      expect(workspace.lease).toMatchObject({ backend: 'snapshot', branch: null });
      expect(workspace.commands).toBeNull();
      await expect(text(workspace, 'src/a.ts')).resolves.toBe('one\n');
      await expect(provider.seal(claim())).resolves.toMatchObject({ manifest: [], revision: base });
    });

    it('[W-S06] refuses whatever comes with an older fence', async () => {
      const old = await lease();
      await lease({ fence: 2 });
      await expect(provider.seal(claim(1))).rejects.toMatchObject({ code: 'FENCE_NOT_HIGHER' });
      await expect(provider.checkpoint(claim(1))).rejects.toMatchObject({ code: 'FENCE_NOT_HIGHER' });
      await expect(provider.open(claim(1))).rejects.toMatchObject({ code: 'FENCE_NOT_HIGHER' });
      await expect(lease({ fence: 1, assignmentId: 'assignment-9' })).rejects.toMatchObject({ code: 'FENCE_NOT_HIGHER' });
      const run = old.commands?.run({ argv: ['true'], timeoutMs: 1_000, maxOutputBytes: 100 });
      if (run) await expect(run).rejects.toMatchObject({ code: 'FENCE_NOT_HIGHER' });
      await expect(provider.discard(claim(1), 'superseded')).resolves.toMatchObject({ state: 'discarded' });
      await expect(provider.open(claim(2))).resolves.toMatchObject({ lease: { state: 'leased' } });
    });

    it('remembers fences over a restart, also of discarded leases', async () => {
      await lease({ fence: 5 });
      await provider.discard(claim(5), 'done');
      provider = await driver.open(dataDir);
      await expect(lease({ fence: 4 })).rejects.toMatchObject({ code: 'FENCE_NOT_HIGHER' });
    });

    it('seals a change set by content: additions, changes, deletions, links and modes', async () => {
      const workspace = await lease();
      const root = driver.rootOf(dataDir, workspace);
      rmSync(`${root}/README.md`);
      writeFiles(root, {
        'src/a.ts': 'two\n',
        'tool.sh': { script: '#!/bin/sh\n' },
        'out/ignored.js': 'x',
        '.workroom/private': 'x',
        'to-a': { link: 'src/a.ts' },
      });
      const sealed = await provider.seal(claim());
      expect(sealed.manifest.map(({ path, change, mode }) => [path, change, mode])).toEqual([
        ['README.md', 'deleted', null],
        ['src/a.ts', 'modified', '100644'],
        ['to-a', 'added', '120000'],
        ['tool.sh', 'added', '100755'],
      ]);
      expect(sealed.changeSetRef).toBe(`change-set:${sealed.changeSetHash.slice(7)}`);
      await expect(provider.seal(claim())).resolves.toEqual(sealed);
      await expect(provider.open(claim())).rejects.toMatchObject({ code: 'WORKSPACE_NOT_LEASED' });
      await provider.discard(claim(), 'sealed');
      const after = await provider.snapshot(source, sealed.revision);
      expect(Buffer.from(await after.read('src/a.ts')).toString()).toBe('two\n');
    });

    it('keeps the contents of a checkpoint, and the work goes on', async () => {
      const workspace = await lease();
      const first = await provider.checkpoint(claim());
      writeFiles(driver.rootOf(dataDir, workspace), { 'b.txt': 'b' });
      const second = await provider.checkpoint(claim());
      expect(second.checkpointRef).toBe('checkpoint:assignment-1:2');
      expect(second.checkpointDigest).not.toBe(first.checkpointDigest);
      await expect(text(workspace, 'b.txt')).resolves.toBe('b');
    });

    it('finds its leases after a restart', async () => {
      const workspace = await lease();
      writeFiles(driver.rootOf(dataDir, workspace), { 'kept.txt': 'kept' });
      await lease({ fence: 2, taskKey: 'other' });
      await provider.discard(claim(2), 'done');
      provider = await driver.open(dataDir);
      expect((await provider.recover()).map(({ leaseRef }) => leaseRef)).toEqual(['workspace:assignment-1']);
      await expect(text(await provider.open(claim()), 'kept.txt')).resolves.toBe('kept');
    });

    it('sets a workspace aside: nobody works in it or cleans it', async () => {
      const workspace = await lease();
      await provider.quarantine(claim(), 'odd');
      await expect(provider.seal(claim())).rejects.toMatchObject({ code: 'WORKSPACE_NOT_LEASED' });
      await expect(provider.discard(claim(), 'clean')).resolves.toMatchObject({ state: 'quarantined' });
      expect(folderDigest(driver.rootOf(dataDir, workspace))).toBeTruthy();
    });

    it('cleans what it leased when the source is gone', async () => {
      await lease();
      sample.remove();
      await expect(provider.discard(claim(), 'gone')).resolves.toMatchObject({ state: 'discarded' });
    });

    it('refuses a base revision that nobody has', async () => {
      await expect(lease({ baseRevision: 'a'.repeat(40) })).rejects.toMatchObject({ code: 'REVISION_NOT_FOUND' });
    });
  });
}
