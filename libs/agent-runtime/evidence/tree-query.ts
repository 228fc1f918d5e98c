// Questions to a tree of files and their whole answers: the same tree gives the same answer, byte for byte.
import picomatch from 'picomatch';
import type { FileEntry, FileTree } from '../ports.js';
import { matchLines } from './line-matches.js';
import type { LineMatch } from './line-matches.js';
import type { TreeQuery } from './evidence-record.js';

export interface FileCount {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

export type TreeAnswer =
  | { readonly kind: 'paths'; readonly entries: readonly FileEntry[] }
  | { readonly kind: 'matches'; readonly matches: readonly LineMatch[]; readonly complete: boolean }
  | { readonly kind: 'largest'; readonly entries: readonly { readonly path: string; readonly size: number }[] }
  | { readonly kind: 'extensions' | 'folders'; readonly counts: readonly FileCount[] };

/** Globs as git users know them: `*` stays in a folder, `**` does not, hidden files count. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  return picomatch([...globs], { dot: true, noextglob: true, nonegate: true, flags: 's' });
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

const folderOf = (path: string): string => path.slice(0, Math.max(path.indexOf('/'), 0));

/** Most files first, then by name. */
function countBy(entries: readonly FileEntry[], nameOf: (path: string) => string): readonly FileCount[] {
  const counts = new Map<string, { files: number; bytes: number }>();
  for (const { path, size, kind } of entries) {
    if (kind !== 'file') continue;
    const name = nameOf(path);
    const count = counts.get(name) ?? { files: 0, bytes: 0 };
    counts.set(name, { files: count.files + 1, bytes: count.bytes + size });
  }
  return [...counts].map(([name, count]) => ({ name, ...count })).sort((a, b) => b.files - a.files || (a.name < b.name ? -1 : 1));
}

/** Throws what the tree throws; Rejection PATTERN_INVALID or PATTERN_TOO_SLOW for an expression. */
export async function askTree(tree: FileTree, query: TreeQuery, signal?: AbortSignal): Promise<TreeAnswer> {
  const entries = await tree.list(signal);
  switch (query.kind) {
    case 'paths': {
      const matches = globMatcher(query.globs);
      return { kind: 'paths', entries: entries.filter(({ path }) => matches(path)) };
    }
    case 'matches': {
      const inGlobs = globMatcher(query.globs);
      const files = entries.filter(({ path, kind }) => kind === 'file' && inGlobs(path));
      return { kind: 'matches', ...(await matchLines(tree, files, query, signal)) };
    }
    case 'largest': {
      const files = entries.filter(({ kind }) => kind === 'file').sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1));
      return { kind: 'largest', entries: files.slice(0, query.limit).map(({ path, size }) => ({ path, size })) };
    }
    case 'extensions':
      return { kind: 'extensions', counts: countBy(entries, extensionOf) };
    case 'folders':
      return { kind: 'folders', counts: countBy(entries, folderOf) };
  }
}
