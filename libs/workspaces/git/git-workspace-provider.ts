// Workspaces as git worktrees of a mirror: `repos/` and `workspaces/` in the data directory, the user's repository only read.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { digest, digestHex, Rejection } from '#domain/kernel';
import type { ChangeSet } from '../change-set.js';
import type { CommandRunner } from '../command-runner.js';
import type { FileTree } from '../file-tree.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { WorkspaceProvider } from '../workspace-provider.js';
import type {
  LeaseRequest,
  RepositorySource,
  Workspace,
  WorkspaceCheckpoint,
  WorkspaceClaim,
  WorkspaceLease,
} from '../workspace-provider.js';
import { Git } from './git-command.js';
import { LeaseBook, leaseRefOf } from './lease-book.js';
import type { LeaseRecord } from './lease-book.js';
import type { Mirror } from './mirror.js';
import { Mirrors } from './mirrors.js';
import { SnapshotTree } from './snapshot-tree.js';
import { WorktreeFiles } from './worktree-files.js';
import { removeFiles, Worktree } from './worktree.js';

const branchOf = (request: LeaseRequest): string =>
  `workroom/${request.runId}/${request.taskKey}/${request.taskRevision}.${request.attempt}`;

export class GitWorkspaceProvider extends WorkspaceProvider {
  private constructor(
    private readonly mirrors: Mirrors,
    private readonly book: LeaseBook,
    private readonly sandbox: Sandbox,
    private readonly folder: string,
  ) {
    super();
  }

  static async open(options: { readonly dataDir: string; readonly sandbox: Sandbox }): Promise<GitWorkspaceProvider> {
    const repos = join(options.dataDir, 'repos');
    const folder = join(options.dataDir, 'workspaces');
    await mkdir(repos, { recursive: true, mode: 0o700 });
    const git = await Git.at(join(repos, '.git-home'));
    return new GitWorkspaceProvider(new Mirrors(git, repos), await LeaseBook.open(folder), options.sandbox, folder);
  }

  async resolveBaseRevision(source: RepositorySource): Promise<string> {
    return (await this.mirrors.of(source)).resolve(source.baseRef);
  }

  async lease(request: LeaseRequest): Promise<Workspace> {
    const leaseRef = leaseRefOf(request.assignmentId);
    const known = this.book.find(leaseRef);
    if (known && known.lease.fence === request.fence && known.lease.attempt === request.attempt) {
      this.book.held({ leaseRef, fence: request.fence });
      return this.make(known);
    }
    this.book.checkNewFence(request);
    const source = await this.mirrors.locate(request.source);
    const record = { lease: newLease(request), source, maker: process.pid, cause: null, changeSet: null, checkpoints: 0 };
    await this.book.write(record);
    return this.make(record);
  }

  async open(claim: WorkspaceClaim): Promise<Workspace> {
    return this.make(this.writable(claim));
  }

  async checkpoint(claim: WorkspaceClaim): Promise<WorkspaceCheckpoint> {
    const record = this.writable(claim);
    const { lease } = record;
    const { mirror, revision, manifest } = await this.contents(record);
    const ordinal = record.checkpoints + 1;
    const ref = `refs/workroom/checkpoints/${digestHex({ leaseRef: lease.leaseRef }).slice(0, 32)}/${ordinal}`;
    await mirror.alone(() => mirror.run(['update-ref', ref, revision]));
    this.book.held(claim);
    await this.book.write({ ...record, checkpoints: ordinal });
    return {
      checkpointRef: `checkpoint:${lease.assignmentId}:${ordinal}`,
      checkpointDigest: digest({ baseRevision: lease.baseRevision, fence: lease.fence, manifest }),
      baseRevision: lease.baseRevision,
      fence: lease.fence,
    };
  }

  async seal(claim: WorkspaceClaim): Promise<ChangeSet> {
    const held = this.book.held(claim);
    if (held.changeSet && held.lease.state !== 'quarantined') return held.changeSet;
    const record = this.writable(claim);
    const { lease } = record;
    const { mirror, revision, manifest } = await this.contents(record);
    if (lease.branch !== null) await mirror.alone(() => mirror.run(['update-ref', `refs/heads/${lease.branch}`, revision]));
    const manifestDigest = digest(manifest);
    const changeSetHash = digest({ baseRevision: lease.baseRevision, manifestDigest, producer: lease.assignmentId });
    const changeSetRef = `change-set:${changeSetHash.slice('sha256:'.length)}`;
    const changeSet = { changeSetRef, changeSetHash, manifestDigest, baseRevision: lease.baseRevision, revision, manifest };
    this.book.held(claim);
    await this.book.write({ ...record, changeSet, lease: { ...lease, state: 'sealed' } });
    return changeSet;
  }

  async discard(claim: WorkspaceClaim, cause: string): Promise<WorkspaceLease> {
    const record = this.own(claim);
    if (record.lease.state === 'discarded' || record.lease.state === 'quarantined') return record.lease;
    try {
      if (record.lease.backend === 'git_worktree') await this.clean(record);
    } catch {
      return this.setState(record, 'quarantined', `cleaning failed: ${cause}`);
    }
    return this.setState(record, 'discarded', cause);
  }

  async quarantine(claim: WorkspaceClaim, cause: string): Promise<WorkspaceLease> {
    return this.setState(this.own(claim), 'quarantined', cause);
  }

