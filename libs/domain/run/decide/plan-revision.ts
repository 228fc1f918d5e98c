// A plan revision: applied as one batch, or stale, or in need of a preemption, or rejected with its reason.
import { compareIds, digest } from '../../kernel/index.js';
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import { planDigest } from '../plan/admission-parts.js';
import { planDiff, plannedTasks } from '../plan/plan-diff.js';
import { plannedFields } from '../plan/plan-fields.js';
import { validatePlan } from '../plan/validate-plan.js';
import type { PlanDiff, PlanTask, RevisionCandidate } from '../records/plan.js';
import type { PlanState, RunState, TaskState } from '../state.js';
import { gateBlocker, refusePlan } from './admission.js';
import { Batch } from './batch.js';
import { releaseReservationOf, settle, withdrawDispatch } from './consequences.js';
import { requestDigest } from './operation.js';
import { refuse, demand } from './refuse.js';

type Revision = RunCommandOf<'admit_plan_revision'>;

const reject = (state: RunState, reason: string, why: string): never =>
  refuse('PLAN_REVISION_REJECTED', `The revision of Run ${state.runId} is rejected: ${why}.`, { reason });

/** Something that the revision stands on has moved. */
function checkCurrent(state: RunState, plan: PlanState, { data }: Revision): void {
  const { candidate, expectedSequence } = data;
  demand(
    expectedSequence <= state.sequence,
    'VALUE_INVALID',
    `Run ${state.runId} has no sequence ${expectedSequence} yet; it stands at ${state.sequence}.`,
    {
      field: 'expectedSequence',
    },
  );
  const moved = candidate.baseTaskRevisions.some(
    ({ taskKey, revision }) => state.tasks[state.taskIndex[taskKey] ?? -1]?.revision !== revision,
  );
  const current =
    expectedSequence >= state.runSequence &&
    candidate.baseRevision === plan.revision &&
    candidate.baseDigest === plan.header.digest &&
    !moved;
  demand(current, 'PLAN_REVISION_STALE', `Run ${state.runId} has moved on; rebase the revision on plan ${plan.revision}.`, {
    planRevision: plan.revision,
    actualSequence: state.sequence,
    actualPlanDigest: plan.header.digest,
  });
}

function checkPinned(state: RunState, plan: PlanState, candidate: RevisionCandidate): void {
  const { proposalId: _id, digest: _digest, tasks: _tasks, ...proposed } = candidate.plan;
  const { proposalId: _oldId, digest: _oldDigest, ...pinned } = plan.header;
  if (digest(proposed) !== digest(pinned))
    reject(state, 'pinned_metadata_changed', 'strategy, authority, budget and policy stay pinned');
  if (candidate.plan.digest !== planDigest(candidate.plan))
    reject(state, 'digest_mismatch', 'its digest is not that of its plan');
}

function checkDiff(state: RunState, candidate: RevisionCandidate): PlanDiff {
  const inForce = plannedTasks(state);
  const based = new Set(candidate.baseTaskRevisions.map((one) => one.taskKey));
  if (inForce.some((task) => !based.has(task.key)))
    reject(state, 'base_incomplete', 'baseTaskRevisions names every task of the plan');
  const diff = planDiff(inForce, candidate.plan);
  if (digest(diff) !== digest(candidate.diff)) reject(state, 'diff_mismatch', 'the declared difference is not the real one');
  if (diff.added.length + diff.removed.length + diff.changed.length === 0) reject(state, 'no_change', 'it changes nothing');
  const reused = diff.added.find((key) => state.taskIndex[key] !== undefined);
  if (reused !== undefined) {
    refuse('PLAN_REVISION_REJECTED', `Task key ${reused} was used before in Run ${state.runId}; give new work a new key.`, {
      reason: 'TASK_KEY_REUSED',
      taskKey: reused,
    });
  }
  return diff;
}

const BUSY: ReadonlySet<string> = new Set(['executing', 'awaiting_acceptance', 'cancelling']);

