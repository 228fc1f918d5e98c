// Which card a fact of a Run gives, and what it says. Pure: titles, names and the Run after the fact are passed in.
import type { RunEvent, RunState } from '#domain/run';
import { attentionOf, type AttentionItem } from './attention.js';
import { bodyLines, type Card, type CardKind, type Speaker } from './card.js';

export interface CardContext {
  /** The Run as it stands after the fact. */
  readonly run: RunState;
  /** Titles that may be shown in this room; null withholds one. */
  readonly titleOf: (taskKey: string) => string | null;
  readonly runTitle: string | null;
  /** The member behind a principal; null where the room's main voice speaks. */
  readonly speakerOf: (principalId: string) => Speaker | null;
  readonly hasSponsorRoom: boolean;
  /** How a deadline is written, e.g. as a local time. */
  readonly formatTime: (epochMs: number) => string;
}

interface Draft {
  readonly kind: CardKind;
  readonly lines: readonly string[];
  readonly taskKey?: string;
  readonly assignmentId?: string;
  /** The principal who did it. */
  readonly by?: string;
  readonly item?: AttentionItem;
  /** For Sponsors: goes to their room where there is one. */
  readonly sponsors?: true;
}

type Writer<Type extends RunEvent['type']> = (
  data: Extract<RunEvent, { type: Type }>['data'],
  context: CardContext,
) => Draft | null;
type Writers = { readonly [Type in RunEvent['type']]?: Writer<Type> };

const sentence = (subject: string, said: string): string => `${subject}${said.startsWith(':') ? '' : ' '}${said}`;

const shown = ({ titleOf }: CardContext, taskKey: string): string => {
  const title = titleOf(taskKey);
  return title === null ? `Task ${taskKey}` : `Task ${taskKey} “${title}”`;
};

const named = ({ runTitle, run }: CardContext): string =>
  runTitle === null ? `Run ${run.runId}` : `Run ${run.runId} “${runTitle}”`;

const assignmentOf = ({ run }: CardContext, assignmentId: string) =>
  run.assignments.find((one) => one.assignmentId === assignmentId) ??
  run.tasks.flatMap(({ pastAssignments }) => pastAssignments).find((one) => one.assignmentId === assignmentId);

type Match = (item: AttentionItem) => boolean;
const bySubject =
  (subjectId: string): Match =>
  (item) =>
    item.subjectId === subjectId;
const byTask =
  (kind: AttentionItem['kind'], taskKey: string): Match =>
  (item) =>
    item.kind === kind && item.taskKey === taskKey;

const ofTask = (kind: CardKind, context: CardContext, taskKey: string, said: string, more: Partial<Draft> = {}): Draft => ({
  kind,
  lines: [sentence(shown(context, taskKey), said)],
  taskKey,
  ...more,
});

/** About an Assignment's task, in the words of the agent that holds it. */
function ofAssignment(kind: CardKind, context: CardContext, assignmentId: string, said: string): Draft | null {
  const assignment = assignmentOf(context, assignmentId);
  return assignment ? ofTask(kind, context, assignment.taskKey, said, { assignmentId, by: assignment.owner }) : null;
}

const ofRun = (kind: CardKind, context: CardContext, said: string, more: Partial<Draft> = {}): Draft => ({
  kind,
  lines: [sentence(named(context), said)],
  ...more,
});

/** An attention card names owner and deadline and carries the possible commands. */
function waiting(context: CardContext, taskKey: string, match: Match, said: string): Draft {
  const found = attentionOf(context.run).find(match);
  return ofTask('attention', context, taskKey, said, { sponsors: true, ...(found ? { item: found } : {}) });
}

const runAttention = (context: CardContext, said: string): Draft => {
  const found = attentionOf(context.run).find(({ kind }) => kind === 'replan_request');
  return ofRun('attention', context, said, { sponsors: true, ...(found ? { item: found } : {}) });
};

const FAILURES: Readonly<Record<string, string>> = {
  attempts_exhausted: 'its attempts are used up',
  rework_exhausted: 'its revisions are used up',
  execution_failed: 'the attempt failed',
  gate_rejected: 'its gate was rejected',
  operator: 'a Sponsor ended it',
};

const words = (code: string): string => code.replaceAll('_', ' ');

const RUN_CARDS: Writers = {
  'run.created': (_, context) => ofRun('status', context, 'was started.'),
  'run.paused': ({ reasonCode }, context) => ofRun('status', context, `is paused: ${words(reasonCode)}.`),
  'run.resumed': ({ reasonCode }, context) => ofRun('status', context, `goes on: ${words(reasonCode)}.`),
  'run.replan_requested': ({ reasonCode }, context) => runAttention(context, `needs a new plan: ${words(reasonCode)}.`),
  'run.replan_overdue': (_, context) => runAttention(context, 'still waits for its new plan.'),
  'run.cancel_requested': (_, context) => ofRun('status', context, 'is being cancelled.'),
  'run.cancelled': (_, context) => ofRun('conclusion', context, 'is cancelled.'),
  'run.source_noted': ({ change }, context) =>
    ofRun('status', context, `: its request was ${change} after work began. Nothing else changed.`),
};

