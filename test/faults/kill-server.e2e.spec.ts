// kill -9 of the one process at fifty moments of a Run, and a restart: nothing is lost, nothing happens twice, every Run ends well.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunDetailDto, RunEventDto } from '#contracts/http';
import type { WorkroomClient } from '../../apps/workroom/client/workroom-client.js';
import { ServerProcess, workroom } from '../processes/server-process.js';
import { testRepository } from '../processes/repository.js';

const MOMENTS = 50;
/** Short leases, so that an attempt that died is given again soon. */
const CONFIG = 'ai:\n  workroom:\n    assignmentHeartbeatLeaseMs: 1500\nhttp:\n  rateLimits:\n    reads: 0\n    writes: 0\n';

const repository = testRepository();
const folder = mkdtempSync(join(tmpdir(), 'workroom-kill-'));
const options = { dataDir: join(folder, 'data'), workspace: repository.path, config: join(folder, 'workroom.yml') };
writeFileSync(options.config, CONFIG);
const server = new ServerProcess(options);

afterAll(async () => {
  await server.kill('SIGTERM');
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function submit(client: WorkroomClient): Promise<string> {
  const { proposalId } = await client.submit({
    operationId: randomUUID(),
    projectId: 'demo',
    kind: 'work_request',
    text: 'audit this repository',
  });
  return proposalId;
}

/** Resolves after `count` facts of the Project's Runs, or when the stream ends. */
async function factsSeen(client: WorkroomClient, after: number, count: number): Promise<void> {
  const stop = new AbortController();
  let seen = 0;
  try {
    for await (const { event } of client.facts('demo', after, stop.signal)) {
      if (event.includes('.')) seen += 1;
      if (seen >= count) return;
    }
  } finally {
    stop.abort();
  }
}

async function ended(client: WorkroomClient, proposalId: string): Promise<RunDetailDto> {
  for (;;) {
    const { runId, status } = await client.proposal('demo', proposalId);
    if (runId !== null) {
      const run = await client.run('demo', runId);
      if (run.status === 'completed' || run.status === 'cancelled') return run;
    } else if (status === 'awaiting_clarification' || status === 'expired')
      throw new Error(`the request was not planned: ${status}`);
    await pause(50);
  }
}

async function history(client: WorkroomClient, runId: string): Promise<readonly RunEventDto[]> {
  const events: RunEventDto[] = [];
  for (let page: readonly RunEventDto[] = []; ;) {
    page = await client.history('demo', runId, events.at(-1)?.revision ?? -1);
    if (page.length === 0) return events;
    events.push(...page);
  }
}

it('a server killed at fifty moments of a Run finishes each Run, accepts no task twice and loses no report', async () => {
  let client = await server.start();
  const whole = await ended(client, await submit(client));
  const length = whole.sequence + 1;
  const results: unknown[] = [];
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const after = await client.asOf('demo');
    const proposalId = await submit(client);
    await Promise.race([factsSeen(client, after, 1 + Math.floor((moment * length) / MOMENTS)), ended(client, proposalId)]);
    await server.kill();
    client = await server.start();
    const run = await ended(client, proposalId);
    const accepted = (await history(client, run.runId))
      .filter(({ type }) => type === 'task.accepted')
      .map(({ data }) => data['taskKey']);
    const content = await client.content('demo', run.runId);
    results.push({
      status: run.status,
      tasks: run.tasks.length,
      accepted: accepted.length,
      distinct: new Set(accepted).size,
      reports: content.tasks.filter(({ report }) => (report?.text ?? '').length > 0).length,
    });
  }
  const tasks = whole.tasks.length;
  expect(results).toEqual(
    Array.from({ length: MOMENTS }, () => ({ status: 'completed', tasks, accepted: tasks, distinct: tasks, reports: tasks })),
  );
  await server.kill('SIGTERM');
  expect(workroom(['journal', 'verify'], options)).toMatchObject({ status: 0 });
}, 1_500_000);
