// Run detail: tasks, Assignments, blockers, waits and dispatches under opaque refs, without any text.
import type { AssignmentState, RunState, TaskState } from '#domain/run';
import type { AssignmentDto, BlockerDto, RunDetailDto, TaskDto, WaitDto } from '#contracts/http';
import { headerOf } from './run-list.js';
import { refsOf } from './run-refs.js';
import type { RunRefs } from './run-refs.js';
import type { RunRow } from './run-row.js';
import { waitsOf } from './run-waits.js';
import type { RunWait } from './run-waits.js';

const ACTIVE: ReadonlySet<string> = new Set(['leased', 'running', 'cancel_requested']);

const taskDto = (task: TaskState, refs: RunRefs): TaskDto => ({
  ref: refs.task(task.key),
  status: task.status,
  revision: task.revision,
  attempt: task.attempt,
  attemptsUsed: task.attempt - task.preemptions,
  maxAttempts: task.plan.maxAttempts,
  required: task.plan.required,
  blockerCount: task.blockers.length,
  hasCurrentAssignment: task.activeAssignmentId !== null,
  dependsOn: task.plan.dependsOn.map((key) => refs.task(key)),
  role: task.plan.role,
  lane: task.lane,
  route: task.record?.route ?? task.evaluation?.route ?? null,
  riskTier: task.record?.tier ?? task.evaluation?.tier ?? null,
  failure: task.failure?.reasonCode ?? null,
});

const assignmentDto = (assignment: AssignmentState, refs: RunRefs): AssignmentDto => ({
  ref: refs.assignment(assignment.assignmentId),
  taskRef: refs.task(assignment.taskKey),
  status: assignment.status,
  owner: assignment.owner,
  role: assignment.role,
  revision: 1,
  attempt: assignment.attempt,
  fence: assignment.fence,
  outcome: assignment.outcome ?? assignment.failureReason,
  claimedAt: assignment.claimedAt,
  startedAt: assignment.startedAt,
  endedAt: assignment.endedAt,
  leaseExpiresAt: ACTIVE.has(assignment.status) ? assignment.leaseExpiresAt : null,
  progress: assignment.progress && {
    completedUnits: assignment.progress.completedUnits,
    totalUnits: assignment.progress.totalUnits,
  },
});

const blockerDtos = (task: TaskState, refs: RunRefs): readonly BlockerDto[] =>
  task.blockers.map(({ blockerId, kind, owner, deadline, status, allowedActions }) => ({
    taskRef: refs.task(task.key),
    blockerRef: refs.blocker(blockerId),
    kind,
    owner,
    deadline,
    expired: status === 'expired',
    allowedActions,
  }));

const waitDto = ({ kind, ref, taskRef, status, owner, deadline, allowedActions }: RunWait): WaitDto => ({
  kind,
  ref,
  taskRef,
  status,
  owner,
  deadline,
  allowedActions,
});

const assignmentsOf = (run: RunState): readonly AssignmentState[] =>
  [...run.tasks.flatMap(({ pastAssignments }) => pastAssignments), ...run.assignments].sort((a, b) => a.fence - b.fence);

/** A row that is shown to many is presented once. */
const presented = new WeakMap<RunRow, RunDetailDto>();

export function runDetail(row: RunRow): RunDetailDto {
  const known = presented.get(row);
  if (known) return known;
  const detail = present(row);
  presented.set(row, detail);
  return detail;
}

/** Tasks of the plan in force; Assignments by fence, so in the order of their claims. */
function present({ run, dispatches }: RunRow): RunDetailDto {
  const refs = refsOf(run);
  const tasks = run.tasks.filter(({ inPlan }) => inPlan);
  return {
    ...headerOf(run),
    planRevision: run.plan?.revision ?? 0,
    requesterPrincipalId: run.plan?.requesterPrincipalId ?? null,
    separation: run.plan?.separation ?? null,
    baseRevision: run.plan?.baseRevision ?? null,
    tasks: tasks.map((task) => taskDto(task, refs)),
    assignments: assignmentsOf(run).map((assignment) => assignmentDto(assignment, refs)),
    blockers: tasks.flatMap((task) => blockerDtos(task, refs)),
    waits: waitsOf(run).map(waitDto),
    dispatches: dispatches.map(({ decisionId, taskKey, status, at }) => ({
      decisionId,
      taskRef: refs.task(taskKey),
      status,
      at,
    })),
  };
}