const TASK_CARDS: Writers = {
  'task.planned': ({ taskKey }, context) => ofTask('status', context, taskKey, 'is planned.'),
  'task.blocked': ({ taskKey, blockerId, kind }, context) =>
    waiting(context, taskKey, bySubject(blockerId), kind === 'approval' ? 'waits for approval.' : `is blocked: ${words(kind)}.`),
  'task.blocker_expired': ({ taskKey, blockerId, kind }, context) =>
    waiting(context, taskKey, bySubject(blockerId), `is still blocked (${words(kind)}) and its deadline has passed.`),
  'task.deadline_missed': ({ taskKey, status }, context) =>
    ofTask('attention', context, taskKey, `missed its deadline; it is ${words(status)}.`, { sponsors: true }),
  'task.accepted': ({ taskKey }, context) => ofTask('milestone', context, taskKey, 'is accepted.'),
  'task.failed': ({ taskKey, reasonCode }, context) =>
    waiting(context, taskKey, byTask('task_broken', taskKey), `failed: ${FAILURES[reasonCode] ?? words(reasonCode)}.`),
  'task.cancel_requested': ({ taskKey }, context) => ofTask('status', context, taskKey, 'is being cancelled.'),
  'task.cancelled': ({ taskKey }, context) => ofTask('status', context, taskKey, 'is cancelled.'),
  'task.rework_requested': ({ taskKey }, context) => ofTask('status', context, taskKey, 'goes back for rework.'),
  'task.acceptance_blocked': ({ taskKey }, context) =>
    waiting(context, taskKey, byTask('policy_blocked', taskKey), 'cannot be judged: a check is missing, expired or in error.'),
};

const WAIT_CARDS: Writers = {
  'reviewer.assigned': ({ taskKey }, context) => ofTask('status', context, taskKey, 'waits for its review.'),
  'reviewer.expired': ({ taskKey, assignmentId }, context) =>
    waiting(context, taskKey, bySubject(assignmentId), 'was not reviewed in time.'),
  'sponsor_gate.opened': ({ taskKey, gate }, context) =>
    waiting(context, taskKey, bySubject(gate.gateId), 'waits for a Sponsor.'),
  'sponsor_gate.decided': ({ taskKey, decision, soloApproval }, context) =>
    ofTask('milestone', context, taskKey, `: the Sponsor said ${words(decision)}${soloApproval ? ' (solo approval)' : ''}.`),
  'sponsor_gate.expired': ({ taskKey, gateId }, context) =>
    waiting(context, taskKey, bySubject(gateId), ': nobody decided its gate in time.'),
  'plan_gate.decided': ({ taskKey, decision, soloApproval }, context) =>
    ofTask('milestone', context, taskKey, `: the Sponsor said ${words(decision)}${soloApproval ? ' (solo approval)' : ''}.`),
  'plan_gate.expired': ({ taskKey, gateId }, context) =>
    waiting(context, taskKey, bySubject(gateId), ': nobody decided its gate in time.'),
  'plan_gate.reopened': ({ taskKey, gateId }, context) =>
    waiting(context, taskKey, bySubject(gateId), ': its gate is open again.'),
};

const ASSIGNMENT_CARDS: Writers = {
  'assignment.claimed': ({ assignmentId }, context) => ofAssignment('status', context, assignmentId, 'is taken.'),
  'assignment.started': ({ assignmentId }, context) => ofAssignment('status', context, assignmentId, 'is being worked on.'),
  'assignment.checkpointed': ({ assignmentId }, context) =>
    ofAssignment('progress', context, assignmentId, 'reached a checkpoint.'),
  'assignment.execution_completed': ({ assignmentId }, context) =>
    ofAssignment('milestone', context, assignmentId, 'is done and waits for acceptance.'),
  'assignment.execution_failed': ({ assignmentId, reasonCode, retryable }, context) =>
    ofAssignment('status', context, assignmentId, `: the attempt failed (${words(reasonCode)})${retryable ? '' : ' for good'}.`),
  'assignment.lease_expired': ({ assignmentId }, context) =>
    ofAssignment('status', context, assignmentId, 'was lost: its lease expired.'),
  'assignment.lease_released': ({ assignmentId }, context) =>
    ofAssignment('status', context, assignmentId, ': a Sponsor released its lease.'),
  'assignment.cancel_requested': ({ assignmentId }, context) =>
    ofAssignment('status', context, assignmentId, 'is asked to stop.'),
  'assignment.cancelled': ({ assignmentId, outcome }, context) =>
    ofAssignment('status', context, assignmentId, `was stopped: ${words(outcome)}.`),
};

const WRITERS: Writers = { ...RUN_CARDS, ...TASK_CARDS, ...WAIT_CARDS, ...ASSIGNMENT_CARDS };

/** Events that give a card by themselves; progress is aggregated (`foldProgress`). */
export const CARDED_EVENTS: readonly string[] = Object.keys(WRITERS);

/** null for a fact without a card. The last acceptance of a Run gives its conclusion. */
export function cardOf(event: RunEvent, context: CardContext, runStatus: string): Card | null {
  const writer = WRITERS[event.type] as Writer<RunEvent['type']> | undefined;
  const draft = writer?.(event.data, context);
  if (!draft) return null;
  const concludes = event.type === 'task.accepted' && runStatus === 'completed';
  const finished = `${named(context)} is completed.`;
  return cardFrom(concludes ? { ...draft, kind: 'conclusion', lines: [finished, ...draft.lines] } : draft, context);
}

function cardFrom(draft: Draft, context: CardContext): Card {
  const { kind, taskKey = null, assignmentId = null, by, item, sponsors } = draft;
  const waits = item ? [`Owner: ${item.owner}. Until ${context.formatTime(item.deadline)}.`] : [];
  const concludes = kind === 'conclusion';
  return {
    kind,
    audience: sponsors && context.hasSponsorRoom ? 'sponsor_room' : 'workroom',
    subject: concludes || taskKey === null ? `run:${context.run.runId}` : `task:${context.run.runId}:${taskKey}`,
    taskKey,
    assignmentId,
    lines: bodyLines(by === undefined ? null : context.speakerOf(by), [...draft.lines, ...waits]),
    commands: item?.commands ?? [],
  };
}
