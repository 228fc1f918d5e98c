// Working sets in memory.
import { compareIds } from '#domain/kernel';
import { WorkingSet } from '../working-set.js';
import type { KeptSet, OpenStream, SetChange } from '../working-set.js';

interface Kept {
  position: number;
  readonly streams: Map<string, OpenStream>;
}

export class MemoryWorkingSet extends WorkingSet {
  readonly #sets = new Map<string, Kept>();

  async load(reader: string): Promise<KeptSet> {
    const kept = this.#sets.get(reader);
    const streams = [...(kept?.streams.values() ?? [])].toSorted((a, b) => compareIds(a.streamId, b.streamId));
    return { position: kept?.position ?? 0, streams };
  }

  async save(reader: string, { position, open, closed }: SetChange): Promise<void> {
    const kept: Kept = this.#sets.get(reader) ?? { position: 0, streams: new Map() };
    if (position < kept.position) return;
    this.#sets.set(reader, kept);
    kept.position = position;
    for (const stream of open) kept.streams.set(stream.streamId, stream);
    for (const streamId of closed) kept.streams.delete(streamId);
  }

  async forget(reader: string): Promise<void> {
    this.#sets.delete(reader);
  }
}
