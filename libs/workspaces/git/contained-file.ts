// Opens files below a root and nothing else: links are followed only while they stay inside, and what was opened is checked once
// more by the name that the system gives it.
import { constants } from 'node:fs';
import { lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Rejection } from '#domain/kernel';
import { escape, isPrivatePath, relativePath } from './relative-path.js';

const inside = (root: string, real: string): boolean => real === root || real.startsWith(root + sep);

const notFound = (path: string) => new Rejection('FILE_NOT_FOUND', `There is no file ${path} in the workspace.`, { path });

/** Where the nearest existing parent really lies: a missing file behind a link out is an escape, not a missing file. */
async function realParent(path: string): Promise<string> {
  for (let at = dirname(path); ; at = dirname(at)) {
    const real = await realpath(at).catch(() => null);
    if (real !== null || at === dirname(at)) return real ?? at;
  }
}

/** The real path, as bytes where the name is no UTF-8. */
async function resolveInside(root: string, clean: string, bytes: Buffer | null): Promise<string | Buffer> {
  const full = bytes === null ? join(root, clean) : Buffer.concat([Buffer.from(`${root}/`), bytes]);
  let found: string | Buffer;
  try {
    found = bytes === null ? await realpath(full) : await realpath(full, { encoding: 'buffer' });
  } catch (error) {
    const dangling = await lstat(full).catch(() => null);
    if (dangling?.isSymbolicLink() || !inside(root, await realParent(full.toString())))
      throw escape(clean, 'leads out of the workspace');
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) throw notFound(clean);
    throw escape(clean, 'cannot be resolved');
  }
  const real = found.toString();
  if (!inside(root, real)) throw escape(clean, 'leads out of the workspace');
  if (isPrivatePath(relative(root, real))) throw escape(clean, 'is private to git or to the runtime');
  return found;
}

/** Between resolving and opening a name may have been changed: the open file itself has to lie inside. */
async function checkOpened(handle: FileHandle, root: string, real: string | Buffer, clean: string): Promise<void> {
  const name = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => null);
  if (name !== null) {
    if (!inside(root, name)) throw escape(clean, 'leads out of the workspace');
    return;
  }
  const [opened, now] = [await handle.stat(), await stat(await realpath(real))];
  if (opened.ino !== now.ino || opened.dev !== now.dev) throw escape(clean, 'changed while it was opened');
}

/**
 * Opens a file for reading; the caller closes it. `root` is a real path. Throws Rejection WORKSPACE_ESCAPE, FILE_NOT_FOUND,
 * NOT_A_FILE.
 */
export async function openContained(root: string, name: string | Buffer): Promise<FileHandle> {
  const path = name.toString();
  const clean = relativePath(inside(root, path) ? relative(root, path) : path);
  const real = await resolveInside(root, clean, typeof name === 'string' ? null : name);
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ELOOP') throw escape(clean, 'changed while it was opened');
      throw error.code === 'ENOENT' ? notFound(clean) : error;
    },
  );
  try {
    await checkOpened(handle, root, real, clean);
    if (!(await handle.stat()).isFile()) throw new Rejection('NOT_A_FILE', `${clean} is not a file.`, { path: clean });
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
