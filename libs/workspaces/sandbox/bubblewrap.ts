// One command under bubblewrap: the system read-only, the workspace at /workspace, no network, no environment of the host, an
// unprivileged user of its own. Nothing else of the machine is visible.
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Rejection } from '#domain/kernel';
import type { CommandRequest, CommandResult } from '../command-runner.js';
import { OutputKeeper } from './output-keeper.js';

const ROOT_FOLDERS = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'];
const ETC = [
  ...['alternatives', 'ca-certificates', 'java', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'magic', 'maven'],
  ...['mime.types', 'nsswitch.conf', 'protocols', 'services', 'ssl/certs', 'ssl/openssl.cnf', 'timezone'],
];

/** Where the files lie that stand in for the host's: an empty one, and the names of the sandbox's only user. */
export interface SandboxFiles {
  readonly empty: string;
  readonly passwd: string;
  readonly group: string;
}

function systemFolders(): string[] {
  const args = ['--ro-bind', '/usr', '/usr'];
  for (const name of ROOT_FOLDERS) {
    const path = `/${name}`;
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) args.push('--symlink', readlinkSync(path), path);
    else if (found) args.push('--ro-bind', path, path);
  }
  const java = existsSync('/etc') ? readdirSync('/etc').filter((name) => /^java-\d/.test(name)) : [];
  for (const name of [...ETC, ...java]) args.push('--ro-bind-try', `/etc/${name}`, `/etc/${name}`);
  return args;
}

/** The Node that runs us may lie outside /usr: its own folder is shown, nothing beside it. */
function nodeFolder(): { readonly args: string[]; readonly bin: string | null } {
  const prefix = dirname(dirname(process.execPath));
  if (prefix === '/usr' || prefix === '/' || prefix.startsWith('/usr/')) return { args: [], bin: null };
  return { args: ['--ro-bind', prefix, prefix], bin: join(prefix, 'bin') };
}

/** There is no network: package tools are told so, and end at once instead of trying again. */
const OFFLINE: Readonly<Record<string, string>> = {
  npm_config_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  PIP_NO_INDEX: '1',
  CARGO_NET_OFFLINE: 'true',
  GOPROXY: 'off',
};

export function bubblewrapArguments(root: string, files: SandboxFiles): string[] {
  const node = nodeFolder();
  const path = [node.bin, '/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin']
    .filter(Boolean)
    .join(':');
  const hidden = existsSync(join(root, '.workroom')) ? ['--tmpfs', '/workspace/.workroom'] : [];
  const git = lstatSync(join(root, '.git'), { throwIfNoEntry: false });
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--uid', '1000', '--gid', '1000', '--hostname', 'sandbox'],
    ...systemFolders(),
    ...['--ro-bind', files.passwd, '/etc/passwd', '--ro-bind', files.group, '/etc/group'],
    ...node.args,
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/run', '--dir', '/home/worker'],
    ...['--bind', root, '/workspace', ...hidden],
    ...(git?.isFile() ? ['--ro-bind', files.empty, '/workspace/.git'] : []),
    ...['--chdir', '/workspace', '--clearenv', '--setenv', 'PATH', path, '--setenv', 'HOME', '/home/worker'],
    ...['--setenv', 'LANG', 'C.UTF-8', '--setenv', 'TMPDIR', '/tmp', '--setenv', 'CI', 'true', '--setenv', 'NO_COLOR', '1'],
    ...Object.entries(OFFLINE).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
}

/** bubblewrap's own failures come before the command and are told apart by their prefix. */
const sandboxFailed = (exitCode: number | null, output: string): boolean => exitCode !== 0 && /^bwrap: (?!execvp )/.test(output);

export function runInBubblewrap(
  root: string,
  files: SandboxFiles,
  request: CommandRequest,
  signal?: AbortSignal,
): Promise<CommandResult> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const output = new OutputKeeper(request.maxOutputBytes);
    const child = spawn('bwrap', [...bubblewrapArguments(root, files), '--', ...request.argv], {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let timedOut = false;
    const kill = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      kill();
    }, request.timeoutMs);
    signal?.addEventListener('abort', kill, { once: true });
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
    };
    child.stdout.on('data', (chunk: Buffer) => output.add(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.add(chunk));
    child.on('error', (cause) => {
      settle();
      reject(failed(cause));
    });
    child.on('close', (code, killedBy) => {
      settle();
      if (signal?.aborted) return reject(signal.reason as Error);
      const text = output.text();
      if (!timedOut && sandboxFailed(code, text)) return reject(failed(new Error(text.slice(0, 300))));
      resolve({
        exitCode: timedOut ? null : code,
        signal: killedBy,
        timedOut,
        output: text,
        truncated: output.truncated,
        durationMs: Math.round(performance.now() - startedAt),
      });
    });
  });
}

const failed = (cause: unknown): Rejection =>
  new Rejection('SANDBOX_FAILED', 'bubblewrap could not start the sandbox; the command was not run.', {}, { cause });
