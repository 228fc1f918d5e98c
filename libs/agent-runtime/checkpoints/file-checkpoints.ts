// A cache in a folder, one file a run, replaced as a whole; the folder may be emptied at any time.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '#domain/kernel';
import type { CheckpointCache } from '../ports.js';

export function fileCheckpoints(folder: string): CheckpointCache {
  const pathOf = (key: string): string => join(folder, `${sha256Hex(key).slice(0, 40)}.json`);
  return {
    load: (key) => readFile(pathOf(key), 'utf8').catch(() => null),
    async store(key, state) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = pathOf(key);
      await writeFile(`${path}.new`, state, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
