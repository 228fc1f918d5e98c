// The fast loop: types, lint, format, boundaries, canaries, unit tests. Runs all, tells what failed, exits 1 if anything did.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const steps = ['typecheck', 'lint', 'format:check', 'boundaries', 'canaries', 'test:unit'];
const failed = [];
for (const step of steps) {
  const started = Date.now();
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', step], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${step} (${seconds} s)\n`);
  if (status === 0) {
    if (step === 'canaries' || step === 'test:unit')
      process.stdout.write(
        `     ${
          `${stdout}${stderr}`
            .trim()
            .split('\n')
            .findLast((line) => /\d+ passed/.test(line)) ?? ''
        }\n`,
      );
    continue;
  }
  failed.push(step);
  process.stdout.write(`${stdout}${stderr}`);
}
if (failed.length) {
  process.stdout.write(`failed: ${failed.join(', ')}\n`);
  process.exit(1);
}
