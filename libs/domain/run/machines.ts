// The state machines of a Run as tables. A walk over every command meets no other transition, and meets each of these;
// docs/kernel.md is drawn from here.
import type { RunEventType } from './events/run-event.js';

export interface Transition {
  /** `none`: it does not exist yet. */
  readonly from: readonly string[];
  readonly on: RunEventType;
  readonly to: string;
  /** What decides where one event leads to several. */
  readonly when?: string;
}

const task: readonly Transition[] = [
  { from: ['none'], on: 'task.planned', to: 'ready' },
  { from: ['ready'], on: 'task.blocked', to: 'blocked' },
  { from: ['blocked'], on: 'task.blocker_resolved', to: 'ready', when: 'last blocker' },
  { from: ['ready'], on: 'assignment.claimed', to: 'executing' },
  { from: ['executing'], on: 'assignment.execution_completed', to: 'awaiting_acceptance' },
  { from: ['executing'], on: 'assignment.preempted', to: 'ready' },
  { from: ['executing'], on: 'assignment.lease_expired', to: 'ready', when: 'attempts left' },
  { from: ['executing'], on: 'assignment.lease_expired', to: 'failed', when: 'last attempt' },
  { from: ['executing'], on: 'assignment.lease_released', to: 'ready', when: 'attempts left' },
  { from: ['executing'], on: 'assignment.lease_released', to: 'failed', when: 'last attempt' },
  { from: ['executing'], on: 'assignment.execution_failed', to: 'ready', when: 'may try again' },
  { from: ['executing'], on: 'assignment.execution_failed', to: 'failed', when: 'otherwise' },
  { from: ['executing'], on: 'assignment.cancel_requested', to: 'cancelling' },
  { from: ['cancelling'], on: 'assignment.cancelled', to: 'cancelled' },
  { from: ['cancelling'], on: 'assignment.lease_released', to: 'cancelled' },
  { from: ['awaiting_acceptance'], on: 'task.accepted', to: 'accepted' },
  { from: ['awaiting_acceptance'], on: 'task.rework_requested', to: 'ready' },
  { from: ['failed'], on: 'task.revised', to: 'ready' },
  { from: ['blocked', 'failed'], on: 'task.plan_revised', to: 'ready' },
  { from: ['ready', 'blocked', 'awaiting_acceptance'], on: 'task.cancelled', to: 'cancelled' },
  { from: ['ready', 'blocked', 'awaiting_acceptance'], on: 'task.failed', to: 'failed' },
];

const assignment: readonly Transition[] = [
  { from: ['none'], on: 'assignment.claimed', to: 'leased' },
  { from: ['leased'], on: 'assignment.started', to: 'running' },
  { from: ['running'], on: 'assignment.execution_completed', to: 'execution_completed' },
  { from: ['leased', 'running'], on: 'assignment.execution_failed', to: 'failed' },
  { from: ['running'], on: 'assignment.preempted', to: 'cancelled' },
  { from: ['leased', 'running'], on: 'assignment.lease_expired', to: 'lost' },
  { from: ['leased', 'running', 'cancel_requested'], on: 'assignment.lease_released', to: 'lost' },
  { from: ['leased', 'running'], on: 'assignment.cancel_requested', to: 'cancel_requested' },
  { from: ['cancel_requested'], on: 'assignment.cancelled', to: 'cancelled' },
];

const reviewerWait: readonly Transition[] = [
  { from: ['none'], on: 'reviewer.assigned', to: 'open' },
  { from: ['open'], on: 'reviewer.claimed', to: 'claimed' },
  { from: ['claimed'], on: 'reviewer.verdict_recorded', to: 'passed', when: 'every criterion passed' },
  { from: ['claimed'], on: 'reviewer.verdict_recorded', to: 'rework', when: 'otherwise' },
  { from: ['open', 'claimed'], on: 'reviewer.expired', to: 'expired' },
  { from: ['open', 'claimed', 'expired'], on: 'reviewer.assigned', to: 'cancelled', when: 'handed on' },
  { from: ['passed'], on: 'task.accepted', to: 'satisfied' },
  { from: ['open', 'claimed', 'expired', 'passed', 'rework'], on: 'task.rework_requested', to: 'stale' },
  { from: ['open', 'claimed', 'expired', 'passed'], on: 'task.acceptance_blocked', to: 'stale' },
  { from: ['passed'], on: 'task.revised', to: 'stale' },
  { from: ['passed', 'rework'], on: 'task.plan_revised', to: 'stale' },
  { from: ['open', 'claimed', 'expired'], on: 'task.cancelled', to: 'cancelled' },
  { from: ['open', 'claimed', 'expired'], on: 'task.failed', to: 'cancelled' },
];

