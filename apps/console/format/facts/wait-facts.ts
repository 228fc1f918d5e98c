// Sentences for facts about reviews and gates.
import { entry } from '../phrase.js';
import type { FactReader } from './fact-reader.js';
import type { FactSentence, Sentences } from './sentence.js';

interface Decision extends Omit<FactSentence, 'text'> {
  readonly verb: string;
}

const DECIDED: Readonly<Record<string, Decision>> = {
  approve: { verb: 'approved', icon: 'check', tone: 'ok' },
  reject: { verb: 'rejected', icon: 'cross', tone: 'bad' },
  request_changes: { verb: 'asked for changes to', icon: 'replan', tone: 'wait' },
  cancel: { verb: 'cancelled', icon: 'cross', tone: 'idle' },
};

function decided(of: FactReader, what: string): FactSentence {
  const { verb, icon, tone } = entry<Decision>(DECIDED, of.text('decision'), { verb: 'decided on', icon: 'gate', tone: 'plan' });
  const solo = of.flag('soloApproval') ? ' As the only Sponsor they approved what they had asked for (solo).' : '';
  return { text: `${of.who('sponsorPrincipalId')} ${verb} ${what} of ${of.task}.${solo}`, icon, tone };
}

function verdict(of: FactReader): FactSentence {
  const passed = of.text('outcome') === 'passed';
  const how = of.text('verdict.method') === 'recomputed' ? ' by recomputing every cited evidence' : '';
  return {
    text: `${of.who('reviewerPrincipalId')} reviewed ${of.task}${how}: ${passed ? 'passed' : 'rework needed'}.`,
    icon: passed ? 'check' : 'replan',
    tone: passed ? 'ok' : 'wait',
  };
}

export const waitFacts: Sentences = {
  'reviewer.assigned': (of) => ({
    text: `${of.task} waits for a Reviewer other than ${of.who('assignment.producerPrincipalId')}, until ${of.time('assignment.deadline')}.`,
    icon: 'eye',
    tone: 'plan',
  }),
  'reviewer.claimed': (of) => ({
    text: `${of.who('reviewerPrincipalId')} took the review of ${of.task}.`,
    icon: 'eye',
    tone: 'run',
  }),
  'reviewer.verdict_recorded': verdict,
  'reviewer.expired': (of) => ({ text: `The review of ${of.task} was not done in time.`, icon: 'warning', tone: 'wait' }),
  'sponsor_gate.opened': (of) => ({
    text: `${of.task} needs the approval of ${of.who('gate.owner')} until ${of.time('gate.deadline')}.`,
    icon: 'gate',
    tone: 'wait',
  }),
  'sponsor_gate.decided': (of) => decided(of, 'the result'),
  'sponsor_gate.expired': (of) => ({ text: `The approval of ${of.task} was not given in time.`, icon: 'warning', tone: 'wait' }),
  'plan_gate.decided': (of) => decided(of, 'the plan'),
  'plan_gate.expired': (of) => ({
    text: `The plan of ${of.task} was not decided on by ${of.time('deadline')}.`,
    icon: 'warning',
    tone: 'wait',
  }),
  'plan_gate.reopened': (of) => ({
    text: `The plan of ${of.task} can be decided on again, until ${of.time('deadline')}.`,
    icon: 'gate',
    tone: 'plan',
  }),
};
