// Folds of dispatch, preemption, priority, execution requests, workspaces and the clock.
import type { RunEventData, RunEventType } from '../events/run-event.js';
import type { WorkspaceState } from '../state.js';
import { noteChangeSet } from './assignment-folds.js';
import { patchAssignment, patchTask, taskOf } from './fold.js';
import type { Fold, Folds } from './fold.js';

const REMEMBERED_WITHDRAWALS = 32;

function withdraw(fold: Fold, { decisionId, taskKey, reason }: RunEventData<'scheduler.dispatch_withdrawn'>): void {
  const { run } = fold;
  run.dispatches = run.dispatches.filter((one) => one.decision.decisionId !== decisionId);
  const task = taskOf(run, taskKey);
  patchTask(fold, taskKey, {
    withdrawnDispatches: [...task.withdrawnDispatches, decisionId].slice(-REMEMBERED_WITHDRAWALS),
    unclaimedWithdrawals: reason === 'unclaimed' ? task.unclaimedWithdrawals + 1 : task.unclaimedWithdrawals,
  });
}

/** The reservation is over; an owner who was asked for a checkpoint is no longer asked. */
function endPreemption(fold: Fold, decisionId: string): void {
  const { run } = fold;
  if (run.preemption?.decision.decisionId === decisionId) run.preemption = null;
  const asked = run.assignments.find((one) => one.checkpointRequest?.decisionId === decisionId);
  if (asked) patchAssignment(fold, asked.assignmentId, { checkpointRequest: null });
}

function patchWorkspace(fold: Fold, leaseRef: string, change: Partial<WorkspaceState>): void {
  fold.run.workspaces = fold.run.workspaces.map((one) => (one.leaseRef === leaseRef ? { ...one, ...change } : one));
}

function leaseWorkspace({ run }: Fold, data: RunEventData<'workspace.leased'>): void {
  run.workspaces = [
    ...run.workspaces.filter((one) => one.leaseRef !== data.leaseRef),
    { ...data, status: 'leased', checkpoint: null, manifestDigest: null, blockerId: null },
  ];
}

type Type = Extract<
  RunEventType,
  | `scheduler.${string}`
  | `${'local_execution' | 'remote_dispatch'}.requested`
  | 'clock.advanced'
  | `workspace.${string}`
  | `change_set.${string}`
  | `integration.${string}`
>;

export const schedulerFolds: Folds<Type> = {
  'scheduler.dispatch_requested': ({ run, at }, decision) => {
    run.dispatches = [...run.dispatches, { decision, requestedAt: at }];
  },
  'scheduler.dispatch_withdrawn': withdraw,
  'scheduler.priority_changed': (fold, { taskKey, requestedLane, localRank }) =>
    patchTask(fold, taskKey, { lane: requestedLane, localRank }),
  'scheduler.preemption_requested': ({ run }, decision) => {
    run.preemption = { decision, status: 'prepared' };
  },
  'scheduler.preemption_checkpoint_acknowledged': ({ run }, { decisionId }) => {
    if (run.preemption?.decision.decisionId === decisionId && run.preemption.status !== 'takeover_ready') {
      run.preemption = { ...run.preemption, status: 'checkpoint_acknowledged' };
    }
  },
  'scheduler.preemption_timed_out': (fold, { decisionId }) => endPreemption(fold, decisionId),
  'scheduler.reservation_released': (fold, { decisionId }) => endPreemption(fold, decisionId),
  'local_execution.requested': (fold, { envelope, agentDefinitionId, hostId }) => {
    patchAssignment(fold, envelope.assignmentId, { envelope, execution: { kind: 'local', agentDefinitionId, hostId } });
  },
  'remote_dispatch.requested': (fold, { envelope, dispatchItem, reconcileDeadline }) => {
    const execution = { kind: 'remote', endpointId: dispatchItem.endpoint.id, reconcileDeadline } as const;
    patchAssignment(fold, envelope.assignmentId, { envelope, execution });
  },
  'clock.advanced': () => undefined,
  'workspace.leased': leaseWorkspace,
  'workspace.checkpointed': (fold, { leaseRef, checkpointRef, checkpointDigest }) =>
    patchWorkspace(fold, leaseRef, { checkpoint: { ref: checkpointRef, digest: checkpointDigest } }),
  'workspace.sealed': (fold, { leaseRef, manifestDigest }) =>
    patchWorkspace(fold, leaseRef, { status: 'sealed', manifestDigest: manifestDigest ?? null }),
  'workspace.discarded': ({ run }, { leaseRef }) => {
    run.workspaces = run.workspaces.filter((one) => one.leaseRef !== leaseRef);
  },
  'workspace.quarantined': (fold, { leaseRef, blockerId }) =>
    patchWorkspace(fold, leaseRef, { status: 'quarantined', blockerId }),
  'change_set.sealed': noteChangeSet,
  'integration.conflicted': (fold, { taskKey }) => patchTask(fold, taskKey, {}),
  'integration.target_moved': (fold, { taskKey }) => patchTask(fold, taskKey, {}),
};