function checkTouched(state: RunState, diff: PlanDiff): void {
  const touched = [...diff.changed, ...diff.removed].map((key) => state.tasks[state.taskIndex[key] as number] as TaskState);
  if (touched.some((task) => task.status === 'accepted'))
    reject(state, 'accepted_task_changed', 'an accepted task stays as it is');
  const healed = touched.find((task) => task.status === 'cancelled' && diff.changed.includes(task.key));
  if (healed) reject(state, 'cancelled_task_changed', `cancelled task ${healed.key} is replaced by a new key only`);
  const busy = touched.filter((task) => BUSY.has(task.status)).map((task) => task.key);
  demand(busy.length === 0, 'PREEMPTION_REQUIRED', `Tasks ${busy.join(', ')} are at work; preempt or settle them first.`, {
    taskKeys: busy.toSorted(compareIds),
  });
}

function withdrawTouched(batch: Batch, diff: PlanDiff): void {
  for (const key of [...diff.changed, ...diff.removed].sort(compareIds)) {
    withdrawDispatch(batch, key, 'plan_revised');
    releaseReservationOf(batch, key, 'plan_revised');
  }
}

function reviseTask(batch: Batch, task: PlanTask, reason: RevisionCandidate['reason']): void {
  const { revision } = batch.task(task.key);
  batch.emit('task.plan_revised', {
    ...plannedFields(task),
    expectedTaskRevision: revision,
    newTaskRevision: revision + 1,
    reason,
  });
}

/** A gate that was sent back, or whose time ran out, is open again when its task stays as it is. */
function reopenGates(batch: Batch, command: Revision, touched: ReadonlySet<string>): void {
  for (const { key, inPlan, planGate, revision } of batch.before.tasks) {
    if (!planGate || !inPlan || touched.has(key)) continue;
    if (planGate.status !== 'changes_requested' && planGate.status !== 'expired') continue;
    batch.emit('plan_gate.reopened', {
      operationId: command.data.proposalId,
      requestDigest: requestDigest(command),
      taskKey: key,
      taskRevision: revision,
      gateId: planGate.gateId,
      deadline: batch.now + planGate.decisionTimeoutMs,
      cause: 'plan_revision',
    });
  }
}

function apply(batch: Batch, command: Revision, plan: PlanState, diff: PlanDiff): void {
  const { candidate } = command.data;
  const { reason } = candidate;
  batch.emit('plan.revision_applied', { candidate, planRevision: plan.revision + 1, recomputedDiffDigest: digest(diff) });
  withdrawTouched(batch, diff);
  const [changed, added, removed] = [new Set(diff.changed), new Set(diff.added), diff.removed.toSorted(compareIds)];
  for (const task of candidate.plan.tasks) if (changed.has(task.key)) reviseTask(batch, task, reason);
  for (const key of removed) {
    const { status } = batch.task(key);
    if (status === 'ready' || status === 'blocked') batch.emit('task.cancelled', { taskKey: key, reason });
  }
  for (const task of candidate.plan.tasks) if (added.has(task.key)) batch.emit('task.planned', plannedFields(task));
  for (const task of candidate.plan.tasks) {
    const blocker = changed.has(task.key) || added.has(task.key) ? gateBlocker(task) : null;
    if (blocker) batch.emit('task.blocked', blocker);
  }
  reopenGates(batch, command, new Set([...diff.changed, ...diff.removed]));
}

export function admitPlanRevision(state: RunState, command: Revision, context: DecideContext): readonly RunEvent[] {
  const { candidate, proposalId, limits } = command.data;
  const plan = state.plan as PlanState;
  demand(!state.cancelRequested, 'RUN_CANCELLING', `Run ${state.runId} is being cancelled; its plan stays as it is.`);
  checkCurrent(state, plan, command);
  if (candidate.plan.proposalId !== proposalId) reject(state, 'proposal_mismatch', 'the plan names another proposal');
  checkPinned(state, plan, candidate);
  const diff = checkDiff(state, candidate);
  checkTouched(state, diff);
  refusePlan(validatePlan(candidate.plan, limits, { raisedAttempts: state.raised.attempts, taskIndex: state.taskIndex }));
  const batch = new Batch(state, context);
  apply(batch, command, plan, diff);
  settle(batch);
  return batch.facts();
}
