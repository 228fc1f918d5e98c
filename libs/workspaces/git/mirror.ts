// A bare copy of a source repository: the only repository that work ever writes to.
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Rejection, Unavailable } from '#domain/kernel';
import { GitFailure } from './git-command.js';
import type { Git, GitOptions } from './git-command.js';
import { ObjectReader } from './object-reader.js';
import type { LocatedSource } from './repository-source.js';
import { Serial } from './serial.js';

/** Files are checked out byte for byte as they are stored. */
const ATTRIBUTES = '* -text -ident -filter -working-tree-encoding -eol -crlf\n';
const REVISION = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

export class Mirror {
  readonly objects: ObjectReader;
  private readonly writes = new Serial();

  private constructor(
    private readonly git: Git,
    readonly gitDir: string,
    private readonly source: LocatedSource,
  ) {
    this.objects = new ObjectReader(git, gitDir);
  }

  /** Made beside its place and renamed into it, so that a crash leaves no half mirror. */
  static async open(git: Git, repos: string, source: LocatedSource): Promise<Mirror> {
    const gitDir = join(repos, source.mirrorName);
    if (!(await stat(join(gitDir, 'HEAD')).catch(() => null))) {
      const fresh = `${gitDir}.${process.pid}.new`;
      await rm(fresh, { recursive: true, force: true });
      await git.bytes(['init', '--quiet', '--bare', '--template=', `--object-format=${source.objectFormat}`, fresh]);
      await mkdir(join(fresh, 'info'), { recursive: true });
      await writeFile(join(fresh, 'info', 'attributes'), ATTRIBUTES);
      await rename(fresh, gitDir).catch(async (error: NodeJS.ErrnoException) => {
        await rm(fresh, { recursive: true, force: true });
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      });
    }
    return new Mirror(git, gitDir, source);
  }

  run(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    return this.git.bytes(['--git-dir', this.gitDir, ...args], options);
  }

  /** Writes to refs, worktrees and objects run one after another. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.writes.run(work);
  }

  /** The commit of `ref` (HEAD when absent) as the source has it now. Throws Rejection WORKSPACE_EMPTY, REVISION_NOT_FOUND. */
  async resolve(ref?: string): Promise<string> {
    const wanted = ref ?? 'HEAD';
    if (wanted.startsWith('-') || wanted.includes(':') || wanted.includes('*')) throw this.notFound(wanted);
    if (ref === undefined && !(await this.sourceHasHead())) throw this.empty();
    return this.alone(async () => {
      await this.fetch(wanted);
      const revision = (await this.run(['rev-parse', '--verify', '--quiet', 'refs/workroom/fetched^{commit}'])).toString().trim();
      await this.run(['update-ref', `refs/workroom/base/${revision}`, revision]);
      return revision;
    });
  }

  /** Makes sure that the mirror holds the commit; asks the source for it when it does not. */
  async require(revision: string): Promise<void> {
    if (!REVISION.test(revision)) throw this.notFound(revision);
    if (await this.holds(revision)) return;
    await this.alone(async () => {
      if (await this.holds(revision)) return;
      await this.fetch(revision);
      await this.run(['update-ref', `refs/workroom/base/${revision}`, revision]);
    });
  }

  private async holds(revision: string): Promise<boolean> {
    return this.run(['cat-file', '-e', `${revision}^{commit}`]).then(
      () => true,
      () => false,
    );
  }

  private async sourceHasHead(): Promise<boolean> {
    if (!this.source.local) return true;
    return this.git.bytes(['-C', this.source.remote, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}']).then(
      () => true,
      () => false,
    );
  }

  private async fetch(wanted: string): Promise<void> {
    const { remote } = this.source;
    try {
      await this.run([
        'fetch',
        ...['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--no-recurse-submodules'],
        ...['--update-shallow', '--force', '--', remote, `+${wanted}:refs/workroom/fetched`],
      ]);
    } catch (cause) {
      if (!(cause instanceof GitFailure)) throw cause;
      if (/couldn't find remote ref|not our ref|unadvertised object|invalid refspec/i.test(cause.stderr)) {
        throw wanted === 'HEAD' ? this.empty(cause) : this.notFound(wanted, cause);
      }
      throw new Unavailable(
        'REPOSITORY_UNREACHABLE',
        `${remote} could not be fetched; look at its access.`,
        5_000,
        { remote },
        { cause },
      );
    }
  }

  private empty(cause?: unknown): Rejection {
    const { remote } = this.source;
    return new Rejection('WORKSPACE_EMPTY', `${remote} has no commit yet; make one, then ask again.`, { remote }, { cause });
  }

  private notFound(wanted: string, cause?: unknown): Rejection {
    return new Rejection(
      'REVISION_NOT_FOUND',
      `${this.source.remote} has no revision ${wanted}; name one that exists.`,
      { remote: this.source.remote, revision: wanted },
      { cause },
    );
  }
}
