// Whether a reply or a mention is an exact TaskInput: exactly one active Assignment, else a clarification and never execution.
import type { TaskStatus } from '#domain/run';
import type { ClarificationReason } from './clarification.js';
import type { TaskInputTarget } from './inbox-events.js';
import type { RepliedCard } from './pre-route.js';

/** An Assignment that is leased or running. */
export interface ActiveAssignmentEntry {
  readonly projectId: string;
  readonly runId: string;
  readonly taskKey: string;
  readonly assignmentId: string;
  readonly agent: string;
}

export type TaskInputDecision =
  | { readonly outcome: 'task_input'; readonly target: TaskInputTarget }
  | { readonly outcome: 'clarify'; readonly reasonCode: ClarificationReason; readonly taskStatus: TaskStatus | null }
  /** Neither reply nor mention. */
  | { readonly outcome: 'none' };

export interface TaskInputContext {
  readonly projectId: string;
  /** Members with role orchestrator: to name one is to talk to it. */
  readonly orchestrators: readonly string[];
  /** Active Assignments of the Project. */
  readonly active: readonly ActiveAssignmentEntry[];
  /** The present status of the replied card's task, where it has one. */
  readonly taskStatus: TaskStatus | null;
}

const exact = (entry: ActiveAssignmentEntry, cardRevision: number | null): TaskInputDecision => ({
  outcome: 'task_input',
  target: {
    runId: entry.runId,
    taskKey: entry.taskKey,
    assignmentId: entry.assignmentId,
    cardRevision,
    disposition: 'context_proposal',
  },
});

const clarify = (reasonCode: ClarificationReason, taskStatus: TaskStatus | null = null): TaskInputDecision => ({
  outcome: 'clarify',
  reasonCode,
  taskStatus,
});

export function taskInputOf(
  repliedCard: RepliedCard | null,
  mentioned: readonly string[],
  context: TaskInputContext,
): TaskInputDecision {
  if (repliedCard) return repliedTo(repliedCard, context);
  const named = mentioned.filter((agent) => !context.orchestrators.includes(agent));
  if (named.length === 0) return { outcome: 'none' };
  const candidates = context.active.filter((entry) => entry.projectId === context.projectId && named.includes(entry.agent));
  const [only] = candidates;
  if (only && candidates.length === 1) return exact(only, null);
  return clarify(candidates.length === 0 ? 'target_not_found' : 'ambiguous_target');
}

function repliedTo(card: RepliedCard, { projectId, active, taskStatus }: TaskInputContext): TaskInputDecision {
  if (card.projectId !== projectId) return clarify('cross_project_target');
  if (card.runId === null || card.taskKey === null) return clarify('target_not_found');
  const candidates = active.filter(({ runId, taskKey }) => runId === card.runId && taskKey === card.taskKey);
  const [only] = candidates;
  if (!only || candidates.length > 1) return clarify(only ? 'ambiguous_target' : 'target_not_found', taskStatus);
  const over = card.assignmentId !== null && card.assignmentId !== only.assignmentId;
  return over ? clarify('target_not_found', taskStatus) : exact(only, card.cardRevision);
}
