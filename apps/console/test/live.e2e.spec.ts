// The live connection in a real browser, against a server that cuts, silences and floods it.
import { describeInBrowser } from './browser.js';
import { live, Theatre, until } from './stage.js';
import { addRun, change, fact } from './story.js';
import type { World } from './world.js';

const RUN = 'run-5f2c8d0e9b7a41c3a6d1e4f7b8c9d02';
const RUNS = '/console/workroom/demo/runs';
const oneRun = (world: World) => {
  addRun(world, RUN, 'audit this repository', [{ key: 'inventory', title: 'Inventory', status: 'ready' }]);
};

describeInBrowser('live events in the browser', () => {
  const theatre = new Theatre();
  beforeAll(() => theatre.raise(), 60_000);
  afterEach(() => theatre.clear());
  afterAll(() => theatre.close());

  it('shows a new Run and a changed one without a reload', async () => {
    const { goto, page, world, server } = await theatre.stage(oneRun);
    await goto(RUNS);
    await live(page);
    addRun(world, 'run-new', 'summarise the documents', []);
    server.live.publish(...(world.facts.get('run-new') ?? []));
    await page.getByText('summarise the documents').waitFor();
    const paused = fact(world, RUN, 'run.paused', { reasonCode: 'operator_request' });
    change(world, RUN, (run) => ({ ...run, status: 'paused', paused: true }));
    server.live.publish(paused);
    await page.getByRole('link', { name: /audit this repository.*Paused/ }).waitFor();
  });

  it('[F-CN-01] reconnects with the last applied position, and replayed facts do not double', async () => {
    const { goto, page, world, server } = await theatre.stage(oneRun);
    await goto(`${RUNS}/${RUN}`);
    await live(page);
    const rows = page.locator('.fact');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(3);
    server.live.publish(
      fact(world, RUN, 'assignment.claimed', { taskKey: 'inventory', assignmentId: 'a1', owner: 'agent:executor' }),
    );
    await page.getByText(/^executor took “Inventory”/).waitFor();
    await until(page, () => server.live.count === 1);
    server.live.cut();
    await until(page, () => server.live.resumedFrom.length === 2 && server.live.count === 1);
    expect(server.live.resumedFrom).toEqual([null, String(world.position)]);
    server.live.publish(...(world.facts.get(RUN) ?? []), fact(world, RUN, 'assignment.started', { assignmentId: 'a1' }));
    await page.getByText('executor began to work on “Inventory”.').waitFor();
    expect(await rows.count()).toBe(5);
  });

  it('[F-CN-04] a silent connection shows a stale banner within a minute, then reconnects and catches up', async () => {
    const { goto, page, world, server } = await theatre.stage(oneRun);
    await page.clock.install();
    await goto(RUNS);
    await live(page);
    const before = world.position;
    server.live.silence();
    fact(world, RUN, 'run.paused', { reasonCode: 'incident' });
    change(world, RUN, (run) => ({ ...run, status: 'paused', paused: true }));
    // While the banner stands no new connection succeeds.
    server.failures.set('GET /api/agent/workroom/events', [unready]);
    server.clockAhead = 75_000;
    await page.clock.fastForward(55_000);
    await page.getByText('This page may be out of date.').waitFor();
    await page.clock.fastForward(20_000);
    await page.getByRole('link', { name: /Paused/ }).waitFor();
    await live(page);
    expect(await page.getByText('This page may be out of date.').count()).toBe(0);
    expect(server.live.resumedFrom).toEqual([null, String(before)]);
  });

  it('[F-CN-06] an event that cannot be applied makes the page load everything anew; nothing is lost', async () => {
    const { goto, page, world, server, log } = await theatre.stage(oneRun);
    await goto(RUNS);
    await live(page);
    fact(world, RUN, 'run.cancelled', { reason: null });
    change(world, RUN, (run) => ({ ...run, status: 'cancelled' }));
    server.live.send('run.cancelled', world.position, { type: 'run.cancelled', note: 'a fact without a stream' });
    await page.getByRole('link', { name: /audit this repository.*Cancelled/ }).waitFor();
    await live(page);
    expect(server.live.resumedFrom).toEqual([null, null]);
    expect(log.filter((line) => line.startsWith('uncaught'))).toEqual([]);
  });

  it('a flood of thousands of facts causes few reads and keeps the page answering', async () => {
    const { goto, page, world, server } = await theatre.stage(oneRun);
    await goto(RUNS);
    await live(page);
    const before = server.requests.length;
    for (let burst = 0; burst < 20; burst += 1) {
      const facts = Array.from({ length: 100 }, () =>
        fact(world, RUN, 'task.blocked', { taskKey: 'inventory', kind: 'external' }),
      );
      server.live.publish(...facts);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    change(world, RUN, (run) => ({ ...run, status: 'blocked' }));
    server.live.publish(fact(world, RUN, 'task.blocked', { taskKey: 'inventory', kind: 'external' }));
    await page.getByRole('link', { name: /audit this repository.*Blocked/ }).waitFor();
    expect(server.requests.length - before).toBeLessThan(40);
  });

  it('[A-085] reset and [A-084] closed are obeyed', async () => {
    const { goto, page, world, server } = await theatre.stage(oneRun);
    await goto(RUNS);
    await live(page);
    world.position += 500;
    change(world, RUN, (run) => ({ ...run, status: 'blocked' }));
    server.live.send('reset', world.position, { position: world.position });
    await page.getByRole('link', { name: /audit this repository.*Blocked/ }).waitFor();
    server.live.send('closed', world.position, { code: 'NOT_PROJECT_SPONSOR' });
    await page.getByText('Live updates have ended.').waitFor();
    await page.getByText('NOT_PROJECT_SPONSOR', { exact: true }).waitFor();
  });

  it('a server that is away is told, and found again by itself', async () => {
    const { goto, page, server } = await theatre.stage(oneRun);
    await goto(RUNS);
    await live(page);
    server.failures.set('GET /api/agent/workroom/events', [unready, unready]);
    server.live.cut();
    await page.getByText('The server is starting.').waitFor();
    await page.getByText('audit this repository').waitFor();
    await live(page);
    expect(await page.getByText('The server is starting.').count()).toBe(0);
  });
});

const unready = {
  type: 'urn:workroom:problem:RUNTIME_NOT_READY',
  title: 'Not ready',
  status: 503,
  detail: 'The server is starting.',
  instance: '/',
  code: 'RUNTIME_NOT_READY',
  traceId: '',
};
