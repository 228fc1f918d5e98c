// What is said to a person when a message could not be applied, and when it could. Plain sentences, without ids of the Kernel.
export const CLARIFICATION_REASONS = [
  'missing_work_scope',
  'planning_unavailable',
  'planning_disclosure_unavailable',
  'missing_control_target',
  'unauthorized_control',
  'stale_target',
  'ambiguous_intent',
  'target_not_found',
  'ambiguous_target',
  'cross_project_target',
  'invalid_command',
  'self_approval',
] as const;
export type ClarificationReason = (typeof CLARIFICATION_REASONS)[number];

const CLEAR_TARGET = 'Please name a clear target, the scope and the result that you expect.';

export const CLARIFICATIONS: Readonly<Record<ClarificationReason, string>> = {
  missing_work_scope: 'The request is stored. Its scope and the goal that counts as done are missing: answer with them.',
  planning_unavailable:
    'The request is stored. This Project has no governed planner that can plan it, and no default task was made.',
  planning_disclosure_unavailable:
    'The request is stored. No disclosure target or policy allows model planning for this Project, so its text was not sent to a model.',
  missing_control_target: 'The command is stored. The Run or Task that it is for, and the exact action, are missing.',
  unauthorized_control: 'This command needs the confirmation of someone with authority in this Project.',
  stale_target: 'The target has changed since. Please look at the Run or Task again and repeat the command.',
  ambiguous_intent: CLEAR_TARGET,
  target_not_found: CLEAR_TARGET,
  ambiguous_target: CLEAR_TARGET,
  cross_project_target: CLEAR_TARGET,
  invalid_command: 'The command could not be read.',
  self_approval: 'Whoever requests something cannot approve it, and no identity of an agent can approve anything.',
};

export type RouteRefusal = 'project_required' | 'project_conflict' | 'stale_binding' | 'binding_unavailable';

export const ROUTE_REFUSALS: Readonly<Record<RouteRefusal, string>> = {
  project_required: 'This room serves several Projects. Name one, or reply to its card.',
  project_conflict: 'The Project that is named and the card that is replied to do not belong together. Nothing was done.',
  stale_binding: 'That card is out of date. Please reply to the current one.',
  binding_unavailable: 'The endpoint of this room is not available now. Please try again later.',
};

export const HINTS = {
  use_work: 'A task is asked for with /work, followed by what is wanted.',
  command_not_first: 'A command counts only at the start of a message. Send it again as a message of its own.',
  lane_not_granted: 'Only a Sponsor can choose a lane; the request runs in the default one.',
} as const;

export interface ClarificationDetails {
  /** The usage line of the matched family. */
  readonly usage?: string | null;
  /** One more sentence, e.g. the strategies on offer or the present state of a task. */
  readonly note?: string | null;
}

/** The lines of an answer, the reason's meaning first. */
export const clarificationLines = (reason: ClarificationReason, { usage, note }: ClarificationDetails = {}): readonly string[] =>
  [CLARIFICATIONS[reason], note ?? null, usage ? `Usage: ${usage}` : null].filter((line) => line !== null);

/** A Run refused: its stable code, and the sentence of the refusal. */
export const refusalLines = (code: string, message: string): readonly string[] => [`${code}: ${message}`];

/** null: discussion has no receipt, the Orchestrator's answer is the reply. */
export function successLine(
  kind: 'discussion_recorded' | 'plan_proposal_submitted' | 'control_proposal_submitted' | 'query_answered',
  projectId: string,
): string | null {
  if (kind === 'plan_proposal_submitted') return `plan submitted for ${projectId}`;
  return kind === 'control_proposal_submitted' ? `control submitted for ${projectId}` : null;
}
