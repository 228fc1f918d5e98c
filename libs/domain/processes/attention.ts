// Everything of a Run that waits for somebody: who, until when, and the exact commands that are possible. Derived from the Run alone.
import type { PlanGateState, ReviewState, RunState, SponsorGateState, TaskState } from '#domain/run';

export type AttentionKind = 'plan_gate' | 'sponsor_gate' | 'review' | 'blocker' | 'acceptance_blocked' | 'task_broken' | 'replan';

export interface AttentionItem {
  readonly kind: AttentionKind;
  readonly projectId: string;
  readonly runId: string;
  readonly taskKey: string | null;
  /** The id of the wait: gate, reviewer wait, blocker, or the operation of a replan request. */
  readonly subjectId: string;
  /** An expired wait can no longer be answered, only opened anew or ended. */
  readonly status: 'open' | 'claimed' | 'expired';
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly allowedActions: readonly string[];
  /** Command lines for a Sponsor, ready to be sent as they are. */
  readonly commands: readonly string[];
}

const OWNER_MS = 15 * 60_000;

export function attentionOf(run: RunState): readonly AttentionItem[] {
  if (run.cancelled || run.cancelRequested) return [];
  return [...run.tasks.filter(({ inPlan }) => inPlan).flatMap((task) => ofTask(run, task)), ...replanOf(run)];
}

type Wait = Pick<AttentionItem, 'kind' | 'subjectId' | 'status' | 'owner' | 'deadline' | 'allowedActions'>;

const item = (
  { projectId, runId }: RunState,
  task: TaskState | null,
  wait: Wait,
  commands: readonly string[],
): AttentionItem => ({
  ...wait,
  projectId,
  runId,
  taskKey: task?.key ?? null,
  commands,
});

const runCommands = ({ runId }: RunState): readonly string[] => [`/control run replan ${runId}`, `/control run cancel ${runId}`];

function ofTask(run: RunState, task: TaskState): readonly AttentionItem[] {
  const { planGate, gate, review, blockers, acceptanceBlockedAt } = task;
  return [
    ...(planGate && (planGate.status === 'open' || planGate.status === 'expired') ? [planGateItem(run, task, planGate)] : []),
    ...(gate && (gate.status === 'open' || gate.status === 'expired') ? [sponsorGateItem(run, task, gate)] : []),
    ...(review && ['open', 'claimed', 'expired'].includes(review.status) ? [reviewItem(run, task, review)] : []),
    ...blockers
      .filter(({ kind }) => kind !== 'approval')
      .map(({ blockerId, status, owner, deadline, allowedActions }) =>
        item(run, task, { kind: 'blocker', subjectId: blockerId, status, owner, deadline, allowedActions }, runCommands(run)),
      ),
    ...(acceptanceBlockedAt === null ? [] : [policyBlocked(run, task, acceptanceBlockedAt)]),
    ...brokenOf(run, task),
  ];
}

function planGateItem(run: RunState, task: TaskState, gate: PlanGateState): AttentionItem {
  const { gateId, owner, deadline } = gate;
  const open = gate.status === 'open';
  const line = (decision: string): string => `/control gate ${decision} ${run.runId} ${task.key} ${gateId}`;
  const allowedActions = open ? ['approve', 'reject', 'request_changes', 'replan', 'cancel'] : ['reopen', 'replan', 'cancel'];
  const commands = open ? ['approve', 'reject', 'request-changes', 'cancel'] : ['reopen', 'cancel'];
  const status = open ? ('open' as const) : ('expired' as const);
  return item(run, task, { kind: 'plan_gate', subjectId: gateId, status, owner, deadline, allowedActions }, commands.map(line));
}

function sponsorGateItem(run: RunState, task: TaskState, gate: SponsorGateState): AttentionItem {
  const { gateId, owner, deadline } = gate;
  const open = gate.status === 'open';
  const line = (decision: string): string => `/control gate ${decision} ${run.runId} ${task.key} ${gateId}`;
  const allowedActions = open ? ['approve', 'reject', 'request_changes', 'replan', 'cancel'] : ['reopen', 'replan', 'cancel'];
  const commands = open ? ['approve', 'reject', 'request-changes', 'cancel'].map(line) : [line('reopen'), ...runCommands(run)];
  const status = open ? ('open' as const) : ('expired' as const);
  return item(run, task, { kind: 'sponsor_gate', subjectId: gateId, status, owner, deadline, allowedActions }, commands);
}

function reviewItem(run: RunState, task: TaskState, review: ReviewState): AttentionItem {
  const { assignmentId: subjectId, owner, deadline, reviewerPrincipalId } = review;
  const status = review.status === 'claimed' ? 'claimed' : review.status === 'expired' ? 'expired' : 'open';
  const allowedActions =
    status === 'expired' ? ['reassign', 'replan', 'cancel'] : ['claim', 'submit_verdict', 'replan', 'cancel'];
  const wait = {
    kind: 'review' as const,
    subjectId,
    status,
    owner: reviewerPrincipalId ?? owner,
    deadline,
    allowedActions,
  } as const;
  return item(run, task, wait, status === 'expired' ? runCommands(run) : []);
}

const owned = (
  run: RunState,
  kind: AttentionKind,
  subjectId: string,
  since: number,
  allowedActions: readonly string[],
): Wait => ({
  kind,
  subjectId,
  status: 'open',
  owner: `orchestrator:${run.projectId}`,
  deadline: since + OWNER_MS,
  allowedActions,
});

const policyBlocked = (run: RunState, task: TaskState, since: number): AttentionItem =>
  item(
    run,
    task,
    owned(run, 'acceptance_blocked', `acceptance:${task.key}`, since, ['evaluate', 'request_rework', 'replan', 'cancel']),
    runCommands(run),
  );

/** A required task that failed or was cancelled: only a plan revision heals the Run. */
function brokenOf(run: RunState, task: TaskState): readonly AttentionItem[] {
  const broken = task.plan.required && (task.status === 'failed' || task.status === 'cancelled');
  if (!broken) return [];
  const since = task.closedAt ?? run.now;
  return [item(run, task, owned(run, 'task_broken', `task:${task.key}`, since, ['replan', 'cancel']), runCommands(run))];
}

function replanOf(run: RunState): readonly AttentionItem[] {
  const { replan } = run;
  if (!replan) return [];
  const wait: Wait = {
    kind: 'replan',
    subjectId: replan.operationId,
    status: replan.overdue ? 'expired' : 'open',
    owner: `orchestrator:${run.projectId}`,
    deadline: replan.deadline,
    allowedActions: ['replan', 'resume', 'cancel'],
  };
  return [item(run, null, wait, [`/control run resume ${run.runId}`, `/control run cancel ${run.runId}`])];
}
