// Sentences for facts about Assignments.
import { entry, plain } from '../phrase.js';
import type { FactReader } from './fact-reader.js';
import type { Sentences } from './sentence.js';

const OUTCOME: Readonly<Record<string, string>> = {
  interrupted: 'it was interrupted',
  committed: 'its effects had already been committed',
  outcome_unknown: 'its outcome is unknown',
};

function progress(of: FactReader): string {
  const done = of.number('progress.completedUnits');
  const all = of.number('progress.totalUnits');
  if (done === null) return `${of.actor} reported progress on ${of.task}.`;
  return `${of.actor} has done ${done}${all === null ? ' steps' : ` of ${all} steps`} of ${of.task}.`;
}

export const assignmentFacts: Sentences = {
  'assignment.claimed': (of) => ({
    text: `${of.who('owner')} took ${of.task}: attempt ${of.number('attempt') ?? '?'}, fence ${of.number('fence') ?? '?'}, lease until ${of.time('leaseExpiresAt')}.`,
    icon: 'play',
    tone: 'run',
  }),
  'assignment.started': (of) => ({ text: `${of.actor} began to work on ${of.task}.`, icon: 'play', tone: 'run' }),
  'assignment.progress': (of) => ({ text: progress(of), icon: 'circle', tone: 'run' }),
  'assignment.heartbeat': (of) => ({
    text: `${of.actor} still works on ${of.task}; lease extended to ${of.time('leaseExpiresAt')}.`,
    icon: 'circle',
    tone: 'idle',
  }),
  'assignment.checkpointed': (of) => ({ text: `${of.actor} saved a checkpoint of ${of.task}.`, icon: 'circle', tone: 'idle' }),
  'assignment.checkpoint_requested': (of) => ({
    text: `${of.who('owner')} was asked to save ${of.task} and step aside${of.text('reservedTaskKey') ? ` for ${of.named('reservedTaskKey')}` : ''} by ${of.time('deadline')}.`,
    icon: 'hourglass',
    tone: 'wait',
  }),
  'assignment.preempted': (of) => ({ text: `${of.task} stepped aside; its checkpoint is kept.`, icon: 'pause', tone: 'idle' }),
  'assignment.execution_completed': (of) => ({
    text: `${of.actor} handed in the report of ${of.task}.`,
    icon: 'check',
    tone: 'plan',
  }),
  'assignment.execution_failed': (of) => {
    const reason = of.text('reasonCode');
    return {
      text: `${of.actor} could not do ${of.task}${reason ? `: ${plain(reason).toLowerCase()}` : ''}.${of.flag('retryable') ? ' It may be tried again.' : ''}`,
      icon: 'cross',
      tone: 'bad',
    };
  },
  'assignment.cancel_requested': (of) => ({
    text: `The agent on ${of.task} was told to stop by ${of.time('controlDeadline')}.`,
    icon: 'hourglass',
    tone: 'bad',
  }),
  'assignment.cancelled': (of) => ({
    text: `Work on ${of.task} stopped: ${entry(OUTCOME, of.text('outcome'), 'its outcome was not told')}.`,
    icon: 'cross',
    tone: 'idle',
  }),
  'assignment.lease_expired': (of) => ({
    text: `The lease on ${of.task} ran out: the agent went silent and its outcome is unknown.`,
    icon: 'warning',
    tone: 'bad',
  }),
  'assignment.lease_released': (of) => ({
    text: `${of.who('principalId')} released the lease on ${of.task}; the next fence is at least ${of.number('minimumNextFence') ?? '?'}.`,
    icon: 'warning',
    tone: 'wait',
  }),
};
