// The families that steer Runs: gates, run control, budget, priority, effects and leases.
import { MAX_REASON, type CommandLine } from './command-line.js';
import type {
  BudgetCommand,
  EffectCommand,
  GateCommand,
  LeaseCommand,
  PriorityCommand,
  RunControlCommand,
} from './control-command.js';

const RUN_ID = /^[A-Za-z0-9_-]{1,128}$/;
const TASK_KEY = /^[a-z0-9][a-z0-9_-]{0,63}$/;
export const LANES = ['urgent', 'high', 'normal', 'low'] as const;

const DECISIONS = {
  approve: 'approve',
  reject: 'reject',
  'request-changes': 'request_changes',
  cancel: 'cancel',
  reopen: 'reopen',
} as const;

/** The rest of the line as a reason; undefined when it is too long. */
function reasonOf(line: CommandLine): string | null | undefined {
  const reason = line.rest();
  return reason !== null && reason.length > MAX_REASON ? undefined : reason;
}

function gateArguments(
  line: CommandLine,
  decision: keyof typeof DECISIONS | null,
  family: GateCommand['family'],
): GateCommand | null {
  const runId = line.id(RUN_ID);
  const taskKey = line.id(TASK_KEY);
  const gateId = line.id(/^(approval|sponsor):/);
  const reason = reasonOf(line);
  if (decision === null || runId === null || taskKey === null || gateId === null || reason === undefined) return null;
  const gateKind = gateId.startsWith('approval:') ? 'plan' : 'acceptance';
  return { family, gateKind, decision: DECISIONS[decision], runId, taskKey, gateId, reason };
}

export function readPlanGate(line: CommandLine): GateCommand | null {
  const command = gateArguments(line, line.word('approve', 'reject', 'request-changes', 'cancel'), 'plan-gate');
  return command?.gateKind === 'plan' ? command : null;
}

export const readGate = (line: CommandLine): GateCommand | null =>
  gateArguments(line, line.word('approve', 'reject', 'request-changes', 'cancel', 'reopen'), 'gate');

const REASON_CODES = {
  cancel: ['operator_request', 'no_longer_required', 'superseded', 'policy_change'],
  replan: ['operator_request', 'requirements_changed', 'blocker_recovery', 'policy_change'],
  pause: ['operator_request', 'incident', 'budget_review', 'policy_change'],
  resume: ['operator_request', 'incident_resolved', 'policy_change'],
} as const;

/** Without a reasonCode: operator_request. */
export function readRunControl(line: CommandLine): RunControlCommand | null {
  const verb = line.word('cancel', 'pause', 'resume', 'replan');
  const runId = line.id(RUN_ID);
  if (verb === null || runId === null) return null;
  const reasonCode = line.atEnd ? 'operator_request' : line.word<string>(...REASON_CODES[verb]);
  if (reasonCode === null || !line.atEnd) return null;
  return { family: 'run', action: verb === 'replan' ? 'request_replan' : verb, runId, reasonCode };
}

export function readBudget(line: CommandLine): BudgetCommand | null {
  const runId = line.id(RUN_ID);
  const kind = line.word('attempts', 'money');
  const amount = line.integer(1);
  return runId === null || kind === null || amount === null || !line.atEnd ? null : { family: 'budget', runId, kind, amount };
}

export function readTaskPriority(line: CommandLine): PriorityCommand | null {
  const verb = line.word('priority');
  const runId = line.id(RUN_ID);
  const taskKey = line.id(TASK_KEY);
  const lane = line.word(...LANES);
  const given = !line.atEnd;
  const rank = given ? line.integer() : null;
  if (verb === null || runId === null || taskKey === null || lane === null || (given && rank === null) || !line.atEnd)
    return null;
  return { family: 'task', runId, taskKey, lane, rank };
}

const EFFECT_REASONS = {
  approve: ['approved_as_requested'],
  reject: ['rejected_policy', 'rejected_scope', 'rejected_risk', 'rejected_by_sponsor'],
} as const;

export function readEffect(line: CommandLine): EffectCommand | null {
  const decision = line.word('approve', 'reject');
  const effectId = line.id();
  const reasonCode = decision && line.word<string>(...EFFECT_REASONS[decision]);
  if (decision === null || effectId === null || reasonCode === null || !line.atEnd) return null;
  return { family: 'effect', decision, effectId, reasonCode };
}

export function readLease(line: CommandLine): LeaseCommand | null {
  const verb = line.word('release');
  const assignmentId = line.id();
  const reason = reasonOf(line);
  return verb === null || assignmentId === null || !reason ? null : { family: 'lease', assignmentId, reason };
}
