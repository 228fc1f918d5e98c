// Which rule answers which command, after the checks that all of them share.
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommand, RunCommandOf, RunCommandType } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import type { RunState } from '../state.js';
import { isTerminal, runStatus } from '../status.js';
import { evaluateTaskAcceptance, pinTaskAcceptance, requestRework, reviseTask } from './acceptance.js';
import { admitWorkflowPlan } from './admission.js';
import { blockTaskCommand, resolveBlocker } from './blockers.js';
import { issueAssignment } from './claim.js';
import { advanceClock } from './clock.js';
import { applyObservation, settleCancel, startAssignment } from './observation.js';
import { decidePlanGate, reopenPlanGate } from './plan-gate.js';
import { admitPlanRevision } from './plan-revision.js';
import { refuse } from './refuse.js';
import { claimReview, reassignReviewer, submitVerdict } from './review.js';
import { checkActor } from './roles.js';
import { cancelRun, pauseRun, raiseBudget, requestReplan, resumeRun } from './run-control.js';
import { commitPriorityChange, commitSchedulerDecision, requestCheckpoint, withdrawDispatchCommand } from './scheduling.js';
import { decideSponsorGate, reopenSponsorGate } from './sponsor-gate.js';
import { cancelTaskCommand, failTaskCommand, releaseLease } from './task-control.js';
import { noteSource, recordWorkspace, sealChangeSet } from './workspace.js';

type Rule<Type extends RunCommandType> = (
  state: RunState,
  command: RunCommandOf<Type>,
  context: DecideContext,
) => readonly RunEvent[];

const RULES: { readonly [Type in RunCommandType]: Rule<Type> } = {
  admit_workflow_plan: admitWorkflowPlan,
  admit_plan_revision: admitPlanRevision,
  pin_task_acceptance: pinTaskAcceptance,
  evaluate_task_acceptance: evaluateTaskAcceptance,
  block_task: blockTaskCommand,
  resolve_blocker: resolveBlocker,
  revise_task: reviseTask,
  request_rework: requestRework,
  claim_reviewer_assignment: claimReview,
  submit_reviewer_verdict: submitVerdict,
  reassign_reviewer: reassignReviewer,
  commit_scheduler_decision: commitSchedulerDecision,
  withdraw_dispatch: withdrawDispatchCommand,
  issue_local_assignment: issueAssignment,
  issue_remote_assignment: issueAssignment,
  start_assignment: startAssignment,
  apply_observation: applyObservation,
  request_checkpoint: requestCheckpoint,
  settle_cancel: settleCancel,
  record_workspace: recordWorkspace,
  seal_change_set: sealChangeSet,
  advance_clock: advanceClock,
  cancel_run: cancelRun,
  request_replan: requestReplan,
  pause_run: pauseRun,
  resume_run: resumeRun,
  raise_budget: raiseBudget,
  release_lease: releaseLease,
  cancel_task: cancelTaskCommand,
  fail_task: failTaskCommand,
  commit_priority_change: commitPriorityChange,
  decide_plan_gate: decidePlanGate,
  reopen_plan_gate: reopenPlanGate,
  decide_sponsor_gate: decideSponsorGate,
  reopen_sponsor_gate: reopenSponsorGate,
  note_source: noteSource,
};

/** Told even after the Run has ended: they change no status. */
const AFTERWARDS: ReadonlySet<RunCommandType> = new Set(['record_workspace', 'note_source']);

/** After idempotency: terminal, authority and separation, expected sequence, state, the rule of the command. */
export function decide(state: RunState, command: RunCommand, context: DecideContext): readonly RunEvent[] {
  if (isTerminal(state) && !AFTERWARDS.has(command.type) && command.type !== 'admit_workflow_plan') {
    refuse('RUN_TERMINAL', `Run ${state.runId} is ${runStatus(state)}; nothing changes it any more.`, {
      status: runStatus(state),
    });
  }
  checkActor(command);
  return (RULES[command.type] as Rule<RunCommandType>)(state, command as never, context);
}
