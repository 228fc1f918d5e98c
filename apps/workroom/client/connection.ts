// Finds the server and its token: flags, then environment, then the data directory of a server that runs here.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliFailure, EXIT } from '../cli/exit.js';
import type { Connection } from './workroom-client.js';

export interface ConnectionFlags {
  readonly url?: string;
  readonly token?: string;
}

/** What a running server leaves in its data directory. */
export interface ServerRecord {
  readonly url: string;
  readonly pid: number;
  readonly startedAt: number;
  /** The repository that the demo Project works on. */
  readonly workspace: string;
}

export const dataDirectory = (env: NodeJS.ProcessEnv, cwd: string): string =>
  resolve(cwd, env['WORKROOM_DATA_DIR'] || '.workroom');

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
};

/** The record of a server that is alive; null when there is none, or its process is gone. */
export function runningServer(dataDir: string): ServerRecord | null {
  const text = read(join(dataDir, 'server.json'));
  if (!text) return null;
  try {
    const record = JSON.parse(text) as ServerRecord;
    process.kill(record.pid, 0);
    return record;
  } catch {
    return null;
  }
}

/** null: nothing was named and no server runs on this data directory. */
export function findConnection(flags: ConnectionFlags, env: NodeJS.ProcessEnv, cwd: string): Connection | null {
  const dataDir = dataDirectory(env, cwd);
  const url = flags.url ?? env['WORKROOM_URL'] ?? runningServer(dataDir)?.url;
  if (!url) return null;
  const token = flags.token ?? env['WORKROOM_TOKEN'] ?? read(join(dataDir, 'bootstrap-token'));
  if (token) return { url: url.replace(/\/+$/, ''), token };
  throw new CliFailure(
    EXIT.usage,
    `No token for ${url}: give --token or set WORKROOM_TOKEN (a local server keeps its own in ${join(dataDir, 'bootstrap-token')}).`,
  );
}

export function needConnection(flags: ConnectionFlags, env: NodeJS.ProcessEnv, cwd: string): Connection {
  const connection = findConnection(flags, env, cwd);
  if (connection) return connection;
  throw new CliFailure(
    EXIT.error,
    `No server runs on ${dataDirectory(env, cwd)}. Start one with "workroom up" (npm start), or name one with --url and --token.`,
  );
}
