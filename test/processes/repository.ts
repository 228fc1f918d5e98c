// A small git repository of its own for a test, with files that an audit has something to say about.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Sample\n\nA small library.\n',
  LICENSE: 'MIT License\n\nCopyright (c) Sample\n',
  'package.json': `${JSON.stringify({ name: 'sample', version: '1.0.0', scripts: { test: 'node test.js' }, dependencies: { leftpad: '1.0.0' } }, null, 2)}\n`,
  'src/index.js': '// TODO: handle empty input\nexport const twice = (value) => value * 2;\n',
  'src/odd name.js': 'export const odd = true;\n',
  'test.js': "console.log('1 passed, 0 failed');\n",
};

export interface TestRepository {
  readonly path: string;
  /** Digest over every file below the repository, its .git included. */
  fingerprint(): string;
  remove(): void;
}

export function testRepository(files: Readonly<Record<string, string>> = FILES): TestRepository {
  const path = mkdtempSync(join(tmpdir(), 'workroom-repository-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=Sample', '-c', 'user.email=sample@example.invalid', '-c', 'init.defaultBranch=main', ...args],
      { cwd: path, stdio: 'pipe' },
    );
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Sample');
  return { path, fingerprint: () => fingerprint(path), remove: () => rmSync(path, { recursive: true, force: true }) };
}

function fingerprint(root: string): string {
  const hash = createHash('sha256');
  const walk = (dir: string): void => {
    for (const name of readdirSync(dir).sort()) {
      const path = join(dir, name);
      const stat = lstatSync(path);
      hash.update(`${path.slice(root.length)} ${stat.mode} ${stat.mtimeMs}\n`);
      if (stat.isDirectory()) walk(path);
      else hash.update(stat.isSymbolicLink() ? readlinkSync(path) : readFileSync(path));
    }
  };
  walk(root);
  return hash.digest('hex');
}
