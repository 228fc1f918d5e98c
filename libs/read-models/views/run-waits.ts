// What a Run waits for, as readers see it: under its ref, with the actions that are legal in its present status.
import { openWaits } from '#domain/run';
import type { OpenWait, RunState } from '#domain/run';
import type { WaitDto } from '#contracts/http';
import { refsOf } from './run-refs.js';
import type { RunRefs } from './run-refs.js';

export interface RunWait extends Omit<OpenWait, 'kind'> {
  readonly kind: WaitDto['kind'];
  readonly ref: string;
  readonly taskRef: string | null;
  readonly expired: boolean;
}

const KINDS: Readonly<Record<OpenWait['kind'], WaitDto['kind']>> = {
  plan_gate: 'plan_gate',
  blocker: 'blocker',
  reviewer_wait: 'reviewer',
  sponsor_gate: 'sponsor_gate',
  policy_blocked: 'policy_blocked',
  task_broken: 'failed_task',
  preemption: 'preemption',
  replan_request: 'replan',
  pause: 'pause',
};

/** What stays possible once a wait has expired: nobody decides any more, but somebody can open, mend or end it. */
const AFTER_EXPIRY: ReadonlySet<string> = new Set(['reopen', 'rebase', 'reassign', 'resolve', 'replan', 'resume', 'cancel']);

export const actionsAfterExpiry = (actions: readonly string[]): readonly string[] =>
  actions.filter((action) => AFTER_EXPIRY.has(action));

/** What a status takes away. */
function legalActions({ status, allowedActions }: OpenWait): readonly string[] {
  if (status === 'expired' || status === 'changes_requested') return actionsAfterExpiry(allowedActions);
  const early = status === 'claimed' ? ['claim', 'reopen'] : ['submit_verdict', 'reopen'];
  return allowedActions.filter((action) => !early.includes(action));
}

function refOf({ kind, id }: OpenWait, taskRef: string | null, refs: RunRefs): string {
  if (kind === 'plan_gate' || kind === 'sponsor_gate') return refs.gate(id);
  if (kind === 'reviewer_wait') return refs.reviewer(id);
  if (kind === 'blocker') return refs.blocker(id);
  return kind === 'policy_blocked' || kind === 'task_broken' ? (taskRef ?? id) : id;
}

/** Whoever has claimed a review owns it until it ends. */
function ownerOf(run: RunState, { kind, status, owner, taskKey }: OpenWait): string {
  if (kind !== 'reviewer_wait' || status !== 'claimed' || taskKey === null) return owner;
  return run.tasks[run.taskIndex[taskKey] ?? -1]?.review?.reviewerPrincipalId ?? owner;
}

/** The Run's own, then those of its tasks in plan order; none once it has ended. */
export function waitsOf(run: RunState): readonly RunWait[] {
  const refs = refsOf(run);
  return openWaits(run).map((wait) => {
    const taskRef = wait.taskKey === null ? null : refs.task(wait.taskKey);
    return {
      ...wait,
      kind: KINDS[wait.kind],
      owner: ownerOf(run, wait),
      ref: refOf(wait, taskRef, refs),
      taskRef,
      expired: wait.status === 'expired',
      allowedActions: legalActions(wait),
    };
  });
}
