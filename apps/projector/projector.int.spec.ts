import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { TailFeed } from '#feed/tail';
import { MemoryJournal } from '#journal/memory';
import { Readiness } from '#platform/health';
import { Metrics } from '#platform/metrics';
import type { ReadModelStore } from '#read-models';
import { openViewsDatabase, SqliteReadModelStore } from '#read-models/stores/sqlite';
import { storyEnvelopes } from '#read-models/suite';
import { RUNS } from '#read-models/views';
import { claimsCriterion, judgmentCriterion, RunStory } from '#testing/run';
import { Projector, ProjectorModule, projectionsStatus, rebuildProjections } from './projector.module.js';

/** Runs in different states of life. */
function stories(): readonly RunStory[] {
  const accepted = RunStory.admitted([{ key: 'read' }], { operationId: 'accepted' })
    .pinAll()
    .run('read');
  accepted.complete('read');
  accepted.evaluate('read');
  const reviewed = RunStory.admitted([{ key: 'read' }, { key: 'write', dependsOn: ['read'] }], { operationId: 'reviewed' });
  reviewed
    .pinAll({ criteria: [claimsCriterion, judgmentCriterion] })
    .run('read')
    .complete('read');
  reviewed.evaluate('read');
  const gated = RunStory.admitted([{ key: 'ship', gated: true }], { operationId: 'gated' });
  const lost = RunStory.admitted([{ key: 'read' }], { operationId: 'lost' })
    .pinAll()
    .run('read');
  lost.tick(31_000);
  const cancelled = RunStory.admitted([{ key: 'read' }], { operationId: 'cancelled' });
  cancelled.cancel();
  return [accepted, reviewed, gated, lost, cancelled];
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let asked = 0; asked < 5000; asked += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('It has not happened.');
}

describe('projector', () => {
  let path: string;
  let journal: MemoryJournal;
  let feed: TailFeed;
  let readModels: ReadModelStore;
  let readiness: Readiness;
  let metrics: Metrics;
  let app: INestApplicationContext;
  const logged: unknown[][] = [];

  beforeEach(async () => {
    path = mkdtempSync(join(tmpdir(), 'projector-'));
    journal = new MemoryJournal();
    feed = new TailFeed(journal);
    readModels = new SqliteReadModelStore(await openViewsDatabase(join(path, 'views.db')));
    readiness = new Readiness();
    metrics = new Metrics();
    logged.length = 0;
  });
  afterEach(async () => {
    await app.close();
    await readModels.close();
    await journal.close();
    rmSync(path, { recursive: true });
  });

  async function start(): Promise<Projector> {
    const logger = { error: (...parts: unknown[]) => void logged.push(parts) } as unknown as LoggerService;
    const module = ProjectorModule.register({ readModels, feed, now: () => journal.now(), metrics, readiness, logger });
    app = await NestFactory.createApplicationContext(module, { logger: false });
    return app.get(Projector);
  }
  async function tell(all: readonly RunStory[], from = 0, to = all.length): Promise<number> {
    for (const [n, story] of all.entries()) {
      if (n < from || n >= to) continue;
      for (const envelope of storyEnvelopes(story, n + 1)) {
        const { streamId } = envelope;
        await journal.append({ streamId, expected: await journal.head(streamId), events: [envelope], operation: null });
      }
    }
    return journal.position();
  }
  /** Every row and every list, as readers get them. */
  async function shown(all: readonly RunStory[]): Promise<unknown> {
    const rows = await Promise.all(all.map(({ runId }) => readModels.get(RUNS.view, runId)));
    const lists = await Promise.all(
      [RUNS.headers, RUNS.attention, RUNS.leases].map(({ view, list }) => readModels.list(view, list, { limit: 200 })),
    );
    return { rows, lists };
  }

  it('[WK-04] every read model deleted and folded anew from the Journal gives equal rows', async () => {
    const all = stories();
    const position = await tell(all);
    const projector = await start();
    await projector.settled(position, 5000);
    const before = await shown(all);
    await projector.stop();
    for (const { view } of await projectionsStatus(readModels)) await readModels.drop(view);
    expect(await projectionsStatus(readModels)).toEqual([]);
    projector.start();
    await projector.settled(position, 5000);
    expect(await shown(all)).toEqual(before);
    expect((before as { rows: ReadonlyArray<{ row: unknown }> }).rows.every(({ row }) => row !== undefined)).toBe(true);
  });

  it('[F-ES-08] [A-124] rebuilds beside the live views while facts come in, and swaps', async () => {
    const all = stories();
    await tell(all, 0, 3);
    const projector = await start();
    await projector.settled(await journal.position(), 5000);
    const rebuilding = rebuildProjections({ readModels, feed }, null, new AbortController().signal);
    const position = await tell(all, 3);
    expect(await rebuilding).toEqual([
      { view: 'runs', generation: 'v1.1' },
      { view: 'inbox', generation: 'v1.1' },
    ]);
    await projector.settled(position, 5000);
    const status = await projectionsStatus(readModels);
    expect(status.map(({ view, generation, live }) => [view, generation, live])).toEqual([
      ['inbox', 'v1.1', true],
      ['runs', 'v1.1', true],
    ]);
    const live = await shown(all);
    await rebuildProjections({ readModels, feed }, 'runs', new AbortController().signal);
    expect(await shown(all)).toEqual(live);
  });

  it('names the views when asked for one that it does not keep', async () => {
    await start();
    await expect(rebuildProjections({ readModels, feed }, 'nothing', new AbortController().signal)).rejects.toMatchObject({
      code: 'VALUE_INVALID',
      message: expect.stringContaining('runs, inbox'),
    });
  });

  it('a view that cannot fold a fact turns readiness red, says so once, and passes no fact', async () => {
    const all = stories();
    const [first] = storyEnvelopes(all[0] as RunStory, 99);
    if (!first) throw new Error('no fact');
    const projector = await start();
    await until(async () => (await readiness.report()).ready);
    const foreign = { ...first, schemaVersion: 99 };
    await journal.append({
      streamId: 'run-x',
      expected: await journal.head('run-x'),
      events: [{ ...foreign, streamId: 'run-x' }],
      operation: null,
    });
    await until(() => projector.status().some(({ failure }) => failure !== null));
    expect(await readiness.report()).toMatchObject({
      ready: false,
      checks: { 'view runs': expect.stringContaining('position 1'), 'view inbox': null },
    });
    expect(logged).toHaveLength(1);
    await tell(all);
    expect(await readModels.position('runs', 'v1')).toBe(0);
    expect((await projectionsStatus(readModels)).find(({ view }) => view === 'runs')?.failure).toContain('position 1');
  });

  it('counts position and lag of each view', async () => {
    const position = await tell(stories());
    const projector = await start();
    await projector.settled(position, 5000);
    const text = await metrics.render();
    expect(text).toContain(`workroom_view_position{view="runs"} ${position}`);
    expect(text).toContain('workroom_view_lag_seconds_count{view="runs"}');
  });
});
