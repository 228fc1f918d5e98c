// Where a source repository lies, found without writing anything to it.
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Rejection } from '#domain/kernel';
import type { RepositorySource } from '../workspace-provider.js';
import { GitFailure } from './git-command.js';
import type { Git } from './git-command.js';

export interface LocatedSource {
  /** What git fetches from: an absolute path or a URL. */
  readonly remote: string;
  /** Name of the mirror's folder. */
  readonly mirrorName: string;
  readonly objectFormat: string;
  readonly local: boolean;
}

const located = (remote: string, objectFormat: string, local: boolean): LocatedSource => ({
  remote,
  mirrorName: `${createHash('sha256').update(remote).digest('hex').slice(0, 32)}.git`,
  objectFormat,
  local,
});

/** Throws Rejection WORKSPACE_MISSING where there is no git repository. */
export async function locateSource(git: Git, source: RepositorySource): Promise<LocatedSource> {
  if ('url' in source) {
    if (/^(https|ssh):\/\/[^\s]+$/.test(source.url)) return located(source.url, 'sha1', false);
    throw new Rejection('WORKSPACE_MISSING', 'The workspace url is neither https:// nor ssh://; correct it in the Project.');
  }
  const path = resolve(source.path);
  const missing = (why: string, cause?: unknown) =>
    new Rejection(
      'WORKSPACE_MISSING',
      `${path} ${why}; name a git repository with WORKROOM_WORKSPACE or --workspace.`,
      { path },
      { cause },
    );
  const found = await stat(path).catch(() => null);
  if (!found) throw missing('does not exist');
  if (!found.isDirectory()) throw missing('is not a folder');
  try {
    const inside = await git.text(['rev-parse', '--is-bare-repository', '--is-inside-git-dir'], { cwd: path });
    const place = inside.split('\n').includes('true') ? '--absolute-git-dir' : '--show-toplevel';
    const lines = (await git.text(['rev-parse', '--show-object-format', place], { cwd: path })).split('\n');
    return located(lines.slice(1).join('\n'), lines[0] ?? 'sha1', true);
  } catch (cause) {
    if (cause instanceof GitFailure) throw missing('is not a git repository', cause);
    throw cause;
  }
}
