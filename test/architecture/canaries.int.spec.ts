// The dependency rule holds, and each of its checks fires on a planted violation.
import { spawnSync } from 'node:child_process';

it('every rule of the house fires on its canary, and the house itself is clean', () => {
  const { status, stdout } = spawnSync(process.execPath, ['test/architecture/canaries.mjs'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  expect({ status, said: stdout.trim() }).toEqual({ status: 0, said: expect.stringMatching(/^\d+ passed, 0 failed$/) });
}, 300_000);
