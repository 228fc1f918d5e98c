// What an Executor may say under its own Envelope: start, progress, heartbeat, checkpoint, completion, failure.
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import { leavesBlocker } from '../evolve/assignment-folds.js';
import type { AssignmentState, RunState } from '../state.js';
import { Batch } from './batch.js';
import { blockTask, failTask, orchestratorOf, settle, victimEnded } from './consequences.js';
import { findAssignment, findTask, newestAssignment } from './lookup.js';
import { requestDigest } from './operation.js';
import { refuse, demand } from './refuse.js';

type Observation = RunCommandOf<'apply_observation'>;
type Spoken = Observation | RunCommandOf<'start_assignment'> | RunCommandOf<'settle_cancel'>;

/** How long the owner has to mend what stopped an execution. */
const EXECUTION_BLOCKER_MS = 15 * 60_000;
/** `review:`, `sponsor:` and `acceptance:` ids are made of it and must stay ids. */
const MAX_CANDIDATE_REF = 160;

/** The Assignment that speaks, if its words are those of the task's newest Envelope. */
export function checkEnvelope(state: RunState, { data, meta }: Spoken): AssignmentState {
  const task = findTask(state, data.taskKey);
  const newest = newestAssignment(state, task);
  if (newest?.assignmentId !== data.assignmentId) findAssignment(state, data.assignmentId);
  const exact =
    newest?.assignmentId === data.assignmentId &&
    newest.taskRevision === data.taskRevision &&
    newest.attempt === data.attempt &&
    newest.fence === data.fence &&
    newest.envelopeDigest === data.envelopeDigest &&
    (meta.actor.kind === 'system' || (newest.owner === meta.actor.principalId && newest.role === meta.actor.role));
  if (newest && exact) return newest;
  return refuse(
    'ENVELOPE_STALE',
    `Assignment ${data.assignmentId} no longer holds task ${data.taskKey}; keep the work as a late result.`,
    {
      assignmentId: data.assignmentId,
    },
  );
}

function checkLease(assignment: AssignmentState, now: number): void {
  if (assignment.leaseExpiresAt > now) return;
  refuse(
    'LEASE_EXPIRED',
    `The lease of Assignment ${assignment.assignmentId} ended at ${assignment.leaseExpiresAt}; stop its work.`,
    {
      leaseExpiresAt: assignment.leaseExpiresAt,
    },
  );
}

function checkStatus(assignment: AssignmentState, ...legal: ReadonlyArray<AssignmentState['status']>): void {
  if (legal.includes(assignment.status)) return;
  refuse(
    'ASSIGNMENT_NOT_RUNNING',
    `Assignment ${assignment.assignmentId} is ${assignment.status}; this is legal when ${legal.join(' or ')}.`,
    {
      status: assignment.status,
    },
  );
}

export function startAssignment(
  state: RunState,
  command: RunCommandOf<'start_assignment'>,
  context: DecideContext,
): readonly RunEvent[] {
  const assignment = checkEnvelope(state, command);
  checkLease(assignment, context.now);
  checkStatus(assignment, 'leased');
  return [{ type: 'assignment.started', data: { assignmentId: assignment.assignmentId } }];
}

interface Seen {
  readonly assignmentId: string;
  readonly observationId: string;
  readonly observationDigest: string;
  readonly envelopeDigest: string;
}

function heartbeat(state: RunState, assignment: AssignmentState, seen: Seen, now: number): readonly RunEvent[] {
  checkStatus(assignment, 'leased', 'running');
  const leaseExpiresAt = now + (state.plan?.policy.leaseMs ?? 0);
  demand(
    leaseExpiresAt > assignment.leaseExpiresAt,
    'HEARTBEAT_NOT_EXTENDING',
    `The lease of Assignment ${assignment.assignmentId} already runs to ${assignment.leaseExpiresAt}; beat later.`,
  );
  return [{ type: 'assignment.heartbeat', data: { ...seen, leaseExpiresAt } }];
}

type Said<Kind extends string> = Extract<Observation['data']['observation'], { kind: Kind }>;

/** A checkpoint that was asked for ends the attempt: its task queues anew, and a reserved task goes first. */
function checkpoint(batch: Batch, assignment: AssignmentState, seen: Seen, said: Said<'checkpoint'>): void {
  const { checkpointRef, checkpointDigest } = said;
  batch.emit('assignment.checkpointed', { ...seen, checkpointRef, checkpointDigest });
  const request = assignment.checkpointRequest;
  if (!request || request.deadline <= batch.now) return;
  const { assignmentId } = assignment;
  if (request.reservedTaskKey !== null) {
    batch.emit('scheduler.preemption_checkpoint_acknowledged', {
      ...seen,
      decisionId: request.decisionId,
      checkpointRef,
      checkpointDigest,
      assignmentAttempt: assignment.attempt,
      assignmentFence: assignment.fence,
      takeoverFence: request.takeoverFence,
    });
  }
  batch.emit('assignment.preempted', {
    decisionId: request.decisionId,
    assignmentId,
    checkpointRef,
    checkpointDigest,
    outcome: 'interrupted',
  });
}

