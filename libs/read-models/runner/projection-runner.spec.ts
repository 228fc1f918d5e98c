import { Unavailable } from '#domain/kernel';
import type { StoredEvent } from '#contracts/codec';
import { Feed } from '#feed';
import type { FeedBatch } from '#feed';
import type { Projection } from '../projection.js';
import { MemoryReadModelStore } from '../stores/memory/index.js';
import { ProjectionRunner } from './projection-runner.js';
import type { RunnerPorts } from './projection-runner.js';
import { reached } from './reached.js';

const event = (globalPosition: number, type: string, streamId: string, recordedAt = 1000): StoredEvent => ({
  envelopeVersion: 3,
  eventId: `event-${globalPosition}`,
  streamId,
  revision: 0,
  type,
  schemaVersion: 1,
  data: {},
  metadata: {
    recordedAt,
    actor: { principalId: 'system:clock', kind: 'system', role: 'clock' },
    commandId: `command-${globalPosition}`,
    correlationId: null,
    causationId: null,
    projectId: 'demo',
    traceparent: null,
  },
  prevHash: '0'.repeat(64),
  hash: '0'.repeat(64),
  globalPosition,
});

/** A feed over an array: pages of two, then waits for more. */
class ListFeed extends Feed {
  readonly events: StoredEvent[] = [];
  readonly subscribedAfter: number[] = [];
  /** Thrown by the next subscription, once. */
  lost: Unavailable | null = null;
  #wake: Array<() => void> = [];

