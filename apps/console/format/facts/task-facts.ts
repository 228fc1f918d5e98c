// Sentences for facts about tasks.
import { counted } from '../names.js';
import { entry, phrase } from '../phrase.js';
import { routeWords, taskWords } from '../words.js';
import type { FactReader } from './fact-reader.js';
import type { Sentences } from './sentence.js';

const BLOCKED: Readonly<Record<string, string>> = {
  dependency: 'a dependency',
  approval: 'an approval by a Sponsor',
  capability: 'an agent or a tool that can do it',
  external: 'something outside',
  human_input: 'an answer by a person',
};

const FAILED: Readonly<Record<string, string>> = {
  attempts_exhausted: 'no attempts are left',
  rework_exhausted: 'its rework is used up',
  execution_failed: 'its execution failed',
  gate_rejected: 'a Sponsor rejected it',
  operator: 'a Sponsor gave it up',
};

const waitsFor = (of: FactReader): string => entry(BLOCKED, of.text('kind'), 'something');

function planned(of: FactReader): string {
  const needs = of.list('dependsOn').length;
  const after = needs ? `, after ${counted(needs, 'other task')}` : '';
  return `${of.task} was planned${of.flag('required') ? '' : ' as optional'}${after}.`;
}

function accepted(of: FactReader): string {
  const claims = of.list('record.acceptedClaims').length;
  const route = of.text('record.route');
  const how = route === null ? '' : route === 'auto_accept' ? ' by its checks' : ` ${routeWords(route)}`;
  const rejected = of.list('record.rejectedClaims').length;
  const what = claims || rejected ? ` ${counted(claims, 'claim')} accepted${rejected ? `, ${rejected} rejected` : ''}.` : '';
  return `${of.task} was accepted${how}.${what}`;
}

export const taskFacts: Sentences = {
  'task.planned': (of) => ({ text: planned(of), icon: 'circle', tone: 'plan' }),
  'task.plan_revised': (of) => ({
    text: `${of.task} was changed by the new plan: revision ${of.number('newTaskRevision') ?? '?'}.`,
    icon: 'replan',
    tone: 'plan',
  }),
  'task.blocked': (of) => ({
    text: `${of.task} waits for ${waitsFor(of)}; ${of.who('owner')} can help until ${of.time('deadline')}.`,
    icon: 'block',
    tone: 'wait',
  }),
  'task.blocker_resolved': (of) => ({ text: `A blocker of ${of.task} was resolved.`, icon: 'check', tone: 'ok' }),
  'task.blocker_expired': (of) => ({
    text: `${of.task} waited for ${waitsFor(of)} until ${of.time('deadline')}, in vain.`,
    icon: 'warning',
    tone: 'wait',
  }),
  'task.deadline_missed': (of) => ({
    text: `${of.task} missed its deadline of ${of.time('deadline')} while ${taskWords(of.text('status') ?? '').label.toLowerCase()}.`,
    icon: 'warning',
    tone: 'wait',
  }),
  'task.cancel_requested': (of) => ({ text: `${of.task} is being cancelled.`, icon: 'hourglass', tone: 'bad' }),
  'task.cancelled': (of) => ({ text: `${of.task} was cancelled.`, icon: 'cross', tone: 'idle' }),
  'task.failed': (of) => {
    const code = of.text('reasonCode');
    return {
      text: `${of.task} failed${code === null ? '' : `: ${phrase(FAILED, code)}`}.`,
      icon: 'cross',
      tone: 'bad',
    };
  },
  'task.revised': (of) => ({
    text: `${of.task} was reopened with ${counted(of.number('maxAttempts') ?? 0, 'attempt')}.`,
    icon: 'replan',
    tone: 'plan',
  }),
  'task.rework_requested': (of) => ({ text: `${of.task} goes back for rework.`, icon: 'replan', tone: 'wait' }),
  'task.acceptance_pinned': (of) => ({
    text: `What ${of.task} must show was fixed: ${counted(of.list('contract.criteria').length, 'criterion', 'criteria')}.`,
    icon: 'eye',
    tone: 'plan',
  }),
  'task.acceptance_blocked': (of) => ({
    text: `Policy could not decide on ${of.task}: a check is missing or did not run.`,
    icon: 'block',
    tone: 'wait',
  }),
  'task.accepted': (of) => ({ text: accepted(of), icon: 'check', tone: 'ok' }),
};
