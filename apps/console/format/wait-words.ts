// Waits, blockers and what can be done about them, in words.
import type { BlockerDto, WaitDto } from '#contracts/http';
import { entry, phrase, plain } from './phrase.js';

export interface WaitWords {
  readonly title: string;
  /** What is asked of the reader. */
  readonly question: string;
}

const WAITS: Record<WaitDto['kind'], WaitWords> = {
  reviewer: { title: 'A review', question: 'Someone who did not do the work must judge its result.' },
  sponsor_gate: { title: 'A Sponsor’s approval of a result', question: 'Is this result good enough to be accepted?' },
  plan_gate: { title: 'A Sponsor’s approval of the plan', question: 'May this task be done as planned?' },
  preemption: { title: 'A running task to step aside', question: 'The running agent was asked to save and make room.' },
  replan: { title: 'A new plan', question: 'The present plan was called into question; a revision is awaited.' },
  blocker: { title: 'A blocker', question: 'Something stands in the way of this task.' },
  policy_blocked: { title: 'Acceptance policy', question: 'Policy could not decide: a check is missing or did not run.' },
  failed_task: { title: 'A failed task that is required', question: 'A required task failed; only a new plan can heal the Run.' },
  pause: { title: 'The Run to be resumed', question: 'The Run is paused: nothing new is dispatched.' },
};

const BLOCKERS: Record<BlockerDto['kind'], string> = {
  dependency: 'A dependency',
  approval: 'A Sponsor’s approval of the plan',
  capability: 'An agent or a tool that can do it',
  external: 'Something outside the Run',
  human_input: 'An answer by a person',
};

const ACTIONS: Readonly<Record<string, string>> = {
  approve: 'approve',
  reject: 'reject',
  request_changes: 'ask for changes',
  reopen: 'open it again',
  rebase: 'rebase the result',
  replan: 'ask for a new plan',
  cancel: 'cancel',
  cancel_run: 'cancel the Run',
  claim: 'take the review',
  submit_verdict: 'give a verdict',
  reassign: 'give it to another Reviewer',
  resolve: 'say it is resolved',
  resume: 'resume',
  release: 'release the lease',
};

export const waitWords = (kind: string): WaitWords => entry<WaitWords>(WAITS, kind, { title: plain(kind), question: '' });
export const blockerWords = (kind: string): string => entry(BLOCKERS, kind, plain(kind));
export const actionWords = (action: string): string => phrase(ACTIONS, action);

/** A wait is over by the server's word or by the clock on the wall. */
export const isOver = (wait: { readonly expired: boolean; readonly deadline: number | null }, now: number): boolean =>
  wait.expired || (wait.deadline !== null && wait.deadline <= now);
