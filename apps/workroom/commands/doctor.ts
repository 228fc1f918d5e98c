// `workroom doctor`: what this machine and configuration give, what is missing, and the line that mends it.
import { effectiveValues, readSettings } from '#platform/config';
import { findServer } from '#platform/process';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../cli/exit.js';
import type { ExitCode } from '../cli/exit.js';
import { table } from '../cli/output.js';
import type { Output } from '../cli/output.js';
import { modelSettings } from '../embedded/model-settings.js';
import type { ModelSettings } from '../embedded/model-settings.js';

export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly detail: string;
}

export function doctor(env: NodeJS.ProcessEnv, cwd: string, output: Output): ExitCode {
  const settings = readSettings({ cwd, env });
  const findings: readonly Finding[] = [
    node(),
    git(settings.workspace),
    sandbox(),
    model(modelSettings(settings, env)),
    storage(settings.storage.kind),
    rootKey(settings.dataDir),
    server(settings.dataDir),
    ...settings.warnings.map((detail): Finding => ({ name: 'configuration', state: 'note', detail })),
  ];
  const values = effectiveValues(settings, env);
  output.result({ findings, effective: values }, () => [
    ...table(
      ['CHECK', 'STATE', 'DETAIL'],
      findings.map(({ name, state, detail }) => [name, state, detail]),
    ),
    '',
    'Effective configuration that differs from the defaults:',
    ...values
      .filter(({ from }) => from !== 'default')
      .map(({ key, value, from }) => `  ${key} = ${JSON.stringify(value)}  (${from})`),
  ]);
  return findings.some(({ state }) => state === 'problem') ? EXIT.error : EXIT.ok;
}

const node = (): Finding => ({ name: 'node', state: 'ok', detail: process.version });

function git(workspace: string): Finding {
  const { status, stdout } = spawnSync('git', ['-C', workspace, 'rev-parse', '--verify', '--quiet', 'HEAD'], {
    encoding: 'utf8',
  });
  if (status === 0) return { name: 'workspace', state: 'ok', detail: `${workspace} at ${stdout.trim().slice(0, 12)}` };
  return {
    name: 'workspace',
    state: 'problem',
    detail: `${workspace} is no git repository with a commit; set WORKROOM_WORKSPACE to one, or commit first.`,
  };
}

function sandbox(): Finding {
  const works =
    spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', '--die-with-parent', 'true'], { stdio: 'ignore' }).status === 0;
  if (works)
    return { name: 'sandbox', state: 'ok', detail: 'bubblewrap works; agents may run allowed commands in their worktree.' };
  return {
    name: 'sandbox',
    state: 'note',
    detail: 'no bubblewrap here: agents run no commands, and reports say so. Install the package "bubblewrap" to change that.',
  };
}

/** As the server itself would choose. */
function model({ planner, line }: ModelSettings): Finding {
  return { name: 'model', state: planner === null ? 'note' : 'ok', detail: line };
}

const STORES: Readonly<Record<'sqlite' | 'postgres' | 'files', string>> = {
  sqlite: 'SQLite (WAL, synchronous FULL) in the data directory.',
  postgres: 'PostgreSQL as its operator configured it; nothing below synchronous_commit = on keeps what was acknowledged.',
  files: 'files (ai.sessions.useDatabase is false).',
};
const storage = (kind: keyof typeof STORES): Finding => ({ name: 'storage', state: 'ok', detail: STORES[kind] });

function rootKey(dataDir: string): Finding {
  const path = join(dataDir, 'workroom-data-governance-root-key.json');
  try {
    const mode = statSync(path).mode & 0o777;
    if (mode === 0o600)
      return {
        name: 'root key',
        state: 'ok',
        detail: `${path}; keep it in encrypted backups: without it no text can be read again.`,
      };
    return { name: 'root key', state: 'problem', detail: `${path} has mode ${mode.toString(8)}: run chmod 600 on it.` };
  } catch {
    return { name: 'root key', state: 'note', detail: `none yet; the first start makes it in ${dataDir}.` };
  }
}

function server(dataDir: string): Finding {
  const record = findServer(dataDir);
  if (record) return { name: 'server', state: 'ok', detail: `${record.url} (pid ${record.pid})` };
  return { name: 'server', state: 'note', detail: `none runs on ${dataDir}; "workroom up" starts one.` };
}
