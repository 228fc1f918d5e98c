// Real git repositories for tests, made of a table of files, each in a temporary folder of its own.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type SampleFile = string | Buffer | { readonly link: string } | { readonly script: string };

export interface SampleRepository {
  readonly path: string;
  /** null without a commit. */
  readonly revision: string | null;
  git(...args: string[]): string;
  remove(): void;
}

const ENVIRONMENT = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};

export const temporaryFolder = (name: string): string => mkdtempSync(join(tmpdir(), `workroom-${name}-`));

export function writeFiles(root: string, files: Readonly<Record<string, SampleFile>>): void {
  for (const [path, content] of Object.entries(files)) {
    const full = join(root, path);
    mkdirSync(dirname(full), { recursive: true });
    if (typeof content === 'string' || Buffer.isBuffer(content)) writeFileSync(full, content);
    else if ('link' in content) symlinkSync(content.link, full);
    else {
      writeFileSync(full, content.script);
      chmodSync(full, 0o755);
    }
  }
}

/** A repository with one commit of these files; without files it has no commit. */
export function sampleRepository(files: Readonly<Record<string, SampleFile>>): SampleRepository {
  const path = temporaryFolder('sample');
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: path, env: ENVIRONMENT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  git('init', '--quiet', '-b', 'main');
  writeFiles(path, files);
  if (Object.keys(files).length > 0) {
    git('add', '--all', '--force');
    git('commit', '--quiet', '-m', 'Start');
  }
  return {
    path,
    revision: Object.keys(files).length > 0 ? git('rev-parse', 'HEAD') : null,
    git,
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** One digest over every name, mode, time of change and byte below a folder, git's own files included. */
export function folderDigest(root: string): string {
  const hash = createHash('sha256');
  const walk = (folder: string, prefix: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const full = join(folder, name);
      const found = lstatSync(full);
      hash.update(`${prefix}${name}\0${found.mode}\0${found.mtimeMs}\0`);
      if (found.isDirectory()) walk(full, `${prefix}${name}/`);
      else if (found.isSymbolicLink()) hash.update(readlinkSync(full));
      else hash.update(readFileSync(full));
    }
  };
  walk(root, '');
  return hash.digest('hex');
}
