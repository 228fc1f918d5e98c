// Builds apps and libs to dist with swc (one output file a source file) and the Console with Vite. Types are the check's business.
import { transform } from '@swc/core';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { spawnSync } from 'node:child_process';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const started = Date.now();
const options = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: true,
  swcrc: false,
};

/** Files below `dir`, without specs, suites, test helpers and the Console (Vite builds that one). */
function sources(dir) {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    const from = relative(root, path);
    if (from === 'apps/console' || from === 'libs/testing' || entry.name === 'suite') return [];
    if (entry.isDirectory()) return sources(path);
    return /\.(spec|suite)\.tsx?$/.test(entry.name) || entry.name === 'tsconfig.json' ? [] : [path];
  });
}

const wanted = new Set();
let compiled = 0;
for (const path of [...sources(join(root, 'apps')), ...sources(join(root, 'libs'))]) {
  const target = join(dist, relative(root, path).replace(/\.ts$/, '.js'));
  wanted.add(target);
  if (existsSync(target) && statSync(target).mtimeMs > statSync(path).mtimeMs) continue;
  mkdirSync(dirname(target), { recursive: true });
  if (path.endsWith('.ts')) {
    const { code, map } = await transform(readFileSync(path, 'utf8'), {
      ...options,
      filename: path,
      sourceFileName: relative(dirname(target), path),
    });
    const name = relative(dirname(target), target);
    writeFileSync(target, `${code}\n//# sourceMappingURL=${name}.map\n`);
    writeFileSync(`${target}.map`, map);
  } else copyFileSync(path, target);
  compiled += 1;
}
// What no source stands behind any more goes.
for (const part of ['apps', 'libs']) {
  if (!existsSync(join(dist, part))) continue;
  for (const entry of readdirSync(join(dist, part), { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && !path.startsWith(join(dist, 'apps/console')) && !wanted.has(path.replace(/\.map$/, ''))) rmSync(path);
  }
}
if (existsSync(join(root, 'apps/console/index.html'))) {
  const page = join(dist, 'apps/console/index.html');
  const newest = Math.max(
    ...['apps/console', 'libs/contracts/http'].flatMap((dir) =>
      readdirSync(join(root, dir), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs),
    ),
  );
  if (!existsSync(page) || statSync(page).mtimeMs < newest) {
    const vite = spawnSync(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--config', 'apps/console/vite.config.ts', '--logLevel', 'warn'],
      {
        cwd: root,
        stdio: ['ignore', 2, 2],
      },
    );
    if (vite.status !== 0) process.exit(vite.status ?? 1);
  }
}
mkdirSync(dist, { recursive: true });
writeFileSync(join(dist, '.built'), '');
process.stderr.write(`Built ${compiled} files in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
