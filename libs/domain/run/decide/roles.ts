// Who may send which command. Transport checks are an addition, never a substitute.
import type { ActorKind, ActorRole } from '../../kernel/index.js';
import type { RunCommand, RunCommandType } from '../commands/run-command.js';
import { refuse } from './refuse.js';

const KINDS: Readonly<Record<ActorRole, ActorKind>> = {
  sponsor: 'human',
  participant: 'human',
  orchestrator: 'agent',
  executor: 'agent',
  integration: 'agent',
  reviewer: 'agent',
  planning: 'system',
  scheduler: 'system',
  supply: 'system',
  clock: 'system',
  acceptance: 'system',
  ingress: 'system',
  workspace: 'system',
};

export const ROLES: Readonly<Record<RunCommandType, readonly ActorRole[]>> = {
  admit_workflow_plan: ['planning'],
  admit_plan_revision: ['planning', 'orchestrator'],
  pin_task_acceptance: ['acceptance'],
  evaluate_task_acceptance: ['acceptance'],
  block_task: ['orchestrator', 'supply', 'acceptance', 'workspace', 'planning'],
  resolve_blocker: ['orchestrator', 'supply'],
  revise_task: ['orchestrator'],
  request_rework: ['orchestrator', 'acceptance'],
  claim_reviewer_assignment: ['reviewer', 'sponsor'],
  submit_reviewer_verdict: ['reviewer', 'sponsor'],
  reassign_reviewer: ['orchestrator', 'acceptance'],
  commit_scheduler_decision: ['scheduler'],
  withdraw_dispatch: ['supply', 'clock'],
  issue_local_assignment: ['supply'],
  issue_remote_assignment: ['supply'],
  start_assignment: ['executor', 'integration'],
  apply_observation: ['executor', 'integration'],
  request_checkpoint: ['scheduler'],
  settle_cancel: ['executor', 'integration', 'workspace'],
  record_workspace: ['workspace'],
  seal_change_set: ['workspace'],
  advance_clock: ['clock'],
  cancel_run: ['sponsor', 'ingress'],
  request_replan: ['sponsor', 'ingress'],
  pause_run: ['sponsor'],
  resume_run: ['sponsor'],
  raise_budget: ['sponsor'],
  release_lease: ['sponsor'],
  cancel_task: ['sponsor'],
  fail_task: ['sponsor'],
  commit_priority_change: ['sponsor', 'orchestrator'],
  decide_plan_gate: ['sponsor'],
  reopen_plan_gate: ['sponsor'],
  decide_sponsor_gate: ['sponsor'],
  reopen_sponsor_gate: ['sponsor'],
  note_source: ['ingress'],
};

/** Gates and priorities answer with codes of their own when the person is the wrong one. */
const OWN_CODES: ReadonlySet<RunCommandType> = new Set([
  'decide_plan_gate',
  'reopen_plan_gate',
  'decide_sponsor_gate',
  'reopen_sponsor_gate',
  'commit_priority_change',
]);

/** Throws ACTOR_NOT_AUTHORIZED on a wrong kind or role. */
export function checkActor(command: RunCommand): void {
  const { actor } = command.meta;
  if (OWN_CODES.has(command.type)) return;
  if (ROLES[command.type].includes(actor.role) && KINDS[actor.role] === actor.kind) return;
  refuse(
    'ACTOR_NOT_AUTHORIZED',
    `${command.type} is for ${ROLES[command.type].join(' or ')}; a ${actor.kind} with role ${actor.role} cannot send it.`,
    { role: actor.role, kind: actor.kind },
  );
}

export const isSystem = (command: RunCommand): boolean => command.meta.actor.kind === 'system';
