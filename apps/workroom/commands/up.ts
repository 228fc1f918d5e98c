// `workroom up` (npm start): serves until it is told to stop.
import { resolve } from 'node:path';
import { EXIT } from '../cli/exit.js';
import type { ExitCode } from '../cli/exit.js';
import type { Surroundings } from '../cli/surroundings.js';
import { serve } from '../server.js';

export async function up(at: Surroundings, { workspace }: { workspace?: string }): Promise<ExitCode> {
  const env = workspace === undefined ? at.env : { ...at.env, WORKROOM_WORKSPACE: resolve(at.cwd, workspace) };
  const server = await serve({ env, cwd: at.cwd });
  process.stdout.write(
    [
      '',
      `  Workroom serves on ${server.url} for ${server.workspace}`,
      `  Console:  ${server.url}/console/#token=${server.token}`,
      `  Data:     ${server.dataDir}`,
      `  Model:    ${server.model}`,
      '',
      '  Write /work audit this repository in the Sandbox, or: npm run -s workroom -- work "audit this repository" --wait',
      '',
    ].join('\n'),
  );
  const asked = new Promise<'asked'>((done) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => done('asked'));
  });
  const why = await Promise.race([asked, server.broken.then(() => 'broken' as const)]);
  process.stderr.write(
    why === 'asked' ? 'Stopping …\n' : 'Stopping after a defect; start again, nothing that was recorded is lost.\n',
  );
  await server.stop();
  return why === 'asked' ? EXIT.ok : EXIT.error;
}
