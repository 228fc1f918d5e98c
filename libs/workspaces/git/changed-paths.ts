// The difference of two commits as a manifest whose hashes are over the contents themselves.
import { createHash } from 'node:crypto';
import { compareIds } from '#domain/kernel';
import type { ChangedPath } from '../change-set.js';
import type { Mirror } from './mirror.js';

/** Fields of `:oldmode newmode oldid newid status`, then the path, each ended by NUL. */
export async function readChanges(mirror: Mirror, from: string, to: string): Promise<readonly ChangedPath[]> {
  const out = await mirror.run(['diff-tree', '-r', '-z', '--raw', '--no-renames', '--abbrev=64', from, to]);
  const fields = out.toString('utf8').split('\0');
  const changes: ChangedPath[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode, , objectId, status] = (fields[at] ?? '').split(' ');
    const path = fields[at + 1] ?? '';
    if (status === 'D') changes.push({ path, change: 'deleted', mode: null, contentHash: null });
    else if (mode !== undefined && objectId !== undefined) {
      const content = await mirror.objects.read(objectId);
      const contentHash = `sha256:${createHash('sha256').update(content).digest('hex')}`;
      changes.push({ path, change: status === 'A' ? 'added' : 'modified', mode, contentHash });
    }
  }
  return changes.sort((a, b) => compareIds(a.path, b.path));
}
