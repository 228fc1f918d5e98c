// The product as its users start it: a process of the built code, on a data directory of its own.
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WorkroomClient } from '../../apps/workroom/client/workroom-client.js';

export const MAIN = join(import.meta.dirname, '../../dist/apps/workroom/main.js');

export interface ServerOptions {
  readonly dataDir: string;
  readonly workspace: string;
  /** Path of a workroom.yml. */
  readonly config?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The environment of a product process: nothing of this one's providers, databases or ports. */
export function productEnv({ dataDir, workspace, config, env = {} }: ServerOptions): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  return {
    ...kept,
    WORKROOM_DATA_DIR: dataDir,
    WORKROOM_WORKSPACE: workspace,
    WORKROOM_PORT: '0',
    ...(config ? { WORKROOM_CONFIG: config } : {}),
    ...env,
  };
}

/** Runs one command line of the product to its end. */
export function workroom(
  args: readonly string[],
  options: ServerOptions,
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    env: productEnv(options),
    cwd: options.workspace,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

export class ServerProcess {
  #child: ChildProcess | null = null;
  #log = '';

  constructor(private readonly options: ServerOptions) {}

  /** All that the process has written so far, over all its starts. */
  get log(): string {
    return this.#log;
  }

  async start(): Promise<WorkroomClient> {
    const child = spawn(process.execPath, [MAIN, 'up'], {
      env: productEnv(this.options),
      cwd: this.options.workspace,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const keep = (text: Buffer): void => void (this.#log += text.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server ended: ${this.#log.slice(-2_000)}`);
      const client = await this.#reach(child.pid ?? 0);
      if (client) return client;
      await pause(30);
    }
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  get token(): string {
    return readFileSync(join(this.options.dataDir, 'bootstrap-token'), 'utf8').trim();
  }

  /** The server's own word on where it serves, once it can take work. */
  async #reach(pid: number): Promise<WorkroomClient | null> {
    const path = join(this.options.dataDir, 'server.json');
    if (!existsSync(path)) return null;
    try {
      const record = JSON.parse(readFileSync(path, 'utf8')) as { url: string; pid: number };
      if (record.pid !== pid || !(await fetch(`${record.url}/readyz`)).ok) return null;
      return new WorkroomClient({ url: record.url, token: this.token });
    } catch {
      return null;
    }
  }
}
