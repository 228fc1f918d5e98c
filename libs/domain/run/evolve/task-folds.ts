// Folds of tasks: planning, blockers, revisions, acceptance, and how they end.
import type { RunEventData, RunEventType } from '../events/run-event.js';
import { planTaskOf } from '../plan/plan-fields.js';
import type { PlanGateState, ReviewState, SponsorGateState, TaskState } from '../state.js';
import { patchTask, putTask, requeued, taskOf } from './fold.js';
import type { Fold, Folds } from './fold.js';

const DEFAULT_ACTIONS = ['resolve', 'replan', 'cancel'];
/** Its system owner resolves it; the task keeps its place in the queue. */
export const isSupplyBlocker = (blockerId: string): boolean => blockerId.startsWith('scheduler-supply:');

type Waits = Pick<TaskState, 'review' | 'gate' | 'planGate'>;

function withStatus<W extends ReviewState | SponsorGateState>(
  wait: W | null,
  from: ReadonlyArray<W['status']>,
  status: W['status'],
): W | null {
  return wait && from.includes(wait.status) ? { ...wait, status } : wait;
}

const toStale = <W extends ReviewState | SponsorGateState>(wait: W | null): W | null =>
  wait && wait.status !== 'cancelled' ? { ...wait, status: 'stale' } : wait;

const staleWaits = (task: TaskState): Pick<Waits, 'review' | 'gate'> => ({
  review: toStale(task.review),
  gate: toStale(task.gate),
});

const cancelledWaits = (task: TaskState): Waits => ({
  review: withStatus(task.review, ['open', 'claimed', 'expired'], 'cancelled'),
  gate: withStatus(task.gate, ['open', 'expired'], 'cancelled'),
  planGate: task.planGate && task.planGate.status === 'open' ? { ...task.planGate, status: 'cancelled' } : task.planGate,
});

function gateOf(plan: TaskState['plan']): PlanGateState | null {
  if (!plan.approvalGate) return null;
  const { id, ...gate } = plan.approvalGate;
  return { gateId: id, ...gate, status: 'open' };
}

/** What every new revision of a task starts with. */
const freshRevision = (task: TaskState): Partial<TaskState> => ({
  attempt: 0,
  preemptions: 0,
  failure: null,
  closedAt: null,
  deadlineMissed: false,
  contract: null,
  candidate: null,
  evaluation: null,
  acceptanceBlockedAt: null,
  floor: null,
  reviewsOpened: 0,
  pastAssignments: task.pastAssignments.map((one) => (one.envelope ? { ...one, envelope: null } : one)),
  ...staleWaits(task),
});

function plan(fold: Fold, data: RunEventData<'task.planned'>): void {
  const { run, at } = fold;
  const planned = planTaskOf(data);
  const index = run.tasks.length;
  run.taskIndex = { ...run.taskIndex, [data.taskKey]: index };
  putTask(run, index, {
    key: data.taskKey,
    inPlan: true,
    plan: planned,
    status: 'ready',
    revision: 1,
    attempt: 0,
    preemptions: 0,
    revisionsMade: 1,
    lane: data.sponsorLane,
    localRank: data.localRank,
    enqueuedAt: data.enqueuedAt,
    enqueueSequence: run.sequence,
    plannedAt: at,
    sequence: run.sequence,
    failure: null,
    closedAt: null,
    deadlineMissed: false,
    blockers: [],
    planGate: gateOf(planned),
    contract: null,
    candidate: null,
    evaluation: null,
    acceptanceBlockedAt: null,
    floor: null,
    review: null,
    reviewsOpened: 0,
    gate: null,
    record: null,
    activeAssignmentId: null,
    pastAssignments: [],
    withdrawnDispatches: [],
    unclaimedWithdrawals: 0,
  });
}

function revisePlan(fold: Fold, data: RunEventData<'task.plan_revised'>): void {
  const { expectedTaskRevision: _from, newTaskRevision, reason: _reason, ...fields } = data;
  const planned = planTaskOf(fields);
  patchTask(fold, data.taskKey, {
    ...freshRevision(taskOf(fold.run, data.taskKey)),
    plan: planned,
    status: 'ready',
    revision: newTaskRevision,
    revisionsMade: 1,
    lane: fields.sponsorLane,
    localRank: fields.localRank,
    enqueuedAt: fields.enqueuedAt,
    enqueueSequence: fold.run.sequence,
    blockers: [],
    planGate: gateOf(planned),
    unclaimedWithdrawals: 0,
  });
}

