// Run list: one header a Run, newest change first. No title: texts are shown through the content alone.
import { runHeader, runStatus } from '#domain/run';
import type { RunState } from '#domain/run';
import type { AssignmentStatusDto, RunHeaderDto, TaskStatusDto } from '#contracts/http';
import type { Entry } from '../projection.js';

const TASKS: Record<TaskStatusDto, number> = {
  ready: 0,
  blocked: 0,
  executing: 0,
  awaiting_acceptance: 0,
  cancelling: 0,
  accepted: 0,
  failed: 0,
  cancelled: 0,
};
const ASSIGNMENTS: Record<AssignmentStatusDto, number> = {
  leased: 0,
  running: 0,
  cancel_requested: 0,
  execution_completed: 0,
  failed: 0,
  lost: 0,
  cancelled: 0,
};

function countsOf(run: RunState): RunHeaderDto['counts'] {
  const tasks = { ...TASKS };
  const assignments = { ...ASSIGNMENTS };
  for (const task of run.tasks) {
    if (task.inPlan) tasks[task.status] += 1;
    for (const { status } of task.pastAssignments) assignments[status] += 1;
  }
  for (const { status } of run.assignments) assignments[status] += 1;
  const { reviewerAssignments, sponsorGates } = run.counts;
  return { tasks, assignments, reviewerAssignments, sponsorGates };
}

export function headerOf(run: RunState): RunHeaderDto {
  const { version, projectId, runId, status, sequence, cancelRequested, paused, replanRequested, digest } = runHeader(run);
  return {
    version,
    projectId,
    runId,
    status,
    sequence,
    cancelRequested,
    paused,
    replanRequested,
    counts: countsOf(run),
    authorityDigest: run.plan?.authorityDigest ?? null,
    digest,
    createdAt: run.createdAt,
    updatedAt: run.now,
  };
}

/** Ordered by when the Run was made: a page never shifts under its reader while Runs go on. */
export const runListEntry = (run: RunState): Entry<RunHeaderDto> => ({
  list: 'headers',
  key: run.runId,
  projectId: run.projectId,
  status: runStatus(run),
  at: run.createdAt,
  body: headerOf(run),
});
