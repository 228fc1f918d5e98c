// Where every event of the folder lies: rebuilt at open, kept while the Journal is open. Bodies stay in the files.
import type { Operation, StreamHead } from '#domain/kernel';
import { ZERO_HASH } from '#contracts/codec';
import type { AdmissionView, EventPlace } from '../admission.js';
import type { RememberedOperation } from '../journal.js';
import type { Segment } from './segment.js';

export interface IndexedSegment {
  readonly name: string;
  readonly firstRevision: number;
  readonly globalPosition: number;
  readonly count: number;
  readonly head: StreamHead;
}

const operationKey = (streamId: string, kind: string, key: string): string => `${streamId} ${kind} ${key}`;

/** The index of the last element whose `key` is at most `limit`; -1 when none is. */
function lastAtMost<Item>(items: readonly Item[], key: (item: Item) => number, limit: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(items[middle]!) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export class SegmentIndex implements AdmissionView {
  readonly #byPosition: IndexedSegment[] = [];
  readonly #byStream = new Map<string, IndexedSegment[]>();
  readonly #places = new Map<string, EventPlace>();
  readonly #operations = new Map<string, RememberedOperation>();
  broken: ReadonlyMap<string, number> = new Map();

  /** Segments come in the order of their positions. */
  add(name: string, { rows, operation }: Segment): void {
    const [first] = rows;
    const last = rows.at(-1)!;
    const { streamId, revision: firstRevision, globalPosition } = first!;
    const head = { revision: last.revision, hash: last.hash };
    const segment = { name, firstRevision, globalPosition, count: rows.length, head };
    this.#byPosition.push(segment);
    const stream = this.#byStream.get(streamId);
    if (stream) stream.push(segment);
    else this.#byStream.set(streamId, [segment]);
    for (const { eventId, revision, globalPosition: position } of rows) {
      this.#places.set(eventId, { streamId, revision, globalPosition: position });
    }
    if (!operation) return;
    const eventIds = rows.map(({ eventId }) => eventId);
    const receipt = { outcome: 'committed', streamId, revision: last.revision, eventIds, position: last.globalPosition } as const;
    this.#operations.set(operationKey(streamId, operation.kind, operation.key), { operation, receipt });
  }

  get position(): number {
    const last = this.#byPosition.at(-1);
    return last ? last.globalPosition + last.count - 1 : 0;
  }

  head(streamId: string) {
    const head = this.#byStream.get(streamId)?.at(-1)?.head ?? { revision: -1, hash: ZERO_HASH };
    return { ...head, brokenAt: this.broken.get(streamId) ?? null };
  }

  place(eventId: string): EventPlace | undefined {
    return this.#places.get(eventId);
  }

  operation(streamId: string, kind: Operation['kind'], key: string): RememberedOperation | undefined {
    return this.#operations.get(operationKey(streamId, kind, key));
  }

  streams(prefix: string): readonly string[] {
    return [...this.#byStream.keys()].filter((streamId) => streamId.startsWith(prefix)).toSorted();
  }

  /** The segment after `seen` others, among those that may hold events with a greater position. */
  after(position: number, seen: number): IndexedSegment | undefined {
    return this.#byPosition[
      Math.max(
        lastAtMost(this.#byPosition, (segment) => segment.globalPosition, position + 1),
        0,
      ) + seen
    ];
  }

  /** The segments of a stream from the one that holds `revision` on, or backwards from it. */
  ofStream(streamId: string, revision: number, backwards: boolean): readonly IndexedSegment[] {
    const segments = this.#byStream.get(streamId) ?? [];
    const at = lastAtMost(segments, (segment) => segment.firstRevision, revision);
    return backwards ? segments.slice(0, at + 1).toReversed() : segments.slice(Math.max(at, 0));
  }
}
