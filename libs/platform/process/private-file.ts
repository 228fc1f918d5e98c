// Files that only their owner may read (0600), written whole or not at all.
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { v7 } from 'uuid';

/** Makes the directory (0700) with its parents, or tightens one that is there. Files made afterwards by this process are 0600. */
export function openDataDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return;
  process.umask(0o077);
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
}

/** Replaces the file at once: a reader sees the old text or the new one. */
export function writePrivate(path: string, text: string): void {
  const temporary = writeBeside(path, text);
  renameSync(temporary, path);
}

/** The text that stands there, else `make()`, stored: of two makers at once one text stands. */
export function readOrCreatePrivate(path: string, make: () => string): { readonly text: string; readonly created: boolean } {
  const known = readPrivate(path);
  if (known !== undefined) return { text: known, created: false };
  const temporary = writeBeside(path, make());
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { text: readFileSync(path, 'utf8'), created: false };
  } finally {
    rmSync(temporary, { force: true });
  }
  return { text: readFileSync(path, 'utf8'), created: true };
}

export function readPrivate(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function writeBeside(path: string, text: string): string {
  const temporary = `${path}.${v7()}.tmp`;
  const handle = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return temporary;
}
