// Waits and decisions in a real browser.
import type { AttentionDto } from '#contracts/http';
import { describeInBrowser } from './browser.js';
import { problemOf } from './fixture-server.js';
import { live, Theatre, until } from './stage.js';
import { addRun, change, fact, hex, refOf } from './story.js';
import type { World } from './world.js';

const RUN = 'run-5f2c8d0e9b7a41c3a6d1e4f7b8c9d02';
const PAGE = '/console/workroom/demo/attention';
const DECISION = `/api/agent/workroom/runs/${RUN}/tasks/report/gates/${encodeURIComponent('sponsor:c:7')}/decisions`;
const CONTROL = '/api/agent/workroom/control';

function gate(deadline: number): AttentionDto {
  return {
    projectId: 'demo',
    runId: RUN,
    kind: 'sponsor_gate',
    waitId: 'sponsor:c:7',
    taskKey: 'report',
    taskRef: refOf(RUN, 'report'),
    taskRevision: 1,
    owner: 'workroom-admin',
    reasonCode: null,
    openedAt: Date.now() - 60_000,
    deadline,
    expired: false,
    allowedActions: ['approve', 'reject', 'request_changes', 'rebase', 'replan', 'cancel'],
    expectedSequence: 12,
    candidateHash: `sha256:${hex('candidate')}`,
    commands: [`/control gate approve ${RUN} report sponsor:c:7`],
  };
}

const waiting =
  (deadline = Date.now() + 600_000) =>
  (world: World) => {
    addRun(world, RUN, 'audit this repository', [
      {
        key: 'report',
        title: 'Audit report',
        status: 'awaiting_acceptance',
        route: 'sponsor_required',
        report: '# Findings\n\nAll is **well**.',
      },
    ]);
    world.attention = [gate(deadline)];
  };

/** The server's side of a decision: the wait is gone, and a fact says so. */
const decide = (world: World) => () => {
  world.attention = [];
  const { globalPosition } = fact(world, RUN, 'sponsor_gate.decided', { taskKey: 'report', decision: 'approve' });
  return { outcome: 'committed', duplicate: false, streamId: `run-${RUN}`, revision: 13, position: globalPosition, eventIds: [] };
};

