// `npm run mutation`: the whole folder anew, and docs/mutation.md with it. `npm run mutation -- <file or folder>…`: only what changed there.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutationPage } from './mutation-page.mjs';

const root = join(import.meta.dirname, '..', '..');
const narrowed = process.argv.slice(2).map((path) => path.replace(/\/$/, ''));
const patterns = narrowed.map((path) => (statSync(join(root, path)).isDirectory() ? `${path}/**/*.ts` : path));
const scope = narrowed.length ? ['--mutate', [...patterns, '!libs/domain/run/**/*.spec.ts'].join(',')] : ['--force'];
const made = join(root, 'reports/mutation/mutation.json');
// A run that breaks off must not have its page written from the report of an older one.
rmSync(made, { force: true });
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'tools/mutation/stryker.config.mjs', ...scope],
  { cwd: root, stdio: 'inherit' },
);
if (!narrowed.length && existsSync(made)) {
  const report = JSON.parse(readFileSync(made, 'utf8'));
  const reasons = JSON.parse(readFileSync(join(import.meta.dirname, 'reasons.json'), 'utf8'));
  writeFileSync(join(root, 'docs', 'mutation.md'), mutationPage(report, reasons, new Date().toISOString().slice(0, 10)));
}
process.exit(status ?? 1);
