// Sentences for facts about scheduling, dispatch and the clock.
import { phrase } from '../phrase.js';
import type { Sentences } from './sentence.js';

const DISPATCHED: Readonly<Record<string, string>> = {
  scheduler_order: 'it is next in order',
  starvation_bound: 'it has waited too long',
  preemption_reservation: 'a place was kept for it',
};

const WITHDRAWN: Readonly<Record<string, string>> = {
  unclaimed: 'nobody took it in time',
  supply_lost: 'nobody can take it now',
  run_paused: 'the Run was paused',
  run_cancelled: 'the Run was cancelled',
  plan_revised: 'the plan changed',
  grant_lost: 'its share of capacity is gone',
  task_blocked: 'the task was blocked',
  task_closed: 'the task was closed',
};

const because = (table: Readonly<Record<string, string>>, code: string | null): string =>
  code === null ? '' : `: ${phrase(table, code)}`;

export const schedulerFacts: Sentences = {
  'scheduler.dispatch_requested': (of) => ({
    text: `${of.task} was offered to the agents${because(DISPATCHED, of.text('reason'))}.`,
    icon: 'send',
    tone: 'idle',
  }),
  'scheduler.dispatch_withdrawn': (of) => ({
    text: `The offer of ${of.task} was withdrawn${because(WITHDRAWN, of.text('reason'))}.`,
    icon: 'cross',
    tone: 'idle',
  }),
  'scheduler.priority_changed': (of) => ({
    text: `${of.who('principalId')} moved ${of.task} to lane ${of.text('requestedLane') ?? '?'}, rank ${of.number('localRank') ?? 0}.`,
    icon: 'gate',
    tone: 'plan',
  }),
  'scheduler.preemption_requested': (of) => ({
    text: `${of.named('victimTaskKey')} should step aside for ${of.named('reservedTaskKey')}.`,
    icon: 'hourglass',
    tone: 'wait',
  }),
  'scheduler.preemption_checkpoint_acknowledged': (of) => ({
    text: `${of.task} is saved; the place it leaves is kept.`,
    icon: 'check',
    tone: 'idle',
  }),
  'scheduler.preemption_timed_out': (of) => ({
    text: `${of.named('reservedTaskKey')} got no place: the running agent did not step aside by ${of.time('deadline')}.`,
    icon: 'warning',
    tone: 'wait',
  }),
  'scheduler.reservation_released': (of) => ({
    text: `The place kept for ${of.named('reservedTaskKey')} was given up${because({ claimed: 'it was taken', victim_ended: 'the other task ended by itself', ...WITHDRAWN }, of.text('reason'))}.`,
    icon: 'circle',
    tone: 'idle',
  }),
  'local_execution.requested': (of) => ({
    text: `“${of.names.task(of.text('envelope.taskKey') ?? '')}” was handed to ${of.text('agentDefinitionId') ?? 'an agent'} on this Project’s host.`,
    icon: 'send',
    tone: 'idle',
  }),
  'remote_dispatch.requested': (of) => ({
    text: `“${of.names.task(of.text('envelope.taskKey') ?? '')}” was handed to the remote agent at ${of.text('dispatchItem.endpoint.id') ?? 'its endpoint'}.`,
    icon: 'send',
    tone: 'idle',
  }),
  'clock.advanced': (of) => ({ text: `The Run’s clock moved to ${of.time('now')}.`, icon: 'circle', tone: 'idle' }),
};
