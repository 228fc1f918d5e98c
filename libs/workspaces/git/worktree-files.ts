// A worktree as files: what git versions there, and what is new and not ignored.
import { lstat } from 'node:fs/promises';
import { compareIds } from '#domain/kernel';
import type { FileEntry, FileTree, ReadRange } from '../file-tree.js';
import { openContained } from './contained-file.js';
import { isPrivatePath } from './relative-path.js';
import type { Worktree } from './worktree.js';

const BATCH = 64;

const fullName = (root: string, name: Buffer): Buffer => Buffer.concat([Buffer.from(`${root}/`), name]);

async function entryOf(root: string, name: Buffer): Promise<FileEntry | null> {
  const found = await lstat(fullName(root, name)).catch(() => null);
  if (!found || !(found.isFile() || found.isSymbolicLink())) return null;
  return {
    path: name.toString('utf8'),
    kind: found.isSymbolicLink() ? 'symlink' : 'file',
    executable: found.isFile() && (found.mode & 0o100) !== 0,
    size: found.size,
  };
}

export class WorktreeFiles implements FileTree {
  constructor(
    private readonly worktree: Worktree,
    readonly revision: string,
  ) {}

  async list(signal?: AbortSignal): Promise<readonly FileEntry[]> {
    const { paths, submodules } = await this.worktree.paths(signal);
    const files = paths.filter((name) => !isPrivatePath(name.toString('utf8')));
    const entries: FileEntry[] = submodules.map((name) => ({
      ...{ path: name.toString('utf8'), kind: 'submodule', executable: false, size: 0 },
    }));
    for (let at = 0; at < files.length; at += BATCH) {
      const some = await Promise.all(files.slice(at, at + BATCH).map((name) => entryOf(this.worktree.root, name)));
      entries.push(...some.filter((entry) => entry !== null));
      signal?.throwIfAborted();
    }
    return entries.sort((a, b) => compareIds(a.path, b.path));
  }

  async read(path: string, range: ReadRange = {}): Promise<Uint8Array> {
    const handle = await openContained(this.worktree.root, await this.nameOf(path));
    try {
      const { size } = await handle.stat();
      const from = Math.min(range.offset ?? 0, size);
      const length = Math.min(range.length ?? size - from, size - from);
      const buffer = Buffer.alloc(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await handle.read(buffer, filled, length - filled, from + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    } finally {
      await handle.close();
    }
  }

  /** A path that stands for other bytes is looked up: it was listed with U+FFFD in their place. */
  private async nameOf(path: string): Promise<string | Buffer> {
    if (!path.includes('\uFFFD')) return path;
    const { paths } = await this.worktree.paths();
    return paths.find((name) => name.toString('utf8') === path) ?? path;
  }
}
