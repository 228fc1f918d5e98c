// The claim: a dispatch becomes an Assignment with lease, fence and Envelope, and its delivery is recorded in the same batch.
import { digest } from '../../kernel/index.js';
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import type { AssignmentEnvelope } from '../records/execution.js';
import { dependenciesAccepted } from '../scheduler/candidates.js';
import type { DispatchState, PlanState, RunState, TaskState } from '../state.js';
import { attemptsLeft } from '../status.js';
import { Batch } from './batch.js';
import { releaseReservationOf, settle } from './consequences.js';
import { findRevision, findTask } from './lookup.js';
import { requestDigest } from './operation.js';
import { refuse, demand } from './refuse.js';

type LocalClaim = RunCommandOf<'issue_local_assignment'>;
type RemoteClaim = RunCommandOf<'issue_remote_assignment'>;
type Claim = LocalClaim | RemoteClaim;

/** A decision is claimed once, so the id that follows from it is new. */
export const assignmentIdOf = (decisionId: string): string => `assignment:${decisionId.slice(decisionId.indexOf(':') + 1)}`;
/** Reserved before the claim: lease and mount of the attempt's workspace. */
export const workspaceRefOf = (assignmentId: string): string => `workspace:${assignmentId}`;

function findDispatch(state: RunState, { data }: Claim): DispatchState {
  const task = findTask(state, data.taskKey);
  const pending = state.dispatches.find((one) => one.decision.decisionId === data.decisionId);
  const exact = pending?.decision.taskKey === data.taskKey && pending.decision.taskRevision === data.taskRevision;
  if (pending && exact) return pending;
  if (task.withdrawnDispatches.includes(data.decisionId)) {
    refuse('DISPATCH_WITHDRAWN', `Dispatch ${data.decisionId} of task ${data.taskKey} was taken back; wait for the next one.`, {
      decisionId: data.decisionId,
    });
  }
  return refuse('DISPATCH_NOT_FOUND', `Task ${data.taskKey} has no pending dispatch ${data.decisionId}.`, {
    decisionId: data.decisionId,
  });
}

function checkTask(state: RunState, command: Claim): TaskState {
  const { data } = command;
  const task = findRevision(state, data.taskKey, data.taskRevision);
  demand(
    dependenciesAccepted(state, task),
    'DEPENDENCY_NOT_ACCEPTED',
    `Task ${task.key} waits for ${task.plan.dependsOn.join(', ')}; only an accepted task frees it.`,
  );
  const dispatch = findDispatch(state, command);
  demand(task.status === 'ready', 'TASK_NOT_READY', `Task ${task.key} is ${task.status}; only a ready task is claimed.`);
  demand(task.contract !== null, 'ACCEPTANCE_NOT_PINNED', `Task ${task.key} has no acceptance contract yet; pin it first.`);
  demand(
    attemptsLeft(state) > 0,
    'ATTEMPTS_EXHAUSTED',
    `Run ${state.runId} has used all its attempts; a Sponsor may raise them.`,
  );
  demand(
    data.fence > state.lastFence,
    'FENCE_NOT_HIGHER',
    `Fence ${data.fence} is not above ${state.lastFence}, the last one of Run ${state.runId}.`,
    {
      lastFence: state.lastFence,
    },
  );
  demand(
    dispatch.decision.routeDigest === data.routeDigest,
    'ROUTE_CHANGED',
    `The member routes have changed since dispatch ${data.decisionId}; withdraw it and dispatch anew.`,
  );
  const other = task.plan.distinctFrom === null ? undefined : state.tasks[state.taskIndex[task.plan.distinctFrom] ?? -1];
  const held =
    other?.pastAssignments.some((one) => one.owner === data.principalId) ||
    state.assignments.some((one) => one.taskKey === other?.key && one.owner === data.principalId);
  demand(!held, 'ACTOR_NOT_AUTHORIZED', `${data.principalId} worked on ${other?.key}; task ${task.key} needs another agent.`);
  return task;
}

