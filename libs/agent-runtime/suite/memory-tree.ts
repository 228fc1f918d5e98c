// A tree of files in memory, for tests of what reads one.
import { compareIds, Rejection } from '#domain/kernel';
import type { FileTree } from '../ports.js';

export function memoryTree(files: Readonly<Record<string, string | Buffer>>): FileTree {
  const content = (path: string) => Buffer.from(files[path] ?? '');
  return {
    revision: '1'.repeat(40),
    list: () =>
      Promise.resolve(
        Object.keys(files)
          .sort(compareIds)
          .map((path) => ({ path, kind: 'file' as const, executable: false, size: content(path).length })),
      ),
    read(path, range = {}) {
      if (path.startsWith('..')) return Promise.reject(new Rejection('WORKSPACE_ESCAPE', `${path} leads out of the workspace.`));
      if (!(path in files)) return Promise.reject(new Rejection('FILE_NOT_FOUND', `There is no file ${path}.`));
      const from = range.offset ?? 0;
      return Promise.resolve(content(path).subarray(from, range.length === undefined ? undefined : from + range.length));
    },
  };
}