describeInBrowser('the Attention page', () => {
  const theatre = new Theatre();
  beforeAll(() => theatre.raise(), 60_000);
  afterEach(() => theatre.clear());
  afterAll(() => theatre.close());

  it('[A-106] shows what is asked with its report, and posts exactly the typed command', async () => {
    const { goto, page, world, server } = await theatre.stage(waiting());
    world.writes.set(DECISION, decide(world));
    await goto(PAGE);
    await live(page);
    const card = page.getByRole('article', { name: /Audit report/ });
    await card.getByText(/Owner: you/).waitFor();
    await card.getByText('Read the report').click();
    await card.getByRole('heading', { name: 'Findings' }).waitFor();
    await page.getByRole('link', { name: /Attention.*1 open/ }).waitFor();
    await card.getByLabel('Reason (optional)').fill('Read and agreed');
    await card.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('The result of this task is approved.').waitFor();
    await page.getByText('Nothing waits for you').waitFor();
    const [request] = server.seen('POST', DECISION);
    expect(request?.body).toEqual({
      operationId: expect.stringMatching(/^console-[0-9a-f]{32}$/),
      projectId: 'demo',
      expectedSequence: 12,
      taskRevision: 1,
      decision: 'approve',
      candidateHash: `sha256:${hex('candidate')}`,
      reason: 'Read and agreed',
    });
  });

  it('[F-GV-05] a wait that expires leaves the actionable list by itself', async () => {
    const { goto, page, server } = await theatre.stage(waiting(Date.now() + 120_000));
    await page.clock.install();
    await goto(PAGE);
    await live(page);
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    server.clockAhead = 121_000;
    await page.clock.fastForward(121_000);
    await page.getByRole('heading', { name: 'Expired' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Approve|Reject|Request changes)$/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Ask for a new plan' }).waitFor();
    await page.getByText('Nothing waits for you').waitFor();
    expect(await page.getByRole('link', { name: 'Attention' }).textContent()).toBe('Attention');
  });

  it('deadlines are the server’s: a laptop whose clock runs ahead still offers what is open', async () => {
    const { goto, page } = await theatre.stage(waiting(Date.now() + 120_000));
    await page.clock.install({ time: Date.now() + 3_600_000 });
    await goto(PAGE);
    await live(page);
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Expired' }).count()).toBe(0);
  });

  it('[F-GV-05] a click that comes too late shows the refusal’s sentence, also after the wait has moved', async () => {
    const { goto, page, world, server } = await theatre.stage(waiting());
    world.writes.set(DECISION, () => {
      world.attention = [{ ...gate(Date.now() - 1_000), expired: true }];
      return problemOf(409, 'GATE_EXPIRED', 'Gate sponsor:c:7 expired at 12:00; open it again or ask for a new plan.');
    });
    await goto(PAGE);
    await live(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Gate sponsor:c:7 expired at 12:00').waitFor();
    await page.getByText('GATE_EXPIRED').waitFor();
    await page.getByRole('heading', { name: 'Expired' }).waitFor();
    await page.getByText('Gate sponsor:c:7 expired at 12:00').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    expect(server.seen('POST', DECISION)).toHaveLength(1);
  });

  it('a decision whose answer was lost is sent again with the same operationId', async () => {
    const { goto, page, world, server } = await theatre.stage(waiting());
    world.writes.set(DECISION, decide(world));
    server.failures.set(`POST ${DECISION}`, [problemOf(503, 'STORE_UNAVAILABLE', 'The store does not answer.')]);
    await goto(PAGE);
    await live(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The result of this task is approved.').waitFor();
    const ids = server.seen('POST', DECISION).map(({ body }) => body['operationId']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('asks twice before it cancels, and measures Run control against what is on screen', async () => {
    const { goto, page, world, server } = await theatre.stage((all) => {
      waiting()(all);
      all.attention = [
        {
          ...gate(Date.now() + 600_000),
          kind: 'blocker',
          waitId: 'execution:a1',
          candidateHash: null,
          allowedActions: ['resolve', 'replan', 'cancel'],
        },
      ];
      fact(all, RUN, 'task.blocked', { taskKey: 'report' });
      change(all, RUN, (run) => run);
    });
    world.writes.set(CONTROL, decide(world));
    await goto(PAGE);
    await live(page);
    await page.getByRole('button', { name: 'Cancel the Run' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect(server.seen('POST', CONTROL)).toHaveLength(0);
    await page.getByRole('button', { name: 'Cancel the Run' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the Run' }).click();
    await until(page, () => server.seen('POST', CONTROL).length === 1);
    expect(server.seen('POST', CONTROL)[0]?.body).toMatchObject({
      version: 1,
      runId: RUN,
      action: 'cancel',
      expectedSequence: 12,
    });
  });

  it('[A-051] a person who took a review judges every criterion and claim', async () => {
    const verdict = `/api/agent/workroom/reviews/${encodeURIComponent('review:c:3')}/verdict`;
    const { goto, page, world, server } = await theatre.stage((all) => {
      waiting()(all);
      all.attention = [
        {
          ...gate(Date.now() + 600_000),
          kind: 'reviewer',
          waitId: 'review:c:3',
          allowedActions: ['claim', 'submit_verdict', 'replan', 'cancel'],
        },
      ];
      const checks = [{ criterionId: 'report-schema', inputRefs: ['claim:1', 'claim:2'], evidenceRefs: ['evidence:1'] }];
      fact(all, RUN, 'task.acceptance_pinned', {
        taskKey: 'report',
        contract: { criteria: [{ criterionId: 'reviewer-verdict' }], claimSchema: { criterionId: 'report-schema' } },
      });
      fact(all, RUN, 'reviewer.assigned', {
        taskKey: 'report',
        assignment: { assignmentId: 'review:c:3', evaluation: { checks } },
      });
      fact(all, RUN, 'reviewer.claimed', {
        taskKey: 'report',
        assignmentId: 'review:c:3',
        reviewerPrincipalId: 'workroom-admin',
      });
      change(all, RUN, (run) => run);
    });
    world.writes.set(verdict, decide(world));
    await goto(PAGE);
    await live(page);
    const submit = page.getByRole('button', { name: 'Give the verdict' });
    await submit.waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await page.getByLabel('Passed').check();
    await page.getByLabel('claim:2').uncheck();
    await submit.click();
    await page.getByText('Your verdict is recorded.').waitFor();
    expect(server.seen('POST', verdict)[0]?.body).toMatchObject({
      runId: RUN,
      expectedSequence: 12,
      criteria: [{ criterionId: 'reviewer-verdict', verdict: 'passed', evidenceRefs: ['evidence:1'] }],
      claims: [
        { claimId: 'claim:1', accepted: true },
        { claimId: 'claim:2', accepted: false },
      ],
    });
  });
});