function checkClaim(state: RunState, command: Claim, context: DecideContext): TaskState {
  const { data } = command;
  demand(
    data.authorityGrant !== null,
    'AUTHORITY_PORT_MISSING',
    'No authority resolver is installed; nothing can be claimed without a grant.',
  );
  demand(
    data.authorityGrant.expiresAt > context.now,
    'ACTOR_NOT_AUTHORIZED',
    `Authority grant ${data.authorityGrant.grantRef} has expired; issue a new one.`,
  );
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; nothing is claimed any more.`);
  demand(state.pause === null, 'RUN_PAUSED', `Run ${state.runId} is paused; nothing is claimed until it is resumed.`);
  const task = checkTask(state, command);
  demand(
    data.assignmentId === assignmentIdOf(data.decisionId),
    'VALUE_INVALID',
    `Dispatch ${data.decisionId} makes Assignment ${assignmentIdOf(data.decisionId)}, no other.`,
    {
      field: 'assignmentId',
    },
  );
  demand(data.role === task.plan.role, 'ACTOR_NOT_AUTHORIZED', `Task ${task.key} needs role ${task.plan.role}.`);
  return task;
}

function envelopeOf(
  state: RunState,
  plan: PlanState,
  task: TaskState,
  { data }: Claim,
  context: DecideContext,
): AssignmentEnvelope {
  const ref = workspaceRefOf(data.assignmentId);
  const body = {
    version: 1 as const,
    projectId: state.projectId,
    runId: state.runId,
    taskKey: task.key,
    taskRevision: task.revision,
    assignmentId: data.assignmentId,
    assignmentRevision: 1 as const,
    attempt: task.attempt + 1,
    fence: data.fence,
    principalId: data.principalId,
    role: task.plan.role,
    agentDefinition: data.pins.agentDefinition,
    plan: { ref: `plan:${state.runId}`, revision: String(plan.revision), digest: plan.header.digest },
    contextPolicy: data.pins.contextPolicy,
    capabilitySnapshot: data.pins.capabilitySnapshot,
    policySnapshot: data.pins.policySnapshot,
    factAnchor: {
      ref: `workroom-journal:${state.runId}:${context.head.revision}`,
      sequence: context.head.revision,
      digest: `sha256:${context.head.hash}`,
    },
    workspace: { leaseRef: ref, mountRef: ref, baseRevision: data.workspace.baseRevision, fence: data.fence },
  };
  return { ...body, digest: digest(body) };
}

export function issueAssignment(state: RunState, command: Claim, context: DecideContext): readonly RunEvent[] {
  const { data } = command;
  const task = checkClaim(state, command, context);
  const plan = state.plan as PlanState;
  const envelope = envelopeOf(state, plan, task, command, context);
  const leaseExpiresAt = context.now + plan.policy.leaseMs;
  const issued = { operationId: data.operationId, requestDigest: requestDigest(command), issuedAt: context.now, envelope };
  const batch = new Batch(state, context);
  batch.emit('assignment.claimed', {
    taskKey: task.key,
    assignmentId: data.assignmentId,
    owner: data.principalId,
    role: task.plan.role,
    taskRevision: task.revision,
    attempt: envelope.attempt,
    assignmentRevision: 1,
    fence: data.fence,
    envelopeDigest: envelope.digest,
    leaseExpiresAt,
  });
  if (command.type === 'issue_local_assignment') {
    const { agentDefinitionId, hostId } = command.data;
    batch.emit('local_execution.requested', { ...issued, agentDefinitionId, hostId });
  } else {
    const reconcileDeadline = leaseExpiresAt + plan.policy.reconcileGraceMs;
    batch.emit('remote_dispatch.requested', { ...issued, reconcileDeadline, dispatchItem: command.data.dispatchItem });
  }
  const { leaseRef, mountRef, baseRevision, fence } = envelope.workspace;
  const { backend, scopeDigest } = data.workspace;
  batch.emit('workspace.leased', {
    leaseRef,
    assignmentId: data.assignmentId,
    attempt: envelope.attempt,
    backend,
    mountRef,
    baseRevision,
    scopeDigest,
    fence,
    expiresAt: leaseExpiresAt,
  });
  releaseReservationOf(batch, task.key, 'claimed');
  settle(batch);
  return batch.facts();
}
