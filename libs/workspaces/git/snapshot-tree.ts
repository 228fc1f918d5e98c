// A revision as files: read from the mirror's objects, so that no link and no path can lead anywhere else.
import { compareIds, Rejection } from '#domain/kernel';
import type { FileEntry, FileTree, ReadRange } from '../file-tree.js';
import type { Mirror } from './mirror.js';
import { isPrivatePath, relativePath } from './relative-path.js';

interface Stored {
  readonly entry: FileEntry;
  readonly objectId: string;
}

/** `mode type oid size\tpath`, as `ls-tree -r -l -z` prints it. */
function readEntry(line: string): Stored | null {
  const tab = line.indexOf('\t');
  const [mode, , objectId, size] = line.slice(0, tab).split(/ +/);
  const path = line.slice(tab + 1);
  if (mode === undefined || objectId === undefined || isPrivatePath(path)) return null;
  const kind = mode === '120000' ? 'symlink' : mode === '160000' ? 'submodule' : 'file';
  return {
    objectId,
    entry: { path, kind, executable: mode === '100755', size: kind === 'submodule' ? 0 : Number(size) },
  };
}

export class SnapshotTree implements FileTree {
  private stored: Promise<ReadonlyMap<string, Stored>> | null = null;

  constructor(
    private readonly mirror: Mirror,
    readonly revision: string,
  ) {}

  async list(signal?: AbortSignal): Promise<readonly FileEntry[]> {
    const stored = await this.entries();
    signal?.throwIfAborted();
    return [...stored.values()].map(({ entry }) => entry);
  }

  async read(path: string, range?: ReadRange): Promise<Uint8Array> {
    const clean = relativePath(path);
    const stored = (await this.entries()).get(clean);
    if (stored?.entry.kind === 'file') return this.mirror.objects.read(stored.objectId, range);
    if (stored) throw new Rejection('NOT_A_FILE', `${clean} is a ${stored.entry.kind}; only files can be read.`, { path: clean });
    throw new Rejection('FILE_NOT_FOUND', `There is no file ${clean} at ${this.revision}.`, { path: clean });
  }

  private entries(): Promise<ReadonlyMap<string, Stored>> {
    this.stored ??= this.load().catch((error: unknown) => {
      this.stored = null;
      throw error;
    });
    return this.stored;
  }

  private async load(): Promise<ReadonlyMap<string, Stored>> {
    const out = await this.mirror.run(['ls-tree', '-r', '-l', '-z', '--full-tree', this.revision]);
    const stored = out
      .toString('utf8')
      .split('\0')
      .flatMap((line) => (line === '' ? [] : (readEntry(line) ?? [])))
      .sort((a, b) => compareIds(a.entry.path, b.entry.path));
    return new Map(stored.map((each) => [each.entry.path, each]));
  }
}
