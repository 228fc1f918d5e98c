// Whether a process sandbox really works on this host: found out by running one, never by looking for a file.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Rejection } from '#domain/kernel';
import type { CommandRunner } from '../command-runner.js';
import { runInBubblewrap } from './bubblewrap.js';
import type { SandboxFiles } from './bubblewrap.js';

export type SandboxStatus =
  | { readonly works: true; readonly kind: 'bubblewrap' }
  /** `reason` is one line for people. */
  | { readonly works: false; readonly reason: string };

/** Writes where it may, and ends with 0 only if it can write nowhere else, sees no folder of ours, and has no network. */
const PROBE = `touch /workspace/probe || exit 1
if touch /usr/probe 2>/dev/null; then exit 2; fi
if test -e "$1"; then exit 3; fi
if tail -n +3 /proc/net/dev | grep -qv '^ *lo:'; then exit 4; fi
echo contained`;

export class Sandbox {
  private constructor(
    readonly status: SandboxStatus,
    private readonly files: SandboxFiles,
  ) {}

  /** `folder` is a folder of ours for the sandbox's own few files; it is what the probe must not see. */
  static async detect(folder: string): Promise<Sandbox> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const files = { empty: join(folder, 'empty'), passwd: join(folder, 'passwd'), group: join(folder, 'group') };
    await writeFile(files.empty, '');
    await writeFile(files.passwd, 'worker:x:1000:1000:worker:/home/worker:/bin/sh\n');
    await writeFile(files.group, 'worker:x:1000:\n');
    return new Sandbox(await probe(folder, files), files);
  }

  /** Commands on one folder, which appears as /workspace; null where no sandbox works. `guard` is asked before each one. */
  commandsIn(root: string, guard: () => void = () => undefined): CommandRunner | null {
    if (!this.status.works) return null;
    return {
      run: async (request, signal) => {
        guard();
        return runInBubblewrap(root, this.files, request, signal);
      },
    };
  }
}

async function probe(folder: string, files: SandboxFiles): Promise<SandboxStatus> {
  if (process.platform !== 'linux') return { works: false, reason: 'bubblewrap runs on Linux only.' };
  const root = await mkdtemp(join(folder, 'probe-'));
  try {
    const argv = ['/bin/sh', '-c', PROBE, 'probe', folder];
    const result = await runInBubblewrap(root, files, { argv, timeoutMs: 5_000, maxOutputBytes: 2_000 });
    if (result.exitCode === 0 && result.output.includes('contained')) return { works: true, kind: 'bubblewrap' };
    return { works: false, reason: 'bubblewrap starts, but what it runs is not contained on this host.' };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const absent = (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
    return {
      works: false,
      reason: absent ? 'bubblewrap (bwrap) is not installed.' : 'bubblewrap is installed but this host does not let it start.',
    };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
