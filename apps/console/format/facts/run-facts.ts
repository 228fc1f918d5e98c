// Sentences for facts about the Run and its plan.
import { counted } from '../names.js';
import { entry, plain } from '../phrase.js';
import type { Sentences } from './sentence.js';

const why = (reasonCode: string | null): string => (reasonCode === null ? '' : ` Reason: ${plain(reasonCode).toLowerCase()}.`);

const ACTIONS: Readonly<Record<string, string>> = {
  cancel: 'to cancel the Run',
  request_replan: 'for a new plan',
  pause: 'to pause the Run',
  resume: 'to resume the Run',
  raise_budget: 'to raise the budget',
};

export const runFacts: Sentences = {
  'run.created': (of) => ({ text: `${of.actor} opened the Run.`, icon: 'play', tone: 'run' }),
  'run.control_decided': (of) => ({
    text: `${of.who('principalId')} asked ${entry(ACTIONS, of.text('action'), 'for a change')}.${why(of.text('reasonCode'))}`,
    icon: 'gate',
    tone: 'plan',
  }),
  'run.replan_requested': (of) => ({
    text: `A new plan is needed${of.text('taskKey') ? ` because of ${of.task}` : ''}.${why(of.text('reasonCode'))}`,
    icon: 'replan',
    tone: 'wait',
  }),
  'run.cancel_requested': () => ({
    text: 'Cancelling began: running Assignments are told to stop.',
    icon: 'hourglass',
    tone: 'bad',
  }),
  'run.cancelled': () => ({ text: 'The Run is cancelled.', icon: 'cross', tone: 'idle' }),
  'run.paused': (of) => ({
    text: `The Run is paused: nothing new is dispatched.${why(of.text('reasonCode'))}`,
    icon: 'pause',
    tone: 'idle',
  }),
  'run.resumed': (of) => ({ text: `The Run goes on.${why(of.text('reasonCode'))}`, icon: 'play', tone: 'run' }),
  'run.replan_overdue': (of) => ({
    text: `The new plan is overdue since ${of.time('deadline')}; ${of.who('owner')} was told.`,
    icon: 'warning',
    tone: 'wait',
  }),
  'run.source_noted': (of) => ({
    text: `The message that asked for this work was ${of.text('change') === 'deleted' ? 'deleted' : 'edited'}; the Run goes on unchanged.`,
    icon: 'circle',
    tone: 'idle',
  }),
  'run.budget_raised': (of) => {
    const amount = of.number('amount') ?? 0;
    const what = of.text('kind') === 'money' ? `${amount} micro-units of money` : counted(amount, 'attempt');
    return {
      text: `${of.who('principalId')} raised the budget by ${what}.${why(of.text('reasonCode'))}`,
      icon: 'gate',
      tone: 'plan',
    };
  },
  'plan.admitted': (of) => {
    const tasks = counted(of.list('plan.tasks').length, 'task');
    const strategy = of.text('plan.strategy.id');
    const asked = of.text('requesterPrincipalId') ? `, asked for by ${of.who('requesterPrincipalId')}` : '';
    return {
      text: `A plan of ${tasks} was admitted${strategy ? ` from “${strategy}”` : ''}${asked}.`,
      icon: 'gate',
      tone: 'plan',
    };
  },
  'plan.revision_applied': (of) => {
    const parts = (['added', 'changed', 'removed'] as const)
      .map((kind) => ({ kind, count: of.list(`candidate.diff.${kind}`).length }))
      .filter(({ count }) => count > 0)
      .map(({ kind, count }) => `${counted(count, 'task')} ${kind}`);
    return {
      text: `The plan was revised to revision ${of.number('planRevision') ?? '?'}${parts.length ? `: ${parts.join(', ')}` : ''}.`,
      icon: 'replan',
      tone: 'plan',
    };
  },
};
