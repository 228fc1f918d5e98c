// The Console's pages in a real browser: signing in, Runs, one Run, the Sandbox, keys, narrow screens.
import { describeInBrowser } from './browser.js';
import { problemOf, TOKEN } from './fixture-server.js';
import { live, Theatre, until, type Stage } from './stage.js';
import { addRun, change, fact, refOf, shown, withheld } from './story.js';
import type { World } from './world.js';

const RUN = 'run-5f2c8d0e9b7a41c3a6d1e4f7b8c9d02';
const RUNS = '/console/workroom/demo/runs';
const MESSAGES = '/api/sandbox/rooms/demo/messages';
const REPORT =
  '# Inventory\n\n214 files. <script>document.title = "owned"</script>\n\n| kind | files |\n|--|--:|\n| TypeScript | 171 |\n';

function audit(world: World): void {
  addRun(world, RUN, 'audit this repository', [
    {
      key: 'inventory',
      title: 'Inventory of files',
      status: 'accepted',
      route: 'reviewer_required',
      report: REPORT,
      reviewer: 'agent:reviewer',
    },
    { key: 'licences', title: 'Licences', status: 'executing', after: ['inventory'] },
    { key: 'report', title: 'Audit report', status: 'ready', after: ['inventory', 'licences'] },
  ]);
  fact(world, RUN, 'assignment.claimed', {
    taskKey: 'licences',
    assignmentId: 'a2',
    owner: 'agent:executor',
    attempt: 1,
    fence: 2,
  });
  fact(world, RUN, 'assignment.heartbeat', { assignmentId: 'a2', leaseExpiresAt: Date.now() + 30_000 });
  const lease = { owner: 'agent:executor', attempt: 1, fence: 2, claimedAt: Date.now(), leaseExpiresAt: Date.now() + 30_000 };
  change(world, RUN, (run) => ({
    ...run,
    assignments: [
      {
        ...lease,
        ref: 'workroom-assignment:2',
        taskRef: refOf(RUN, 'licences'),
        status: 'running',
        role: 'executor',
        revision: 1,
        outcome: null,
        startedAt: Date.now(),
        endedAt: null,
        progress: { completedUnits: 3, totalUnits: 9 },
      },
    ],
    blockers: [
      {
        taskRef: refOf(RUN, 'report'),
        blockerRef: 'b',
        kind: 'human_input',
        owner: 'orchestrator:demo',
        deadline: Date.now() + 60_000,
        expired: false,
        allowedActions: ['resolve'],
      },
    ],
  }));
  world.leases = [
    {
      ...lease,
      projectId: 'demo',
      runId: RUN,
      assignmentId: 'a2',
      ref: 'workroom-assignment:2',
      taskRef: refOf(RUN, 'licences'),
      taskKey: 'licences',
      status: 'running',
      expectedSequence: 6,
    },
  ];
  world.messages = [
    {
      eventId: 'm1',
      sequence: 1,
      at: Date.now() - 5_000,
      kind: 'message',
      author: 'workroom-admin',
      body: shown('/work audit this repository'),
      replyTo: null,
      card: null,
    },
    {
      eventId: 'm2',
      sequence: 2,
      at: Date.now() - 3_000,
      kind: 'card',
      author: 'agent:orchestrator',
      body: shown('[orchestrator] The plan has 3 tasks.'),
      replyTo: null,
      card: { kind: 'milestone', projectId: 'demo', runId: RUN, taskRef: null },
    },
  ];
}

