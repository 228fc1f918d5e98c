// Finds the server and its token: flags, then environment, then the data directory of a server that runs here.
import { join, resolve } from 'node:path';
import { findBootstrapToken, findServer } from '#platform/process';
import { CliFailure, EXIT } from '../cli/exit.js';
import type { Connection } from './workroom-client.js';

export interface ConnectionFlags {
  readonly url?: string;
  readonly token?: string;
}

export const dataDirectory = (env: NodeJS.ProcessEnv, cwd: string): string =>
  resolve(cwd, env['WORKROOM_DATA_DIR'] || '.workroom');

/** null: nothing was named and no server runs on this data directory. */
export function findConnection(flags: ConnectionFlags, env: NodeJS.ProcessEnv, cwd: string): Connection | null {
  const dataDir = dataDirectory(env, cwd);
  const url = flags.url ?? env['WORKROOM_URL'] ?? findServer(dataDir)?.url;
  if (!url) return null;
  const token = flags.token ?? env['WORKROOM_TOKEN'] ?? findBootstrapToken(dataDir);
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
