// Writes the generated pages of docs/ anew: the test that compares them with the code also writes them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', 'test/docs'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, WORKROOM_WRITE_DOCS: '1' } },
);
process.exit(status ?? 1);
