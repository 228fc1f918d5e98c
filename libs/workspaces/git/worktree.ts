// One checked-out worktree of a mirror. git is always told both folders: nothing that lies in the worktree names a repository.
import { chmod, lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Rejection } from '#domain/kernel';
import type { ChangedPath } from '../change-set.js';
import type { Mirror } from './mirror.js';
import { readChanges } from './changed-paths.js';
import { isPrivatePath } from './relative-path.js';

const MAX_CHANGED_PATHS = 20_000;
const MAX_CHANGED_BYTES = 256 * 1024 * 1024;
const NOBODY = {
  GIT_AUTHOR_NAME: 'Workroom',
  GIT_AUTHOR_EMAIL: 'workroom@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'Workroom',
  GIT_COMMITTER_EMAIL: 'workroom@localhost',
  GIT_COMMITTER_DATE: '@0 +0000',
};

const names = (out: Buffer): string[] => out.toString('utf8').split('\0').filter(Boolean);

/** Parts ended by NUL, as bytes: names need not be UTF-8. */
function* parts(out: Buffer): Generator<Buffer> {
  for (let from = 0, to = out.indexOf(0); to >= 0; from = to + 1, to = out.indexOf(0, from)) yield out.subarray(from, to);
}

export class Worktree {
  private constructor(
    private readonly mirror: Mirror,
    /** A real path. */
    readonly root: string,
    private readonly baseRevision: string,
  ) {}

  /** Checks the base out; `branch` null leaves HEAD detached. What a crash left at that place is removed first. */
  static async create(mirror: Mirror, place: string, baseRevision: string, branch: string | null): Promise<Worktree> {
    await mkdir(join(place, '..'), { recursive: true, mode: 0o700 });
    await mirror.alone(async () => {
      await Worktree.clear(mirror, place);
      await mirror.run(['worktree', 'add', '--quiet', '--force', '--detach', place, baseRevision]);
      if (branch === null) return;
      const ref = `refs/heads/${branch}`;
      await mirror.run(['update-ref', ref, baseRevision]);
      await mirror.run(['--git-dir', join(mirror.gitDir, 'worktrees', basename(place)), 'symbolic-ref', 'HEAD', ref]);
    });
    return Worktree.at(mirror, place, baseRevision);
  }

  static async at(mirror: Mirror, place: string, baseRevision: string): Promise<Worktree> {
    return new Worktree(mirror, await realpath(place), baseRevision);
  }

  /** Removes files and git's record of them, whatever state they are in. */
  static async remove(mirror: Mirror, place: string, branch: string | null): Promise<void> {
    await mirror.alone(async () => {
      await Worktree.clear(mirror, place);
      if (branch !== null) await mirror.run(['update-ref', '-d', `refs/heads/${branch}`]);
    });
  }

  private static async clear(mirror: Mirror, place: string): Promise<void> {
    await removeFiles(place);
    await rm(join(mirror.gitDir, 'worktrees', basename(place)), { recursive: true, force: true });
  }

  /** Names of versioned files and of new ones that no ignore rule names, as bytes; submodules apart. */
  async paths(signal?: AbortSignal): Promise<{ paths: Buffer[]; submodules: Buffer[] }> {
    const [staged, others] = await Promise.all([
      this.git(['ls-files', '--stage', '-z'], { signal }),
      this.git(['ls-files', '--others', '--exclude-standard', '-z'], { signal }),
    ]);
    const paths: Buffer[] = [];
    const submodules: Buffer[] = [];
    for (const line of parts(staged)) {
      (line.subarray(0, 6).toString() === '160000' ? submodules : paths).push(line.subarray(line.indexOf(9) + 1));
    }
    for (const path of parts(others)) if (path.at(-1) !== 47) paths.push(path);
    return { paths, submodules };
  }

  /** Stores the present contents as a commit on the base; equal contents give the same commit. */
  async commit(): Promise<{ revision: string; manifest: readonly ChangedPath[] }> {
    const changed = await this.changedPaths();
    if (changed.length === 0) return { revision: this.baseRevision, manifest: [] };
    return this.mirror.alone(async () => {
      const index = join(this.adminDir, 'workroom-index');
      const env = { GIT_INDEX_FILE: index };
      await rm(index, { force: true });
      await this.git(['read-tree', this.baseRevision], { env });
      await this.git(['update-index', '--add', '--remove', '-z', '--stdin'], {
        env,
        input: changed.map((path) => `${path}\0`).join(''),
      });
      const tree = (await this.git(['write-tree'], { env })).toString().trim();
      await rm(index, { force: true });
      const base = (await this.git(['rev-parse', `${this.baseRevision}^{tree}`])).toString().trim();
      if (tree === base) return { revision: this.baseRevision, manifest: [] };
      const commit = await this.git(['commit-tree', tree, '-p', this.baseRevision, '-m', 'Work of one attempt'], { env: NOBODY });
      const revision = commit.toString().trim();
      return { revision, manifest: await readChanges(this.mirror, this.baseRevision, revision) };
    });
  }

  private async changedPaths(): Promise<string[]> {
    const [tracked, others] = await Promise.all([
      this.git(['diff-files', '--name-only', '-z', '--no-renames', '--ignore-submodules=all']),
      this.git(['ls-files', '--others', '--exclude-standard', '-z']),
    ]);
    const changed = [...names(tracked), ...names(others)].filter((path) => !path.endsWith('/') && !isPrivatePath(path));
    let bytes = 0;
    for (const path of changed) bytes += (await lstat(join(this.root, path)).catch(() => null))?.size ?? 0;
    if (changed.length > MAX_CHANGED_PATHS || bytes > MAX_CHANGED_BYTES) {
      throw new Rejection(
        'CHANGE_SET_TOO_LARGE',
        `The attempt changed ${changed.length} paths; have build output ignored by git.`,
      );
    }
    return changed;
  }

  private get adminDir(): string {
    return join(this.mirror.gitDir, 'worktrees', basename(this.root));
  }

  private git(
    args: readonly string[],
    options: { env?: Record<string, string>; input?: string; signal?: AbortSignal | undefined } = {},
  ) {
    return this.mirror.run(['--git-dir', this.adminDir, '--work-tree', this.root, ...args], { cwd: this.root, ...options });
  }
}

export async function removeFiles(place: string): Promise<void> {
  await rm(place, { recursive: true, force: true }).catch(async () => {
    await makeRemovable(place);
    await rm(place, { recursive: true, force: true });
  });
}

/** A command may have left folders that cannot be entered. */
async function makeRemovable(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (!found?.isDirectory()) return;
  await chmod(folder, 0o700);
  for (const name of await readdir(folder)) await makeRemovable(join(folder, name));
}
