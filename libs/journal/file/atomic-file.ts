// Files that are there whole or not at all, also after a power cut.
import { link, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

let serial = 0;

/** Names of files that a crash left half-written begin so. */
export const TEMPORARY = '.writing-';

async function writeTemporary(path: string, text: string): Promise<string> {
  serial += 1;
  const temporary = join(dirname(path), `${TEMPORARY}${process.pid}-${serial}-${basename(path)}`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  return temporary;
}

/** Names in a folder are durable once the folder itself is; systems that cannot sync a folder keep them in order. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Durable when it resolves. False when the name is taken: then nothing has changed. */
export async function createFile(path: string, text: string): Promise<boolean> {
  const temporary = await writeTemporary(path, text);
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(temporary);
  }
  await syncFolder(dirname(path));
  return true;
}

/** Durable when it resolves; readers see the old text or the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await rename(await writeTemporary(path, text), path);
  await syncFolder(dirname(path));
}