function block(fold: Fold, data: RunEventData<'task.blocked'>): void {
  const task = taskOf(fold.run, data.taskKey);
  patchTask(fold, data.taskKey, {
    status: 'blocked',
    blockers: [
      ...task.blockers,
      {
        blockerId: data.blockerId,
        kind: data.kind,
        owner: data.owner,
        reason: data.reason,
        deadline: data.deadline,
        allowedActions: data.allowedActions ?? DEFAULT_ACTIONS,
        openedAt: fold.at,
        status: 'open',
      },
    ],
    ...(isSupplyBlocker(data.blockerId) ? { unclaimedWithdrawals: 0 } : {}),
  });
}

function resolve(fold: Fold, { taskKey, blockerId }: RunEventData<'task.blocker_resolved'>): void {
  const blockers = taskOf(fold.run, taskKey).blockers.filter((one) => one.blockerId !== blockerId);
  const free = blockers.length === 0;
  patchTask(fold, taskKey, {
    blockers,
    ...(free ? { status: 'ready' } : {}),
    ...(free && !isSupplyBlocker(blockerId) ? requeued(fold) : {}),
  });
}

function close(fold: Fold, taskKey: string, change: Partial<TaskState>): void {
  const task = taskOf(fold.run, taskKey);
  patchTask(fold, taskKey, { blockers: [], closedAt: fold.at, ...cancelledWaits(task), ...change });
}

export const taskFolds: Folds<Extract<RunEventType, `task.${string}`>> = {
  'task.planned': plan,
  'task.plan_revised': revisePlan,
  'task.blocked': block,
  'task.blocker_resolved': resolve,
  'task.blocker_expired': (fold, { taskKey, blockerId }) => {
    const { blockers } = taskOf(fold.run, taskKey);
    patchTask(fold, taskKey, {
      blockers: blockers.map((one) => (one.blockerId === blockerId ? { ...one, status: 'expired' } : one)),
    });
  },
  'task.deadline_missed': (fold, { taskKey }) => patchTask(fold, taskKey, { deadlineMissed: true }),
  'task.cancel_requested': (fold, { taskKey }) => patchTask(fold, taskKey, { status: 'cancelling' }),
  'task.cancelled': (fold, { taskKey }) => close(fold, taskKey, { status: 'cancelled' }),
  'task.failed': (fold, { taskKey, reasonCode }) =>
    close(fold, taskKey, { status: 'failed', failure: { reasonCode, at: fold.at } }),
  'task.revised': (fold, { taskKey, title, maxAttempts }) => {
    const task = taskOf(fold.run, taskKey);
    patchTask(fold, taskKey, {
      ...freshRevision(task),
      plan: { ...task.plan, title, maxAttempts },
      status: 'ready',
      revision: task.revision + 1,
      revisionsMade: task.revisionsMade + 1,
      ...requeued(fold),
    });
  },
  'task.rework_requested': (fold, { taskKey }) => {
    const task = taskOf(fold.run, taskKey);
    patchTask(fold, taskKey, {
      ...freshRevision(task),
      status: 'ready',
      revision: task.revision + 1,
      revisionsMade: task.revisionsMade + 1,
      ...requeued(fold),
    });
  },
  'task.acceptance_pinned': (fold, { taskKey, contract }) => patchTask(fold, taskKey, { contract }),
  'task.acceptance_blocked': (fold, { taskKey, evaluation }) => {
    const waits = staleWaits(taskOf(fold.run, taskKey));
    patchTask(fold, taskKey, { evaluation, acceptanceBlockedAt: fold.at, ...waits });
  },
  'task.accepted': (fold, { taskKey, record }) => {
    const task = taskOf(fold.run, taskKey);
    patchTask(fold, taskKey, {
      status: 'accepted',
      record,
      closedAt: fold.at,
      acceptanceBlockedAt: null,
      review: withStatus(task.review, ['open', 'claimed', 'passed'], 'satisfied'),
      gate: withStatus(task.gate, ['open', 'approved'], 'satisfied'),
    });
  },
};
