// What stands in the data directory beside databases and keys: who serves it, which host this is, and the first token.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { openDataDirectory, readOrCreatePrivate, readPrivate, writePrivate } from './private-file.js';

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

export class DataDirectory {
  readonly path: string;

  /** Makes the directory with mode 0700, or tightens it. `path` is absolute. */
  constructor(path: string) {
    this.path = path;
    openDataDirectory(path);
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /** The first Sponsor token, made by `make` once and kept; `created` says that it was made now and is to be shown once. */
  bootstrapToken(make: () => string): { readonly token: string; readonly created: boolean } {
    const { text, created } = readOrCreatePrivate(this.file('bootstrap-token'), () => `${make()}\n`);
    return { token: text.trim(), created };
  }

  /** An id that this host makes once and keeps. */
  hostId(): string {
    return readOrCreatePrivate(this.file('host-id'), () => `host-${v7()}\n`).text.trim();
  }

  announceServer(server: RunningServer): void {
    writePrivate(this.file('server.json'), `${JSON.stringify(server)}\n`);
  }

  /** Takes back what this process announced; another one's stays. */
  withdrawServer(pid: number): void {
    if (readServer(this.path)?.pid === pid) rmSync(this.file('server.json'), { force: true });
  }
}

/** The server that is said to run on this data directory; undefined when none is, or its process is gone. Makes nothing. */
export function findServer(dataDirectory: string): RunningServer | undefined {
  const server = readServer(dataDirectory);
  return server && isAlive(server.pid) ? server : undefined;
}

/** The token of a data directory, for clients on the same machine; undefined when there is none. Makes nothing. */
export const findBootstrapToken = (dataDirectory: string): string | undefined =>
  readPrivate(join(dataDirectory, 'bootstrap-token'))?.trim();

function readServer(dataDirectory: string): RunningServer | undefined {
  const text = readPrivate(join(dataDirectory, 'server.json'));
  try {
    const server = JSON.parse(text ?? 'null') as Partial<RunningServer> | null;
    const { url, pid, startedAt } = server ?? {};
    return typeof url === 'string' && typeof pid === 'number' && typeof startedAt === 'number'
      ? { url, pid, startedAt }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
