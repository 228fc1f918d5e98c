// Runs git as if the machine had no configuration: no hooks, no filters of the host, no prompts, no inherited GIT_ variables.
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Also read by the upload-pack that a fetch from a path starts: command-line settings do not reach it. */
const CONFIG = `[safe]
\tdirectory = *
[core]
\thooksPath = /dev/null
\texcludesFile = /dev/null
\tattributesFile = /dev/null
\tfsmonitor = false
\tuntrackedCache = false
\tautocrlf = false
\tquotePath = false
[http]
\tlowSpeedLimit = 500
\tlowSpeedTime = 30
[credential]
\thelper =
[protocol "ext"]
\tallow = never
[gc]
\tauto = 0
[maintenance]
\tauto = false
[advice]
\tdetachedHead = false
[init]
\tdefaultBranch = main
[submodule]
\trecurse = false
[transfer]
\tfsckObjects = false
`;

export interface GitOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** git ended with a status other than 0. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
  constructor(
    readonly command: string,
    readonly status: number | null,
    readonly stderr: string,
  ) {
    super(`git ${command} ended with ${status ?? 'a signal'}.`);
  }
}

/** What git was asked for, without the folders before it. */
function subcommand(args: readonly string[]): string {
  let at = 0;
  while (args[at]?.startsWith('-')) at += ['--git-dir', '--work-tree', '-C'].includes(args[at] ?? '') ? 2 : 1;
  return args[at] ?? '';
}

export class Git {
  private constructor(private readonly environment: Readonly<Record<string, string>>) {}

  /** `home` is a folder of our own that holds nothing but the configuration. */
  static async at(home: string): Promise<Git> {
    await mkdir(home, { recursive: true, mode: 0o700 });
    const config = join(home, 'gitconfig');
    await writeFile(config, CONFIG, { mode: 0o600 });
    return new Git({
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: home,
      XDG_CONFIG_HOME: home,
      LC_ALL: 'C',
      TZ: 'UTC',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: config,
      GIT_ATTR_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '/bin/false',
      SSH_ASKPASS: '/bin/false',
      GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oConnectTimeout=15',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_NO_LAZY_FETCH: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_ALLOW_PROTOCOL: 'file:https:ssh',
    });
  }

  spawn(args: readonly string[], options: GitOptions = {}) {
    return spawn('git', args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { ...this.environment, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  }

  /** Standard output as bytes. Throws GitFailure. */
  bytes(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const child = this.spawn(args, options);
      const out: Buffer[] = [];
      let stderr = '';
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => {
        if (stderr.length < 4_000) stderr += chunk.toString('utf8');
      });
      child.stdin.on('error', () => undefined);
      child.on('error', reject);
      child.on('close', (status) =>
        status === 0 ? resolve(Buffer.concat(out)) : reject(new GitFailure(subcommand(args), status, stderr)),
      );
      child.stdin.end(options.input ?? '');
    });
  }

  /** Standard output as text without its last line end. Throws GitFailure. */
  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    return (await this.bytes(args, options)).toString('utf8').replace(/\n$/, '');
  }
}
