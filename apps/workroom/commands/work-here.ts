// `workroom work`: on the server that runs, or on one that is hosted here for the duration.
import { resolve } from 'node:path';
import { CliFailure, EXIT } from '../cli/exit.js';
import type { ExitCode } from '../cli/exit.js';
import type { Output } from '../cli/output.js';
import type { Surroundings } from '../cli/surroundings.js';
import { findConnection } from '../client/connection.js';
import type { ConnectionFlags } from '../client/connection.js';
import { WorkroomClient } from '../client/workroom-client.js';
import { work } from './work.js';

export interface WorkHereOptions extends ConnectionFlags {
  readonly project: string;
  readonly wait: boolean;
  readonly workspace?: string;
}

export async function workHere(text: string, options: WorkHereOptions, at: Surroundings, output: Output): Promise<ExitCode> {
  const { project: projectId, wait } = options;
  const workspace = options.workspace === undefined ? null : resolve(at.cwd, options.workspace);
  const connection = findConnection(options, at.env, at.cwd);
  if (connection) {
    const client = new WorkroomClient(connection);
    if (workspace) await sameWorkspace(client, workspace);
    return work(client, text, { projectId, wait }, output);
  }
  // Without --wait nobody would be there to do the work: a server that is hosted here always sees it through.
  return hosted(workspace, at, output, (client) => work(client, text, { projectId, wait: true }, output));
}

async function sameWorkspace(client: WorkroomClient, workspace: string): Promise<void> {
  const about = await client.about();
  if (resolve(about.workspace) === workspace) return;
  throw new CliFailure(
    EXIT.usage,
    `The server works on ${about.workspace}. To work on another repository give it a data directory of its own: WORKROOM_DATA_DIR=<folder> workroom work "…" --workspace ${workspace} --wait`,
  );
}

async function hosted(
  workspace: string | null,
  at: Surroundings,
  output: Output,
  use: (client: WorkroomClient) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { serve } = await import('../server.js');
  output.progress('No server runs here: hosting one for the duration.');
  const env = { ...at.env, WORKROOM_PORT: '0', ...(workspace ? { WORKROOM_WORKSPACE: workspace } : {}) };
  const server = await serve({ env, cwd: at.cwd });
  const interrupted = new Promise<ExitCode>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done(EXIT.interrupted));
  });
  try {
    return await Promise.race([use(new WorkroomClient(server)), interrupted]);
  } finally {
    await server.stop();
  }
}