  add(...types: ReadonlyArray<readonly [type: string, streamId: string]>): void {
    for (const [type, streamId] of types) this.events.push(event(this.events.length + 1, type, streamId));
    for (const wake of this.#wake.splice(0)) wake();
  }

  override async *subscribe({ after, signal }: { after: number; signal: AbortSignal }): AsyncIterable<FeedBatch> {
    this.subscribedAfter.push(after);
    if (this.lost) {
      const { lost } = this;
      this.lost = null;
      throw lost;
    }
    let position = after;
    let met = false;
    while (!signal.aborted) {
      const events = this.events.slice(position, position + 2);
      if (events.length || !met) {
        position += events.length;
        met = position === this.events.length;
        yield { events, position, live: met };
        continue;
      }
      await new Promise<void>((resolve) => {
        this.#wake.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }
}

interface Counted {
  readonly stream: string;
  readonly count: number;
}

const counting = (version = 1, breaksAt = 0): Projection<Counted> => ({
  name: 'counts',
  version,
  handles: ['counted', 'cleared'],
  key: ({ streamId }) => (streamId === 'nobody' ? null : streamId),
  project: (row, { type, streamId, globalPosition }) => {
    if (globalPosition === breaksAt) throw new Error('no such case');
    return type === 'cleared' ? null : { stream: streamId, count: (row?.count ?? 0) + version };
  },
  entries: ({ stream, count }) => [{ list: 'streams', key: stream, projectId: 'demo', status: '', at: count, body: count }],
});

describe('projection runner', () => {
  let store: MemoryReadModelStore;
  let feed: ListFeed;
  let defects: string[];
  let observed: Array<{ position: number; lagMs: number | null }>;
  let started: ProjectionRunner[];
  let pauses: number[];
  let stoodStill: Promise<void>;
  let standStill: () => void;

  beforeEach(() => {
    store = new MemoryReadModelStore();
    feed = new ListFeed();
    defects = [];
    observed = [];
    started = [];
    pauses = [];
    stoodStill = new Promise((resolve) => {
      standStill = resolve;
    });
  });
  afterEach(async () => {
    for (const runner of started) await runner.stop();
  });

  const ports = (): RunnerPorts => ({
    store,
    feed,
    pause: async (ms) => {
      pauses.push(ms);
    },
    now: () => 1005,
    observe: ({ position, lagMs }) => observed.push({ position, lagMs }),
    defect: (view, error) => {
      defects.push(`${view}: ${(error as Error).message}`);
      standStill();
    },
  });
  const runner = (projection: Projection<Counted> = counting()): ProjectionRunner => {
    const made = new ProjectionRunner(ports(), projection) as ProjectionRunner;
    started.push(made);
    return made;
  };
  const running = (projection?: Projection<Counted>): ProjectionRunner => {
    const made = runner(projection);
    made.start();
    return made;
  };
  const counts = async (): Promise<Record<string, unknown>> =>
    Object.fromEntries((await store.list('counts', 'streams', { limit: 9 })).entries.map(({ key, body }) => [key, body]));
  const at = (position: number): Promise<void> => reached(store, 'counts', position, 2000);

  it('folds facts into rows in order, and passes over those that do not concern it', async () => {
    feed.add(['counted', 'a'], ['counted', 'b'], ['other', 'a'], ['counted', 'nobody'], ['counted', 'a']);
    running();
    await at(5);
    expect(await counts()).toEqual({ a: 2, b: 1 });
    feed.add(['counted', 'b'], ['cleared', 'a'], ['counted', 'a']);
    await at(8);
    expect(await counts()).toEqual({ a: 1, b: 2 });
  });

  it('an empty Journal too is caught up with', async () => {
    const made = running();
    await at(0);
    expect(made.status()).toMatchObject({ generation: 'v1', position: 0, caughtUp: true });
    expect(await counts()).toEqual({});
  });

  it('[F-ES-08] a view is not shown before it has caught up', async () => {
    feed.add(['counted', 'a'], ['counted', 'a'], ['counted', 'a']);
    const seen: unknown[] = [];
    const leave = store.onApply(() => {
      void store.list('counts', 'streams', { limit: 9 }).then(
        ({ entries }) => seen.push(entries[0]?.body),
        (error: Unavailable) => seen.push(error.code),
      );
    });
    running();
    await at(3);
    leave();
    expect(new Set(seen)).toEqual(new Set(['RUNTIME_NOT_READY', 3]));
  });

  it('a stopped runner goes on where it stood and folds nothing twice', async () => {
    feed.add(['counted', 'a']);
    const first = running();
    await at(1);
    await first.stop();
    feed.add(['counted', 'a'], ['counted', 'a']);
    await expect(reached(store, 'counts', 3, 0)).rejects.toMatchObject({ code: 'PROJECTION_BEHIND' });
    first.start();
    await at(3);
    await first.stop();
    running();
    feed.add(['counted', 'a']);
    await at(4);
    expect(await counts()).toEqual({ a: 4 });
    expect(feed.subscribedAfter).toEqual([0, 1, 3]);
  });

  it('two runners of one view fold each fact once', async () => {
    const both = [running(), running()];
    await at(0);
    for (let position = 1; position <= 40; position += 1) {
      feed.add(['counted', position % 2 ? 'a' : 'b']);
      if (position % 5 === 0) await at(position);
    }
    await at(40);
    await Promise.all(both.map((made) => made.stop()));
    expect(await counts()).toEqual({ a: 20, b: 20 });
    expect(defects).toEqual([]);
  });

  describe('rebuild', () => {
    it('[F-ES-08] builds beside the live generation and swaps while both are fed', async () => {
      feed.add(['counted', 'a'], ['counted', 'b']);
      const made = running();
      await at(2);
      const rebuilt = made.rebuild(new AbortController().signal);
      for (let position = 3; position <= 9; position += 1) {
        feed.add(['counted', 'a']);
        await at(position);
        expect(await counts()).toEqual({ a: position - 1, b: 1 });
      }
      expect(await rebuilt).toBe('v1.1');
      feed.add(['counted', 'b']);
      await at(10);
      expect(await counts()).toEqual({ a: 8, b: 2 });
      expect((await store.info()).map(({ generation, live }) => [generation, live])).toEqual([['v1.1', true]]);
    });

    it('[F-ES-08] by another process is followed by the live runner', async () => {
      feed.add(['counted', 'a']);
      const made = running();
      await at(1);
      expect(await runner().rebuild(new AbortController().signal)).toBe('v1.1');
      feed.add(['counted', 'a']);
      await at(2);
      feed.add(['counted', 'a']);
      await at(3);
      expect(await counts()).toEqual({ a: 3 });
      expect(made.status()).toMatchObject({ generation: 'v1.1', failure: null });
      expect(await made.rebuild(new AbortController().signal)).toBe('v1.2');
    });

    it('a deleted view is built anew with equal rows', async () => {
      feed.add(['counted', 'a'], ['counted', 'b'], ['counted', 'a']);
      const first = running();
      await at(3);
      await first.stop();
      const before = await counts();
      await store.drop('counts');
      running();
      await at(3);
      expect(await counts()).toEqual(before);
    });

    it('a new version is built beside the old one, which is read until then', async () => {
      feed.add(['counted', 'a']);
      const old = running();
      await at(1);
      await old.stop();
      feed.add(['counted', 'a'], ['counted', 'a']);
      running(counting(2));
      await at(3);
      expect(await counts()).toEqual({ a: 6 });
      expect((await store.info()).map(({ generation }) => generation)).toEqual(['v2']);
    });

    it('an older version never takes the view from a newer one', async () => {
      feed.add(['counted', 'a']);
      await running(counting(2)).rebuild(new AbortController().signal);
      const old = running(counting(1));
      await stoodStill;
      expect(old.status().failure).toContain('projections rebuild counts');
      expect(await counts()).toEqual({ a: 2 });
    });
  });

  describe('defects and lost sources', () => {
    it('a projection that throws stops its view before that fact and is never passed over', async () => {
      feed.add(['counted', 'a'], ['counted', 'a'], ['counted', 'a']);
      const first = running();
      await at(3);
      await first.stop();
      feed.add(['counted', 'a'], ['counted', 'b']);
      const broken = running(counting(1, 4));
      await stoodStill;
      await broken.stop();
      expect(broken.status()).toMatchObject({ caughtUp: false, failure: expect.stringContaining('position 4') });
      expect(defects).toEqual(['counts: View counts cannot fold counted (event event-4, position 4): no such case']);
      expect((await store.info())[0]).toMatchObject({ position: 3, failure: expect.stringContaining('event-4') });
      running();
      await at(5);
      expect(await counts()).toEqual({ a: 4, b: 1 });
      expect((await store.info())[0]?.failure).toBeNull();
    });

    it('a lost source is asked again after its hint', async () => {
      feed.lost = new Unavailable('STORE_UNAVAILABLE', 'The Journal does not answer; retry.', 77);
      feed.add(['counted', 'a']);
      running();
      await at(1);
      expect(pauses).toEqual([77]);
      expect(await counts()).toEqual({ a: 1 });
    });

    it('tells how old the newest fact was when readers could see it', async () => {
      feed.add(['counted', 'a']);
      running();
      await at(1);
      feed.add(['counted', 'a']);
      await at(2);
      await started[0]?.stop();
      expect(observed.at(-1)).toEqual({ position: 2, lagMs: 5 });
    });
  });
});
