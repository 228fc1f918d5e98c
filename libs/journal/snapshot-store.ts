// The snapshot port: folded states kept as a cache. Deleting them all changes nothing but the time a first load takes.
import type { StreamHead } from '#domain/kernel';

export interface SnapshotKey {
  readonly streamId: string;
  readonly decider: string;
  readonly version: number;
}

export interface Snapshot extends SnapshotKey {
  /** The end of the stream as folded into the state. */
  readonly head: StreamHead;
  /** The largest recordedAt folded, epoch milliseconds. */
  readonly at: number;
  /** JSON. */
  readonly state: string;
}

/** One snapshot a stream and decider is kept: `save` replaces the one before, also of another version. Thrown: Unavailable. */
export abstract class SnapshotStore {
  /** undefined when there is none of that version. */
  abstract load(key: SnapshotKey): Promise<Snapshot | undefined>;
  abstract save(snapshot: Snapshot): Promise<void>;
  abstract dropAll(): Promise<void>;
  abstract close(): Promise<void>;
}