function failed(
  batch: Batch,
  assignment: AssignmentState,
  seen: Seen,
  said: Omit<Said<'execution_failed'>, 'kind'>,
  blocks: boolean,
): void {
  const { assignmentId, taskKey } = assignment;
  batch.emit('assignment.execution_failed', { ...seen, ...said });
  victimEnded(batch, assignmentId);
  const task = batch.task(taskKey);
  if (task.status === 'failed') return failTask(batch, taskKey, task.failure?.reasonCode ?? 'execution_failed');
  if (!blocks) return;
  blockTask(batch, {
    taskKey,
    blockerId: `execution:${assignmentId}`,
    kind: said.reasonCode === 'workspace_error' ? 'external' : 'capability',
    owner: orchestratorOf(batch),
    reason: null,
    deadline: batch.now + EXECUTION_BLOCKER_MS,
    allowedActions: ['resolve', 'replan', 'cancel'],
  });
}

function integration(
  batch: Batch,
  assignment: AssignmentState,
  seen: Seen,
  said: Said<'integration_conflicted' | 'integration_target_moved'>,
): void {
  const { taskKey } = assignment;
  if (said.kind === 'integration_conflicted') {
    batch.emit('integration.conflicted', { taskKey, pathsDigest: said.pathsDigest, candidates: said.candidates });
  } else {
    const { expectedRevision, actualRevision } = said;
    batch.emit('integration.target_moved', { taskKey, expectedRevision, actualRevision });
  }
  failed(batch, assignment, seen, { reasonCode: 'workspace_error', retryable: true }, true);
}

function observe(batch: Batch, assignment: AssignmentState, seen: Seen, said: Observation['data']['observation']): void {
  if (said.kind === 'checkpoint') return checkpoint(batch, assignment, seen, said);
  if (said.kind === 'execution_failed') {
    const { kind: _kind, ...failure } = said;
    return failed(batch, assignment, seen, failure, leavesBlocker(said.reasonCode));
  }
  if (said.kind === 'execution_completed') {
    const { kind: _kind, ...completion } = said;
    demand(
      said.candidateRef.length <= MAX_CANDIDATE_REF,
      'VALUE_INVALID',
      `A candidateRef has at most ${MAX_CANDIDATE_REF} characters.`,
      {
        field: 'candidateRef',
      },
    );
    batch.emit('assignment.execution_completed', { ...seen, ...completion });
    return victimEnded(batch, assignment.assignmentId);
  }
  return integration(batch, assignment, seen, said as Said<'integration_conflicted'>);
}

export function applyObservation(state: RunState, command: Observation, context: DecideContext): readonly RunEvent[] {
  const { observation, observationId, envelopeDigest } = command.data;
  const assignment = checkEnvelope(state, command);
  const { assignmentId } = assignment;
  checkLease(assignment, context.now);
  const seen: Seen = { assignmentId, observationId, observationDigest: requestDigest(command), envelopeDigest };
  if (observation.kind === 'heartbeat') return heartbeat(state, assignment, seen, context.now);
  if (observation.kind === 'execution_failed') checkStatus(assignment, 'leased', 'running');
  else checkStatus(assignment, 'running');
  if (observation.kind === 'progress') {
    return [{ type: 'assignment.progress', data: { ...seen, progress: observation.progress } }];
  }
  demand(
    !observation.kind.startsWith('integration') || assignment.role === 'integration',
    'ACTOR_NOT_AUTHORIZED',
    `Only an integration Assignment reports ${observation.kind}.`,
  );
  const batch = new Batch(state, context);
  observe(batch, assignment, seen, observation);
  settle(batch);
  return batch.facts();
}

/** The executor host, or the effect ledger, says how a cancelled attempt ended. */
export function settleCancel(
  state: RunState,
  command: RunCommandOf<'settle_cancel'>,
  context: DecideContext,
): readonly RunEvent[] {
  const { data } = command;
  const assignment = checkEnvelope(state, command);
  checkStatus(assignment, 'cancel_requested');
  demand(
    data.outcome !== 'committed' || data.receiptDigests.length > 0,
    'VALUE_INVALID',
    'A committed outcome names the receipts that prove it.',
    {
      field: 'receiptDigests',
    },
  );
  const unknown = data.effects.some((effect) => effect.outcome === 'outcome_unknown');
  const batch = new Batch(state, context);
  batch.emit('assignment.cancelled', {
    assignmentId: assignment.assignmentId,
    outcome: unknown ? 'outcome_unknown' : data.outcome,
  });
  victimEnded(batch, assignment.assignmentId);
  batch.emit('task.cancelled', { taskKey: assignment.taskKey, reason: null });
  settle(batch);
  return batch.facts();
}
