// Leases: who holds which Assignment now, until when, under which fence.
import type { RunState } from '#domain/run';
import type { LeaseDto } from '#contracts/http';
import type { Entry } from '../projection.js';
import { refsOf } from './run-refs.js';

/** Status: the Assignment's. */
export function leaseEntries(run: RunState): readonly Entry<LeaseDto>[] {
  const refs = refsOf(run);
  return run.assignments.map((assignment) => ({
    list: 'leases',
    key: assignment.assignmentId,
    projectId: run.projectId,
    status: assignment.status,
    at: assignment.claimedAt,
    body: {
      projectId: run.projectId,
      runId: run.runId,
      assignmentId: assignment.assignmentId,
      ref: refs.assignment(assignment.assignmentId),
      taskRef: refs.task(assignment.taskKey),
      taskKey: assignment.taskKey,
      status: assignment.status as LeaseDto['status'],
      owner: assignment.owner,
      attempt: assignment.attempt,
      fence: assignment.fence,
      claimedAt: assignment.claimedAt,
      leaseExpiresAt: assignment.leaseExpiresAt,
      expectedSequence: Math.max(run.runSequence, run.tasks[run.taskIndex[assignment.taskKey] ?? -1]?.sequence ?? 0),
    },
  }));
}
