// Arbitration: what becomes of a claimed proposal. It names one typed command, one question back, or nothing but a record; it changes no Task.
import type { ProjectPeople } from '#domain/catalog';
import {
  isCurrent,
  readMessage,
  readWorkRequest,
  USAGE,
  type ClarificationReason,
  type ControlCommand,
  type ProposalState,
  type QueryCommand,
  type ReadMessage,
  type RepliedCard,
} from '#domain/ingress';
import type { Lane } from '#domain/run';

export type Application =
  | { readonly outcome: 'discussion'; readonly openHandoff: boolean }
  | { readonly outcome: 'plan'; readonly text: string; readonly lane: Lane | null; readonly requesterIsSponsor: boolean }
  /** expectedSequence: that of the card replied to; null for the current one. */
  | { readonly outcome: 'control'; readonly command: ControlCommand; readonly expectedSequence: number | null }
  | { readonly outcome: 'query'; readonly command: QueryCommand }
  | {
      readonly outcome: 'clarify';
      readonly reasonCode: ClarificationReason;
      readonly usage: string | null;
      /** The source event does not match the proposal: written to the audit log. */
      readonly audit: boolean;
    };

export interface ApplicationContext {
  readonly people: ProjectPeople;
  /** The stored conversation event of the proposal's source. */
  readonly source: { readonly type: string; readonly actorPrincipalId: string; readonly digest: string };
  /** The texts of `textSources`, joined by a line break. */
  readonly text: string;
  readonly planning: 'ready' | 'unavailable' | 'disclosure_unavailable';
  readonly repliedCard: RepliedCard | null;
  readonly projectOfRun: (runId: string) => string | null;
  readonly projectOfAssignment: (assignmentId: string) => string | null;
  /** Whether the Orchestrator answers discussion in this space. */
  readonly answersDiscussion: boolean;
}

const clarify = (reasonCode: ClarificationReason, usage: string | null = null, audit = false): Application => ({
  outcome: 'clarify',
  reasonCode,
  usage,
  audit,
});

export function applicationOf(proposal: ProposalState, context: ApplicationContext): Application {
  const { source, text } = context;
  const { principal, sourceEvent, spaceDecision } = proposal;
  const genuine =
    source.type === 'message.created' &&
    source.actorPrincipalId === principal.principalId &&
    source.digest === sourceEvent.digest;
  if (!genuine) return clarify('ambiguous_intent', null, true);
  const byApi = spaceDecision.space === 'api' && proposal.intent === 'work_request';
  const read: ReadMessage = byApi ? readWorkRequest(text) : readMessage(text);
  if ('unclear' in read) return clarify(read.unclear.reasonCode, read.unclear.usage);
  switch (read.intent) {
    case 'work_request':
      return plan(read, proposal, context);
    case 'control':
      return control(read.command, proposal, context);
    case 'query':
      return query(read.command, proposal, context);
    default:
      return { outcome: 'discussion', openHandoff: context.answersDiscussion && read.intent === 'discussion' };
  }
}

function plan(
  { text, lane }: { readonly text: string; readonly lane: Lane | null },
  { principal }: ProposalState,
  { planning, people }: ApplicationContext,
): Application {
  if (planning === 'unavailable') return clarify('planning_unavailable');
  if (planning === 'disclosure_unavailable') return clarify('planning_disclosure_unavailable');
  return { outcome: 'plan', text, lane, requesterIsSponsor: people.isSponsor(principal.principalId) };
}

const SPONSOR_ROOM_ONLY: readonly string[] = ['portfolio', 'data-lifecycle'];

/** Authority is the Catalog's as it stands now; what a message says of its sender is never read. */
function control(command: ControlCommand, proposal: ProposalState, context: ApplicationContext): Application {
  const { principal, spaceDecision } = proposal;
  const approves = 'decision' in command && command.decision === 'approve';
  if (approves && principal.kind !== 'human') return clarify('self_approval');
  if (SPONSOR_ROOM_ONLY.includes(command.family) && spaceDecision.space !== 'sponsor_room')
    return clarify('unauthorized_control');
  if (!context.people.isSponsor(principal.principalId)) return clarify('unauthorized_control');
  const { repliedCard } = context;
  if (repliedCard && !isCurrent(repliedCard)) return clarify('stale_target');
  const target = targetProject(command, context);
  if (target === null) return clarify('target_not_found', USAGE[command.family]);
  if (target !== undefined && target !== spaceDecision.projectId) return clarify('cross_project_target');
  return { outcome: 'control', command, expectedSequence: repliedCard?.sequence ?? null };
}

/** The owner of the Run or Assignment that the command names; null where nobody knows it, undefined where it names none. */
function targetProject(
  command: ControlCommand,
  { projectOfRun, projectOfAssignment }: ApplicationContext,
): string | null | undefined {
  if ('runId' in command) return projectOfRun(command.runId);
  return command.family === 'lease' ? projectOfAssignment(command.assignmentId) : undefined;
}

function query(command: QueryCommand, { spaceDecision }: ProposalState, { projectOfRun }: ApplicationContext): Application {
  if (spaceDecision.space === 'sponsor_room') return clarify('ambiguous_target');
  if (command.query === 'runs') return { outcome: 'query', command };
  const target = projectOfRun(command.runId);
  if (target === null) return clarify('target_not_found', USAGE['run-query']);
  return target === spaceDecision.projectId ? { outcome: 'query', command } : clarify('cross_project_target');
}

const REASON_OF_REFUSAL: Readonly<Record<string, ClarificationReason>> = {
  REQUESTER_CANNOT_APPROVE: 'self_approval',
  AGENT_CANNOT_APPROVE: 'self_approval',
  NOT_PROJECT_SPONSOR: 'unauthorized_control',
  GATE_UNAUTHORIZED: 'unauthorized_control',
  GATE_AUTHORITY_MISSING: 'unauthorized_control',
  PRIORITY_UNAUTHORIZED: 'unauthorized_control',
  ACTOR_NOT_AUTHORIZED: 'unauthorized_control',
  RUN_NOT_FOUND: 'target_not_found',
  TASK_NOT_FOUND: 'target_not_found',
  GATE_NOT_FOUND: 'target_not_found',
  ASSIGNMENT_NOT_FOUND: 'target_not_found',
  EFFECT_NOT_FOUND: 'target_not_found',
  OBJECT_NOT_FOUND: 'target_not_found',
  RUN_PROJECT_MISMATCH: 'cross_project_target',
  VALUE_INVALID: 'invalid_command',
  PLAN_INVALID: 'ambiguous_intent',
};

/** The clarification that a refusal of the target leads to: whatever is not listed means that the target is not as it was. */
export const reasonOfRefusal = (code: string): ClarificationReason => REASON_OF_REFUSAL[code] ?? 'stale_target';
