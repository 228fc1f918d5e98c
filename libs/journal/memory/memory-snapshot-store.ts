// Snapshots in memory.
import { SnapshotStore } from '../snapshot-store.js';
import type { Snapshot, SnapshotKey } from '../snapshot-store.js';

const keyOf = ({ streamId, decider }: SnapshotKey): string => `${decider} ${streamId}`;

export class MemorySnapshotStore extends SnapshotStore {
  readonly #snapshots = new Map<string, Snapshot>();

  async load(key: SnapshotKey): Promise<Snapshot | undefined> {
    const snapshot = this.#snapshots.get(keyOf(key));
    return snapshot?.version === key.version ? snapshot : undefined;
  }

  async save(snapshot: Snapshot): Promise<void> {
    this.#snapshots.set(keyOf(snapshot), snapshot);
  }

  async dropAll(): Promise<void> {
    this.#snapshots.clear();
  }

  async close(): Promise<void> {}
}
