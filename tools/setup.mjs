// Makes a fresh clone ready: dependencies when the lockfile is newer than what is installed, a build when a source is newer than dist.
// --deps stops after the dependencies; --quiet says nothing unless something has to be done.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const has = (flag) => process.argv.includes(flag);
const time = (path) => {
  try {
    return statSync(join(root, path)).mtimeMs;
  } catch {
    return 0;
  }
};
const newest = (dir) =>
  readdirSync(join(root, dir), { withFileTypes: true, recursive: true }).reduce((latest, entry) => {
    if (!entry.isFile()) return latest;
    return Math.max(latest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs);
  }, 0);
const run = (command, args, what) => {
  process.stderr.write(`${what}\n`);
  try {
    execFileSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  } catch (error) {
    process.stderr.write(
      `${what} failed (${command} ${args.join(' ')} ended with ${error.status ?? error.code}). Mend that and run the command again.\n`,
    );
    process.exit(1);
  }
};

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Workroom needs Node.js 20.19 or newer; this is ${process.version}. Install a newer one and run the command again.\n`,
  );
  process.exit(1);
}
const installed = Math.max(time('node_modules/.package-lock.json'), time('node_modules/.setup-done'));
if (installed < time('package-lock.json') || installed === 0) {
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'], 'Installing dependencies (about two minutes, once) …');
  execFileSync(process.execPath, ['-e', "require('node:fs').writeFileSync('node_modules/.setup-done','')"], { cwd: root });
}
if (has('--deps')) process.exit(0);
const built = time('dist/.built');
const sources = Math.max(newest('apps'), newest('libs'), time('package.json'), time('tools/build.mjs'));
if (built < sources) run(process.execPath, ['tools/build.mjs'], 'Building …');
else if (!has('--quiet')) process.stderr.write('Up to date.\n');