describeInBrowser('the pages of the Console', () => {
  const theatre = new Theatre();
  beforeAll(() => theatre.raise(), 60_000);
  afterEach(() => theatre.clear());
  afterAll(() => theatre.close());

  it('[D-78] takes the token out of the address, keeps it for the tab, and asks for one when it is refused', async () => {
    const { goto, page, server } = await theatre.stage(audit, { signedOut: true });
    await goto('/console/');
    await page.getByRole('heading', { name: 'Sign in to Workroom' }).waitFor();
    await page.getByText('.workroom/bootstrap-token').waitFor();
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The server did not accept that token').waitFor();
    await page.evaluate((token) => (window.location.hash = `token=${token}`), TOKEN);
    await page.getByText('audit this repository').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(server.requests.every(({ query }) => !query.has('token'))).toBe(true);
    await page.reload();
    await page.getByText('audit this repository').waitFor();
    await page.getByLabel('You and this server').click();
    await page.getByRole('button', { name: 'Sign out of this tab' }).click();
    await page.getByRole('heading', { name: 'Sign in to Workroom' }).waitFor();
  });

  it('lists Runs by status, page by page, and says how to start a first one', async () => {
    const { goto, page } = await theatre.stage((world) => {
      for (let index = 0; index < 60; index += 1) addRun(world, `run-${index}`, `request ${index}`, [], Date.now() - index);
      world.runs = world.runs.map((run, index) => ({ ...run, status: index % 2 ? 'completed' : 'active' }));
    });
    await goto(RUNS);
    const rows = page.locator('.run-row');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(50);
    await page.getByRole('button', { name: 'Show older Runs' }).click();
    await rows.nth(59).waitFor();
    await page.getByRole('button', { name: 'Completed' }).click();
    await rows.nth(29).waitFor();
    expect(await rows.count()).toBe(30);
    expect(new URL(page.url()).search).toBe('?status=completed');
    await page.getByRole('button', { name: 'Paused' }).click();
    await page.getByText('No Run is “paused”').waitFor();
    const empty = await theatre.stage();
    await empty.goto(RUNS);
    await empty.page.getByRole('link', { name: /Say “\/work audit this repository” in the Sandbox/ }).click();
    await until(empty.page, () => empty.page.url().includes('/sandbox/demo'));
    expect(await empty.page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('/work audit this repository');
  });

  it('shows a Run: status in words, graph, waits, work, report and facts; read-only', async () => {
    const { goto, page, server } = await theatre.stage(audit);
    await goto(`${RUNS}/${RUN}`);
    await page.getByRole('heading', { name: 'audit this repository' }).waitFor();
    await page.getByText('Work is going on.').waitFor();
    await page.getByText('An answer by a person').waitFor();
    const node = page.locator('.graph').getByRole('button', { name: /Licences.*Executing.*r1 · attempt 1\/3/ });
    await node.click();
    await page.getByText('fence 2', { exact: true }).waitFor();
    await page.getByText('3 of 9').waitFor();
    expect(new URL(page.url()).search).toBe('?task=licences');
    await page.getByText('2 of 7 facts').waitFor();
    await page.getByRole('button', { name: 'Heartbeats' }).click();
    await page.getByText(/still works on “Licences”/).waitFor();
    await page.reload();
    await page.getByText('fence 2', { exact: true }).waitFor();
    await page.getByRole('button', { name: /Inventory of files.*Accepted.*by a Reviewer/s }).click();
    await page.getByRole('cell', { name: '171' }).waitFor();
    await page.getByText('<script>document.title').waitFor();
    expect(await page.title()).toBe('audit this repository · Workroom');
    await page.getByText('who recomputed every cited evidence').waitFor();
    expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('[A-107] tells why a report is withheld, and shows a fact’s hashes on demand', async () => {
    const { goto, page, world } = await theatre.stage(audit);
    const content = world.contents.get(RUN);
    if (content) {
      const tasks = content.tasks.map((task) => (task.report ? { ...task, report: withheld('object_quarantined') } : task));
      world.contents.set(RUN, { ...content, tasks });
    }
    await goto(`${RUNS}/${RUN}?task=inventory`);
    await page.getByText('This text may not be shown to you here. Why: it is in quarantine.').waitFor();
    await page.getByRole('button', { name: /task\.planned #2/ }).click();
    await page.getByText(world.facts.get(RUN)?.[2]?.hash ?? 'no hash').waitFor();
  });

  it('shows a problem with its detail, and tries again', async () => {
    const { goto, page, server } = await theatre.stage(audit);
    const refusal = problemOf(403, 'NOT_CONSOLE_RECIPIENT', 'You may not read Project demo on the Console.');
    const path = `GET /api/agent/workroom/runs/${RUN}`;
    server.failures.set(
      path,
      Array.from({ length: 9 }, () => refusal),
    );
    await goto(`${RUNS}/${RUN}`);
    await page.getByText('You may not read Project demo on the Console.').waitFor();
    await live(page);
    server.failures.delete(path);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'audit this repository' }).waitFor();
  });

  it('the Sandbox sends, shows what is on its way and what failed, and answers a card', async () => {
    const { goto, page, world, server } = await theatre.stage(audit);
    let sequence = 2;
    world.writes.set(MESSAGES, ({ text, replyTo }) => {
      sequence += 1;
      const body = shown(String(text));
      const at = Date.now();
      world.messages.push({
        eventId: `m${sequence}`,
        sequence,
        at,
        kind: 'message',
        author: 'workroom-admin',
        body,
        replyTo: (replyTo as string) ?? null,
        card: null,
      });
      return { eventId: `m${sequence}`, sequence };
    });
    await goto('/console/sandbox/demo');
    await page.getByText('The plan has 3 tasks.').waitFor();
    expect(await page.getByRole('link', { name: /Open the Run/ }).getAttribute('href')).toBe(`${RUNS}/${RUN}`);
    await page.getByRole('article').filter({ hasText: 'The plan has 3 tasks.' }).getByRole('button', { name: 'Reply' }).click();
    server.failures.set(`POST ${MESSAGES}`, [problemOf(503, 'STORE_UNAVAILABLE', 'The store does not answer.')]);
    await page.getByRole('textbox', { name: 'Message' }).fill('use the second branch');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await page.getByRole('log').getByText('use the second branch').waitFor();
    await page.getByText('The store does not answer.').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('article').filter({ hasText: 'use the second branch' }).getByRole('button', { name: 'Reply' }).waitFor();
    const posts = server.seen('POST', MESSAGES).map(({ body }) => body);
    expect(posts).toHaveLength(2);
    expect(posts[1]).toEqual(posts[0]);
    expect(posts[0]).toMatchObject({ text: 'use the second branch', replyTo: 'm2' });
    await page.getByRole('textbox', { name: 'Message' }).fill('/control g');
    await page.getByText('/control gate approve|reject').waitFor();
  });

  it('the Sandbox opens a long room at its end and loads earlier messages on demand', async () => {
    const { goto, page } = await theatre.stage((world) => {
      for (let sequence = 1; sequence <= 230; sequence += 1) {
        const body = shown(`word ${sequence}`);
        const at = Date.now() - 1_000_000 + sequence;
        world.messages.push({
          eventId: `m${sequence}`,
          sequence,
          at,
          kind: 'message',
          author: 'sandbox:ada',
          body,
          replyTo: null,
          card: null,
        });
      }
    });
    await goto('/console/sandbox/demo');
    const log = page.getByRole('log');
    await log.getByText('word 230', { exact: true }).waitFor();
    expect(await log.getByRole('article').count()).toBe(100);
    await page.getByRole('button', { name: 'Show earlier messages' }).click();
    await log.getByText('word 31', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show earlier messages' }).click();
    await log.getByText('word 1', { exact: true }).waitFor();
    expect(await log.getByRole('article').count()).toBe(230);
    expect(await page.getByRole('button', { name: 'Show earlier messages' }).count()).toBe(0);
  });

  it('leases and planning say who holds what and how to set a model', async () => {
    const { goto, page, world, server } = await theatre.stage(audit);
    const release = '/api/agent/workroom/assignments/a2/release';
    world.writes.set(release, () => {
      world.leases = [];
      return { outcome: 'committed', duplicate: false, streamId: '', revision: 9, position: null, eventIds: [] };
    });
    await goto('/console/workroom/demo/leases');
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByLabel(/Why is it released/).fill('host is gone');
    await page.getByRole('button', { name: 'Release the lease' }).click();
    await page.getByText('The lease is released.').waitFor();
    await page.getByText('No agent holds a lease').waitFor();
    expect(server.seen('POST', release)[0]?.body).toMatchObject({
      projectId: 'demo',
      runId: RUN,
      expectedSequence: 6,
      reason: 'host is gone',
    });
    await page.getByRole('link', { name: /no model configured/ }).click();
    await page.getByRole('heading', { name: 'No model configured' }).waitFor();
    await page.getByText('OLLAMA_BASE_URL=http://127.0.0.1:11434 npm start').waitFor();
    await page.getByRole('link', { name: '/work audit this repository' }).waitFor();
  });

  it('[A-108] works by keyboard: skip link, page keys, rows, help', async () => {
    const { goto, page } = await theatre.stage((world) => {
      audit(world);
      addRun(world, 'run-second', 'second request', []);
    });
    await goto(RUNS);
    await page.getByText('second request').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'audit this repository' }).waitFor();
    for (const [keys, heading] of [
      ['ga', 'Attention'],
      ['gl', 'Leases'],
      ['gp', 'Planning'],
      ['gs', 'Sandbox: demo'],
      ['gr', 'Runs'],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await skip.focus();
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  it.each([
    ['light', 360],
    ['dark', 360],
    ['light', 1280],
  ] as const)(
    '[A-108] every page fits %s at %i px without a horizontal scroll bar, and says nothing in the console',
    async (colorScheme, width) => {
      const stage: Stage = await theatre.stage(
        (world) => {
          audit(world);
          const runs = world.runs.map((run) => run.runId);
          world.contents.set(runs[0] ?? '', { ...content(world), title: shown('a'.repeat(90)) });
        },
        { viewport: { width, height: 740 }, colorScheme },
      );
      const { goto, page, log } = stage;
      for (const path of [
        RUNS,
        `${RUNS}/${RUN}?task=inventory`,
        '/console/workroom/demo/attention',
        '/console/workroom/demo/leases',
        '/console/workroom/demo/planning',
        '/console/sandbox/demo',
      ]) {
        await goto(path);
        await live(page);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect([path, over]).toEqual([path, 0]);
      }
      expect(log).toEqual([]);
      expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([
        [],
        ['workroom.token'],
      ]);
    },
  );
});

function content(world: World) {
  const found = world.contents.get(RUN);
  if (!found) throw new Error('The world has no such Run.');
  return found;
}
