// `workroom runs` and `workroom run <id>`: what the read models know.
import type { RunContentDto, RunDetailDto } from '#contracts/http';
import { EXIT } from '../cli/exit.js';
import type { ExitCode } from '../cli/exit.js';
import { table } from '../cli/output.js';
import type { Output } from '../cli/output.js';
import { standstillReason } from '../client/run-progress.js';
import type { WorkroomClient } from '../client/workroom-client.js';

const when = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 19);

export async function runs(
  client: WorkroomClient,
  projectId: string,
  query: { status?: string; limit?: number },
  output: Output,
): Promise<ExitCode> {
  const headers = await client.runs(projectId, query);
  output.result(headers, () =>
    headers.length
      ? table(
          ['RUN', 'STATUS', 'TASKS ACCEPTED', 'UPDATED (UTC)'],
          headers.map(({ runId, status, counts, updatedAt }) => {
            const total = Object.values(counts.tasks).reduce((sum, count) => sum + count, 0);
            return [runId, status, `${counts.tasks.accepted} of ${total}`, when(updatedAt)];
          }),
        )
      : [`No Run in Project ${projectId} yet. Start one: workroom work "audit this repository"`],
  );
  return EXIT.ok;
}

export async function run(client: WorkroomClient, projectId: string, runId: string, output: Output): Promise<ExitCode> {
  const detail = await client.run(projectId, runId);
  const content = await client.content(projectId, runId);
  output.result({ ...detail, content }, () => lines(detail, content));
  return EXIT.ok;
}

function lines(detail: RunDetailDto, content: RunContentDto): readonly string[] {
  const of = new Map(content.tasks.map((task) => [task.ref, task]));
  const waiting = detail.status === 'completed' || detail.status === 'cancelled' ? [] : [`waits: ${standstillReason(detail)}`];
  return [
    `Run ${detail.runId} of Project ${detail.projectId}: ${detail.status}`,
    ...(content.title?.text ? [`request: ${content.title.text}`] : []),
    `revision ${detail.sequence}, plan ${detail.planRevision}, base ${detail.baseRevision ?? 'none'}, created ${when(detail.createdAt)}`,
    ...waiting,
    '',
    ...table(
      ['TASK', 'STATUS', 'ATTEMPT', 'ROUTE', 'REVIEWER'],
      detail.tasks.map(({ ref, status, attempt, maxAttempts, route }) => {
        const task = of.get(ref);
        return [
          task?.taskKey ?? ref.slice(0, 24),
          status,
          `${attempt}/${maxAttempts}`,
          route ?? '',
          task?.reviewerPrincipalId ?? '',
        ];
      }),
    ),
  ];
}
