// States in words, with the icon and tone that go with them. Tone is never the only sign.
import type { AcceptanceRouteDto, AssignmentStatusDto, RunStatusDto, TaskStatusDto } from '#contracts/http';
import { entry, phrase, plain } from './phrase.js';

export type Tone = 'ok' | 'run' | 'wait' | 'bad' | 'idle' | 'plan';
export type Sign =
  'check' | 'play' | 'pause' | 'hourglass' | 'eye' | 'block' | 'replan' | 'circle' | 'cross' | 'gate' | 'warning';

export interface StateWords {
  readonly label: string;
  readonly tone: Tone;
  readonly icon: Sign;
  /** One sentence: what it means for the reader. */
  readonly meaning: string;
}

const RUN: Record<RunStatusDto, StateWords> = {
  active: { label: 'Active', tone: 'run', icon: 'play', meaning: 'Work is going on.' },
  paused: { label: 'Paused', tone: 'idle', icon: 'pause', meaning: 'Nothing new is dispatched until a Sponsor resumes it.' },
  blocked: {
    label: 'Blocked',
    tone: 'wait',
    icon: 'block',
    meaning: 'Something must be decided or mended before work can go on.',
  },
  needs_replan: {
    label: 'Needs a new plan',
    tone: 'wait',
    icon: 'replan',
    meaning: 'The plan as it stands cannot end well; it waits for a revision.',
  },
  cancelling: {
    label: 'Cancelling',
    tone: 'bad',
    icon: 'hourglass',
    meaning: 'It stops as soon as running Assignments have settled.',
  },
  completed: { label: 'Completed', tone: 'ok', icon: 'check', meaning: 'Every required task was accepted.' },
  cancelled: { label: 'Cancelled', tone: 'idle', icon: 'cross', meaning: 'It was stopped; nothing more will happen.' },
};

const TASK: Record<TaskStatusDto, StateWords> = {
  ready: { label: 'Ready', tone: 'idle', icon: 'circle', meaning: 'Waits for its dependencies or for a free slot.' },
  blocked: { label: 'Blocked', tone: 'wait', icon: 'block', meaning: 'Waits until its blocker is resolved.' },
  executing: { label: 'Executing', tone: 'run', icon: 'play', meaning: 'An agent works on it under a lease.' },
  awaiting_acceptance: {
    label: 'Awaiting acceptance',
    tone: 'plan',
    icon: 'eye',
    meaning: 'Its report is in; acceptance decides.',
  },
  cancelling: { label: 'Cancelling', tone: 'bad', icon: 'hourglass', meaning: 'Its Assignment is being stopped.' },
  accepted: { label: 'Accepted', tone: 'ok', icon: 'check', meaning: 'Its result was accepted.' },
  failed: { label: 'Failed', tone: 'bad', icon: 'cross', meaning: 'It ended without an accepted result.' },
  cancelled: { label: 'Cancelled', tone: 'idle', icon: 'cross', meaning: 'It was stopped.' },
};

const ASSIGNMENT: Record<AssignmentStatusDto, StateWords> = {
  leased: { label: 'Leased', tone: 'idle', icon: 'circle', meaning: 'Claimed, not yet started.' },
  running: { label: 'Running', tone: 'run', icon: 'play', meaning: 'The agent is at work.' },
  cancel_requested: { label: 'Cancel requested', tone: 'bad', icon: 'hourglass', meaning: 'The agent was told to stop.' },
  execution_completed: { label: 'Completed', tone: 'ok', icon: 'check', meaning: 'A report was handed in.' },
  failed: { label: 'Failed', tone: 'bad', icon: 'cross', meaning: 'The agent reported that it could not do it.' },
  lost: { label: 'Lost', tone: 'bad', icon: 'warning', meaning: 'The lease ran out or was released; its outcome is unknown.' },
  cancelled: { label: 'Cancelled', tone: 'idle', icon: 'cross', meaning: 'It was stopped.' },
};

const ROUTE: Record<AcceptanceRouteDto, string> = {
  auto_accept: 'accepted by checks',
  reviewer_required: 'by a Reviewer',
  sponsor_required: 'by a Sponsor',
  reviewer_then_sponsor: 'by a Reviewer, then a Sponsor',
  rework: 'sent back for rework',
  policy_blocked: 'blocked by policy',
};

const ROUTE_TAG: Record<AcceptanceRouteDto, string> = {
  auto_accept: 'by checks',
  reviewer_required: 'Reviewer',
  sponsor_required: 'Sponsor',
  reviewer_then_sponsor: 'Reviewer, Sponsor',
  rework: 'rework',
  policy_blocked: 'policy',
};

const unknown = (word: string): StateWords => ({ label: plain(word), tone: 'idle', icon: 'circle', meaning: '' });
const of = (table: Readonly<Record<string, StateWords>>, word: string): StateWords => entry(table, word, unknown(word));

export const runWords = (status: string): StateWords => of(RUN, status);
export const taskWords = (status: string): StateWords => of(TASK, status);
export const assignmentWords = (status: string): StateWords => of(ASSIGNMENT, status);
export const routeWords = (route: string): string => phrase(ROUTE, route);
/** The route in one or two words, where room is short. */
export const routeTag = (route: string): string => phrase(ROUTE_TAG, route);
export const runStatuses = Object.keys(RUN) as RunStatusDto[];
