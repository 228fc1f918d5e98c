// Follows the feed into one generation of a view, batch by batch, each in one transaction, until it is told to stop.
import { Unavailable } from '#domain/kernel';
import type { Feed, FeedBatch } from '#feed';
import type { Projection } from '../projection.js';
import type { ReadModelStore } from '../read-model-store.js';
import { changesOf, concerning, foldBatch } from './fold-batch.js';
import { RowCache } from './row-cache.js';

export interface FollowerPorts {
  readonly store: ReadModelStore;
  readonly feed: Feed;
  /** Resolves after so many milliseconds, at once when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** What a follower did with a batch; `live`: the feed has met the end of the Journal. */
export interface Followed {
  readonly position: number;
  readonly live: boolean;
  /** recordedAt of the newest event of the batch; null when it had none. */
  readonly recordedAt: number | null;
}

/** `stopped` by the signal or by `seen`; `gone`: the generation was dropped. */
export type FollowerEnd = 'stopped' | 'gone';

const ROWS_KEPT = 200;

export class GenerationFollower<Row> {
  readonly #ports: FollowerPorts;
  readonly #projection: Projection<Row>;
  readonly #generation: string;
  readonly #handles: ReadonlySet<string>;
  readonly #cache = new RowCache<Row>(ROWS_KEPT);
  #position = 0;

  constructor(ports: FollowerPorts, projection: Projection<Row>, generation: string) {
    this.#ports = ports;
    this.#projection = projection;
    this.#generation = generation;
    this.#handles = new Set(projection.handles);
  }

  /** `seen` is called after each batch; false ends it. A lost source is asked again; a defect of the projection is thrown. */
  async follow(signal: AbortSignal, seen: (batch: Followed) => Promise<boolean>): Promise<FollowerEnd> {
    for (;;) {
      try {
        const end = await this.#subscription(signal, seen);
        if (end) return end;
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        await this.#ports.pause(error.retryAfterMs, signal);
      }
      if (signal.aborted) return 'stopped';
    }
  }

  /** One subscription; undefined when it has to be made anew. */
  async #subscription(signal: AbortSignal, seen: (batch: Followed) => Promise<boolean>): Promise<FollowerEnd | undefined> {
    this.#cache.clear();
    const stored = await this.#stored();
    if (stored === undefined) return 'gone';
    this.#position = stored;
    for await (const batch of this.#ports.feed.subscribe({ after: stored, signal })) {
      const outcome = await this.#fold(batch);
      if (outcome === 'gone') return 'gone';
      if (outcome === 'behind') return undefined;
      const recordedAt = batch.events.at(-1)?.metadata.recordedAt ?? null;
      if (!(await seen({ position: this.#position, live: batch.live, recordedAt }))) return 'stopped';
    }
    return signal.aborted ? 'stopped' : undefined;
  }

  /** `behind`: somebody set the generation back, so the subscription has begun too late. */
  async #fold(batch: FeedBatch): Promise<'folded' | 'gone' | 'behind'> {
    while (batch.position > this.#position) {
      const after = this.#position;
      const events = concerning(this.#projection, this.#handles, batch.events, after);
      const next = foldBatch(this.#projection, await this.#rows(new Set(events.map(([key]) => key))), events);
      const changes = changesOf(this.#projection, next);
      const { name: view } = this.#projection;
      const outcome = await this.#ports.store.apply({
        view,
        generation: this.#generation,
        after,
        position: batch.position,
        changes,
      });
      if (outcome === 'gone') return 'gone';
      if (outcome === 'applied') {
        for (const [key, row] of next) this.#cache.put(key, row);
        this.#position = batch.position;
        return 'folded';
      }
      this.#cache.clear();
      const stored = await this.#stored();
      if (stored === undefined) return 'gone';
      if (stored < after) return 'behind';
      this.#position = stored;
    }
    return 'folded';
  }

  async #rows(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, Row>> {
    const rows = new Map<string, Row>();
    const missing: string[] = [];
    for (const key of keys) {
      const row = this.#cache.get(key);
      if (row === undefined) missing.push(key);
      else rows.set(key, row);
    }
    if (missing.length) {
      const stored = await this.#ports.store.rows(this.#projection.name, this.#generation, missing);
      for (const [key, row] of stored) rows.set(key, row as Row);
    }
    return rows;
  }

  #stored(): Promise<number | undefined> {
    return this.#ports.store.position(this.#projection.name, this.#generation);
  }
}
