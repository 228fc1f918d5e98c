// The Chromium that browser tests use, and the Console built for them. Without Chromium the tests are skipped with the reason;
// in CI they fail.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

export const chromiumPath = process.env['WORKROOM_TEST_CHROMIUM'] ?? '/usr/bin/chromium';

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `describe` with a browser, or a skipped test that says why there is none. */
export function describeInBrowser(name: string, body: () => void): void {
  if (existsSync(chromiumPath) || process.env['CI'] === 'true') return describe(name, body);
  describe(name, () => {
    it.skip(`needs Chromium: nothing at ${chromiumPath}; install it or set WORKROOM_TEST_CHROMIUM`, () => undefined);
  });
}

export async function launch(): Promise<Browser> {
  if (!existsSync(chromiumPath)) {
    throw new Error(`No Chromium at ${chromiumPath}: install the package chromium or set WORKROOM_TEST_CHROMIUM to one.`);
  }
  return chromium.launch({ executablePath: chromiumPath, args: ARGS });
}

const root = join(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules/.cache/console-test');

/** Builds the Console once for a state of its sources; answers the folder. */
export function buildConsole(): string {
  const dist = join(cache, sourceDigest());
  if (existsSync(join(dist, 'index.html'))) return dist;
  mkdirSync(cache, { recursive: true });
  const out = `${dist}.${process.pid}`;
  const built = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--config', 'apps/console/vite.config.ts', '--logLevel', 'error', '--outDir', out],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  if (built.status !== 0) throw new Error(`The Console does not build:\n${built.stdout}${built.stderr}`);
  for (const name of readdirSync(cache))
    if (!name.includes('.') && join(cache, name) !== dist) rmSync(join(cache, name), { recursive: true });
  try {
    renameSync(out, dist);
  } catch {
    // Another worker has built the same state meanwhile.
    rmSync(out, { recursive: true, force: true });
  }
  return dist;
}

function sourceDigest(): string {
  const hash = createHash('sha256');
  const files = readdirSync(join(root, 'apps/console'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$/.test(entry.name) && !entry.parentPath.endsWith('console/test'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const path of [...files, join(root, 'package-lock.json')]) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 24);
}