const sponsorGate: readonly Transition[] = [
  { from: ['none'], on: 'sponsor_gate.opened', to: 'open' },
  { from: ['open'], on: 'sponsor_gate.decided', to: 'approved', when: 'approve' },
  { from: ['open'], on: 'sponsor_gate.decided', to: 'rejected', when: 'reject' },
  { from: ['open'], on: 'sponsor_gate.decided', to: 'changes_requested', when: 'request_changes' },
  { from: ['open', 'expired'], on: 'sponsor_gate.decided', to: 'cancelled', when: 'cancel' },
  { from: ['open'], on: 'sponsor_gate.expired', to: 'expired' },
  { from: ['expired'], on: 'sponsor_gate.opened', to: 'stale', when: 'reopened as a new gate' },
  { from: ['approved'], on: 'task.accepted', to: 'satisfied' },
  { from: ['open', 'expired', 'rejected', 'changes_requested'], on: 'task.rework_requested', to: 'stale' },
  { from: ['open', 'expired'], on: 'task.acceptance_blocked', to: 'stale' },
  { from: ['rejected', 'changes_requested'], on: 'task.plan_revised', to: 'stale' },
  { from: ['open', 'expired'], on: 'task.cancelled', to: 'cancelled' },
  { from: ['open', 'expired'], on: 'task.failed', to: 'cancelled' },
];

const planGate: readonly Transition[] = [
  { from: ['none'], on: 'task.planned', to: 'open' },
  { from: ['open'], on: 'plan_gate.decided', to: 'approved', when: 'approve' },
  { from: ['open'], on: 'plan_gate.decided', to: 'rejected', when: 'reject' },
  { from: ['open'], on: 'plan_gate.decided', to: 'changes_requested', when: 'request_changes' },
  { from: ['open', 'expired', 'changes_requested'], on: 'plan_gate.decided', to: 'cancelled', when: 'cancel' },
  { from: ['open'], on: 'plan_gate.expired', to: 'expired' },
  { from: ['expired', 'changes_requested'], on: 'plan_gate.reopened', to: 'open' },
  { from: ['none', 'approved', 'rejected', 'expired', 'changes_requested', 'cancelled'], on: 'task.plan_revised', to: 'open' },
  {
    from: ['open', 'approved', 'expired', 'changes_requested'],
    on: 'task.plan_revised',
    to: 'superseded',
    when: 'no gate any more',
  },
  {
    from: ['open', 'approved', 'rejected', 'expired', 'changes_requested', 'cancelled'],
    on: 'plan.revision_applied',
    to: 'superseded',
    when: 'its task left the plan',
  },
  { from: ['open'], on: 'task.cancelled', to: 'cancelled' },
  { from: ['open'], on: 'task.failed', to: 'cancelled' },
];

const dispatch: readonly Transition[] = [
  { from: ['none'], on: 'scheduler.dispatch_requested', to: 'pending' },
  { from: ['pending'], on: 'assignment.claimed', to: 'claimed' },
  { from: ['pending'], on: 'scheduler.dispatch_withdrawn', to: 'withdrawn' },
];

const preemption: readonly Transition[] = [
  { from: ['none'], on: 'scheduler.preemption_requested', to: 'prepared' },
  { from: ['prepared'], on: 'assignment.checkpoint_requested', to: 'checkpoint_requested' },
  { from: ['checkpoint_requested'], on: 'scheduler.preemption_checkpoint_acknowledged', to: 'checkpoint_acknowledged' },
  { from: ['checkpoint_acknowledged'], on: 'assignment.preempted', to: 'takeover_ready' },
  { from: ['checkpoint_requested'], on: 'scheduler.preemption_timed_out', to: 'timed_out' },
  { from: ['checkpoint_requested', 'takeover_ready'], on: 'scheduler.reservation_released', to: 'released' },
];

export const MACHINES = {
  task,
  assignment,
  'reviewer wait': reviewerWait,
  'sponsor gate': sponsorGate,
  'plan gate': planGate,
  dispatch,
  preemption,
} as const;