  async recover(): Promise<readonly WorkspaceLease[]> {
    for (const record of this.book.all()) {
      if (record.maker === null || isAlive(record.maker) || record.lease.state !== 'leased') continue;
      await this.clean(record);
      await this.book.forget(record.lease.leaseRef);
    }
    const kept = new Set(this.book.all().map(({ lease }) => this.book.placeOf(lease.leaseRef)));
    for (const name of await readdir(this.folder)) {
      const maker = Number(/^repeat-(\d+)-/.exec(name)?.[1] ?? process.pid);
      const place = join(this.folder, name);
      if (!name.endsWith('.json') && !kept.has(place) && !isAlive(maker)) await removeFiles(place);
    }
    return this.book.all().flatMap(({ lease }) => (lease.state === 'discarded' ? [] : [lease]));
  }

  async snapshot(source: RepositorySource, revision: string): Promise<FileTree> {
    const mirror = await this.mirrors.of(source);
    await mirror.require(revision);
    return new SnapshotTree(mirror, revision);
  }

  async repeatCommands<T>(
    source: RepositorySource,
    revision: string,
    use: (commands: CommandRunner) => Promise<T>,
  ): Promise<T | null> {
    if (!this.sandbox.status.works) return null;
    const mirror = await this.mirrors.of(source);
    await mirror.require(revision);
    const place = join(this.folder, `repeat-${process.pid}-${randomUUID()}`);
    try {
      const worktree = await Worktree.create(mirror, place, revision, null);
      const commands = this.sandbox.commandsIn(worktree.root);
      return commands && (await use(commands));
    } finally {
      await Worktree.remove(mirror, place, null);
    }
  }

  private async make(record: LeaseRecord): Promise<Workspace> {
    const { lease } = record;
    if (lease.state !== 'leased') throw notWritable(lease);
    const mirror = await this.mirrors.at(record.source);
    await mirror.require(lease.baseRevision);
    if (lease.backend === 'snapshot') {
      if (record.maker !== null) await this.book.write({ ...record, maker: null });
      return { lease, files: new SnapshotTree(mirror, lease.baseRevision), commands: null };
    }
    const worktree = await this.worktree(record, mirror);
    const guard = () => void this.writable({ leaseRef: lease.leaseRef, fence: lease.fence });
    return {
      lease,
      files: new WorktreeFiles(worktree, lease.baseRevision),
      commands: this.sandbox.commandsIn(worktree.root, guard),
    };
  }

  private async worktree(record: LeaseRecord, mirror: Mirror): Promise<Worktree> {
    const place = this.book.placeOf(record.lease.leaseRef);
    const { baseRevision, branch } = record.lease;
    if (record.maker === null && (await stat(place).catch(() => null))) return Worktree.at(mirror, place, baseRevision);
    const worktree = await Worktree.create(mirror, place, baseRevision, branch);
    await this.book.write({ ...record, maker: null });
    return worktree;
  }

  private async contents(record: LeaseRecord): Promise<{ mirror: Mirror; revision: string; manifest: ChangeSet['manifest'] }> {
    const mirror = await this.mirrors.at(record.source);
    if (record.lease.backend === 'snapshot') return { mirror, revision: record.lease.baseRevision, manifest: [] };
    return { mirror, ...(await (await this.worktree(record, mirror)).commit()) };
  }

  private async clean(record: LeaseRecord): Promise<void> {
    const mirror = await this.mirrors.at(record.source);
    const branch = record.lease.state === 'sealed' ? null : record.lease.branch;
    await Worktree.remove(mirror, this.book.placeOf(record.lease.leaseRef), branch);
  }

  /** A lease may be cleaned by its own fence also after another attempt took over. */
  private own(claim: WorkspaceClaim): LeaseRecord {
    const record = this.book.find(claim.leaseRef);
    if (record && record.lease.fence === claim.fence) return record;
    return this.book.held(claim);
  }

  private writable(claim: WorkspaceClaim): LeaseRecord {
    const record = this.book.held(claim);
    if (record.lease.state !== 'leased') throw notWritable(record.lease);
    return record;
  }

  private async setState(record: LeaseRecord, state: WorkspaceLease['state'], cause: string): Promise<WorkspaceLease> {
    const lease = { ...record.lease, state };
    await this.book.write({ ...record, lease, cause });
    return lease;
  }
}

/** Our own files in the making count as dead at start-up, before anything is made. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const notWritable = (lease: WorkspaceLease): Rejection =>
  new Rejection('WORKSPACE_NOT_LEASED', `${lease.leaseRef} is ${lease.state}; work on it needs a new lease.`);

function newLease(request: LeaseRequest): WorkspaceLease {
  const { projectId, runId, taskKey, taskRevision, assignmentId, attempt, fence, baseRevision, expiresAt } = request;
  const leaseRef = leaseRefOf(assignmentId);
  const mutable = request.mode === 'mutable';
  return {
    leaseRef,
    mountRef: leaseRef,
    ...{ projectId, runId, taskKey, taskRevision, assignmentId, attempt, fence, baseRevision, expiresAt },
    backend: mutable ? 'git_worktree' : 'snapshot',
    branch: mutable ? branchOf(request) : null,
    scopeDigest: digest({ mode: request.mode, paths: ['**'] }),
    state: 'leased',
  };
}
