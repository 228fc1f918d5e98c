// `workroom work <text>`: one request, followed to its end when --wait is given.
import type { ProposalDto, RunContentDto, RunDetailDto, WorkResult } from '#contracts/http';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CliFailure, EXIT } from '../cli/exit.js';
import type { ExitCode } from '../cli/exit.js';
import type { Output } from '../cli/output.js';
import { factLine } from '../client/fact-line.js';
import { standstill, standstillReason } from '../client/run-progress.js';
import type { Standstill } from '../client/run-progress.js';
import type { WorkroomClient } from '../client/workroom-client.js';

export interface WorkOptions {
  readonly projectId: string;
  readonly wait: boolean;
}

const EXIT_OF: Readonly<Record<Exclude<Standstill, 'moving'>, ExitCode>> = {
  completed: EXIT.ok,
  cancelled: EXIT.refused,
  gate: EXIT.approval,
  person: EXIT.refused,
};

export async function work(
  client: WorkroomClient,
  text: string,
  { projectId, wait }: WorkOptions,
  output: Output,
): Promise<ExitCode> {
  if (text.trim() === '')
    throw new CliFailure(EXIT.usage, 'The request is empty. Say what is to be done: workroom work "audit this repository".');
  const since = await client.asOf(projectId);
  const { proposalId } = await client.submit({ operationId: randomUUID(), projectId, kind: 'work_request', text });
  const proposal = await applied(client, projectId, proposalId);
  const { runId } = proposal;
  if (runId === null) throw new CliFailure(EXIT.refused, await clarification(client, proposal));
  output.progress(`Run ${runId} of Project ${projectId} is planned.`);
  if (!wait) {
    output.result({ runId, projectId, proposalId, status: 'planned' }, () => [`${runId}  (workroom run ${runId} shows it)`]);
    return EXIT.ok;
  }
  const { run, end } = await follow(client, projectId, runId, since, output);
  const result = await workResult(client, run, end);
  output.result(result, () => lines(result));
  return EXIT_OF[end];
}

/** Waits until the request became a Run, or needs its author. */
async function applied(client: WorkroomClient, projectId: string, proposalId: string): Promise<ProposalDto> {
  for (;;) {
    const proposal = await client.proposal(projectId, proposalId);
    if (['applied', 'awaiting_clarification', 'withdrawn', 'expired'].includes(proposal.status)) return proposal;
    await pause(150);
  }
}

/** Why the request became no Run, and how to go on. */
async function clarification(client: WorkroomClient, { projectId, reasonCode, hint, proposalId }: ProposalDto): Promise<string> {
  const why = `${reasonCode ?? 'not applied'}: ${hint ?? 'the request was stored, and no Run was made.'} (request ${proposalId})`;
  if (reasonCode !== 'planning_unavailable') return why;
  const { diagnostics, strategies } = await client.diagnostics(projectId);
  const model = diagnostics.filter(({ code }) => MODEL_CODES.has(code)).map(({ message }) => message);
  const phrases = strategies.flatMap(({ id, needsModel, phrases: examples }) =>
    needsModel ? [] : examples.map((phrase) => `"${phrase}" (${id})`),
  );
  return [why, ...model, `Without a model these requests are answered: ${phrases.join(', ')}.`].join('\n');
}

const MODEL_CODES: ReadonlySet<string> = new Set(['ORCHESTRATOR_WITHOUT_PROVIDER', 'NO_PROVIDER_CONTRACT']);

/** Reads the Run again at each of its facts, and every few seconds in case the stream was cut. */
async function follow(
  client: WorkroomClient,
  projectId: string,
  runId: string,
  since: number,
  output: Output,
): Promise<{ run: RunDetailDto; end: Exclude<Standstill, 'moving'> }> {
  const stop = new AbortController();
  let changed: () => void = () => undefined;
  let after = since;
  const listen = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        for await (const { id, event, data } of client.facts(projectId, after, stop.signal, runId)) {
          after = Number(id ?? after);
          const line = factLine(event, data);
          if (line) output.progress(line);
          changed();
        }
      } catch (error) {
        if (error instanceof CliFailure && error.exitCode === EXIT.usage) throw error;
      }
      await pause(1_000, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const listening = listen();
  try {
    for (let still = 0; ;) {
      const run = await client.run(projectId, runId);
      const end = standstill(run);
      // A standstill counts once it is seen twice: a reaction to the last fact may still be on its way.
      still = end === 'moving' ? 0 : still + 1;
      if (end !== 'moving' && (end === 'completed' || end === 'cancelled' || still > 2)) return { run, end };
      await Promise.race([new Promise<void>((resolve) => (changed = resolve)), pause(end === 'moving' ? 3_000 : 700)]);
    }
  } finally {
    stop.abort();
    await listening;
  }
}

async function workResult(client: WorkroomClient, run: RunDetailDto, end: Exclude<Standstill, 'moving'>): Promise<WorkResult> {
  const content = await client.content(run.projectId, run.runId);
  const asOf = await client.asOf(run.projectId);
  const tasks = run.tasks.map((task) =>
    taskResult(
      task,
      content.tasks.find(({ ref }) => ref === task.ref),
    ),
  );
  const reason = end === 'completed' ? {} : { reason: standstillReason(run) };
  return { runId: run.runId, projectId: run.projectId, status: run.status, asOf, ...reason, tasks };
}

function taskResult(
  { ref, status, route }: RunDetailDto['tasks'][number],
  content: RunContentDto['tasks'][number] | undefined,
): WorkResult['tasks'][number] {
  return {
    key: content?.taskKey ?? ref,
    title: content?.title?.text ?? null,
    status,
    route,
    ...(content?.reviewerPrincipalId ? { reviewerPrincipalId: content.reviewerPrincipalId } : {}),
    reportRef: content?.reportRef ?? null,
    report: content?.report?.text ?? null,
    evidenceRefs: content?.evidence.map(({ ref: evidence }) => evidence) ?? [],
  };
}

function lines({ runId, status, reason, tasks }: WorkResult): readonly string[] {
  const last = tasks.findLast(({ report }) => report !== null);
  return [
    `Run ${runId}: ${status}${reason ? ` (${reason})` : ''}`,
    ...tasks.map(
      ({ key, title, status: taskStatus, route }) =>
        `  ${taskStatus.padEnd(20)} ${key}${title ? ` — ${title}` : ''}${route ? ` [${route}]` : ''}`,
    ),
    ...(last?.report ? ['', last.report] : []),
  ];
}
