// Which typed commands a wait allows, each with the route and the body that the API takes. Nothing else can be posted from here.
import type { AttentionDto, ClaimReviewDto, GateDecisionDto, ResolveBlockerDto, RunControlDto } from '#contracts/http';
import { paths } from '../../api/paths.js';

export type WaitBody = GateDecisionDto | ResolveBlockerDto | ClaimReviewDto | RunControlDto;

export interface BodyInput {
  readonly operationId: string;
  /** Reason in words; kept by gates only. */
  readonly reason: string;
  /** Now, epoch milliseconds. */
  readonly now: number;
}

export interface WaitAction {
  readonly action: string;
  readonly label: string;
  /** What has happened once it succeeded. */
  readonly done: string;
  readonly style: 'primary' | 'plain' | 'danger';
  readonly takesReason: boolean;
  /** Asks before it is done; null where it can be undone. */
  readonly warning: string | null;
  readonly path: string;
  readonly body: (input: BodyInput) => WaitBody;
}

type Draft = Omit<WaitAction, 'action'>;

/** How long running Assignments get to settle after a cancel. */
const CANCEL_MS = 30_000;
const GATES: ReadonlySet<string> = new Set(['plan_gate', 'sponsor_gate']);
/** No longer possible once the deadline has passed. */
const IN_TIME: ReadonlySet<string> = new Set(['approve', 'reject', 'request_changes', 'claim', 'submit_verdict']);

export function actionsOf(wait: AttentionDto, over: boolean): readonly WaitAction[] {
  return wait.allowedActions.flatMap((action) => {
    if (over && IN_TIME.has(action)) return [];
    const draft = (GATES.has(wait.kind) ? gateAction(wait, action) : waitAction(wait, action)) ?? runAction(wait, action);
    return draft ? [{ action, ...draft }] : [];
  });
}

function gateAction(wait: AttentionDto, action: string): Draft | null {
  const { taskKey, taskRevision, candidateHash } = wait;
  if (taskKey === null || taskRevision === null) return null;
  const what = wait.kind === 'plan_gate' ? 'The plan of this task' : 'The result of this task';
  const decide = (decision: GateDecisionDto['decision'], rest: Pick<Draft, 'label' | 'done' | 'style' | 'warning'>): Draft => ({
    ...rest,
    takesReason: true,
    path: paths.gateDecision(wait.runId, taskKey, wait.waitId),
    body: ({ operationId, reason }) => ({
      operationId,
      projectId: wait.projectId,
      expectedSequence: wait.expectedSequence,
      taskRevision,
      decision,
      ...(candidateHash === null ? {} : { candidateHash }),
      ...(reason.trim() ? { reason: reason.trim() } : {}),
    }),
  });
  switch (action) {
    case 'approve':
      return decide(action, { label: 'Approve', done: `${what} is approved.`, style: 'primary', warning: null });
    case 'reject':
      return decide(action, { label: 'Reject', done: `${what} is rejected.`, style: 'danger', warning: null });
    case 'request_changes':
      return decide(action, { label: 'Request changes', done: 'Changes are requested.', style: 'plain', warning: null });
    case 'reopen':
      return decide(action, { label: 'Open again', done: 'It can be decided on again.', style: 'primary', warning: null });
    case 'cancel':
      return wait.kind === 'plan_gate'
        ? decide(action, { label: 'Cancel the Run', done: 'The Run is being cancelled.', style: 'danger', warning: STOP_RUN })
        : decide(action, { label: 'Cancel the task', done: 'The task is cancelled.', style: 'danger', warning: STOP_TASK });
    default:
      return null;
  }
}

const STOP_RUN = 'This stops the whole Run for good. Work that is not accepted is lost.';
const STOP_TASK = 'This stops the task for good.';

function waitAction(wait: AttentionDto, action: string): Draft | null {
  const { projectId, runId, expectedSequence, taskKey } = wait;
  if (action === 'claim' && wait.kind === 'reviewer') {
    return {
      label: 'Take the review',
      done: 'The review is yours.',
      style: 'primary',
      takesReason: false,
      warning: null,
      path: paths.claimReview(wait.waitId),
      body: ({ operationId }) => ({ operationId, projectId, runId, expectedSequence }),
    };
  }
  if (action === 'resolve' && taskKey !== null) {
    return {
      label: 'It is resolved',
      done: 'The blocker is resolved.',
      style: 'primary',
      takesReason: false,
      warning: null,
      path: paths.resolveBlocker(runId, taskKey, wait.waitId),
      body: ({ operationId }) => ({ operationId, projectId, expectedSequence }),
    };
  }
  return null;
}

function runAction(wait: AttentionDto, action: string): Draft | null {
  const control = (
    verb: RunControlDto['action'],
    reasonCode: string,
    rest: Pick<Draft, 'label' | 'done' | 'style' | 'warning'>,
  ): Draft => ({
    ...rest,
    takesReason: false,
    path: paths.control,
    body: ({ operationId, now }) => ({
      version: 1,
      operationId,
      projectId: wait.projectId,
      runId: wait.runId,
      expectedSequence: wait.expectedSequence,
      action: verb,
      reasonCode,
      ...(verb === 'cancel' ? { controlDeadline: now + CANCEL_MS } : {}),
    }),
  });
  switch (action) {
    case 'resume':
      return control(action, 'operator_request', { label: 'Resume', done: 'The Run goes on.', style: 'primary', warning: null });
    case 'replan':
      return control('request_replan', wait.kind === 'blocker' ? 'blocker_recovery' : 'operator_request', {
        label: 'Ask for a new plan',
        done: 'A new plan is asked for.',
        style: 'plain',
        warning: null,
      });
    case 'cancel':
    case 'cancel_run':
      return control('cancel', 'operator_request', {
        label: 'Cancel the Run',
        done: 'The Run is being cancelled.',
        style: 'danger',
        warning: STOP_RUN,
      });
    default:
      return null;
  }
}
