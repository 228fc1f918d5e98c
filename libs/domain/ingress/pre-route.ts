// Decides what a message is before any command or trigger reads it: chat, dropped, refused, or a proposal of exactly one Project.
import { acceptingEndpoint, type Definitions, type Space } from '#domain/catalog';
import type { RouteRefusal } from './clarification.js';
import type { AuthorityRequirement } from './inbox-events.js';
import { readMessage, type ReadMessage } from './read-message.js';

/** The card that a message replies to, as the message index knows it. */
export interface RepliedCard {
  readonly projectId: string;
  readonly runId: string | null;
  readonly taskKey: string | null;
  readonly assignmentId: string | null;
  /** The Run's sequence on which the card stands. */
  readonly sequence: number;
  readonly cardRevision: number;
  readonly newestCardRevision: number;
  readonly bindingRevision: number;
  readonly newestBindingRevision: number;
}

export interface InboundMessage {
  readonly text: string;
  /** `adapter:endpoint` that heard it. */
  readonly endpoint: string;
  readonly principalId: string;
  /** Agents that the message names, by their bot or their unique alias. */
  readonly mentioned: readonly string[];
  readonly repliedCard: RepliedCard | null;
  /** The endpoint says it is its own, or the outbox knows its reference. */
  readonly isEcho: boolean;
}

export interface RouteContext {
  /** From the Catalog, by the full address (`SpaceIndex.resolve`). */
  readonly space: Space;
  readonly definitions: Definitions;
  readonly botPrincipals: ReadonlySet<string>;
  readonly endpointAvailable: (endpoint: string) => boolean;
  /** The Project of a Run or an Assignment; null where none is known. */
  readonly projectOfRun: (runId: string) => string | null;
  readonly projectOfAssignment: (assignmentId: string) => string | null;
}

export interface Proposable {
  readonly outcome: 'propose';
  readonly projectId: string;
  readonly space: 'workroom' | 'sponsor_room';
  readonly message: Exclude<ReadMessage, { intent: 'hint' }>;
  readonly authorityRequirement: AuthorityRequirement;
}

export type Route =
  | { readonly outcome: 'chat' }
  | { readonly outcome: 'dropped'; readonly reason: 'projection_echo' | 'bot_principal' | 'non_owner_endpoint' }
  | { readonly outcome: 'refused'; readonly code: RouteRefusal; readonly projectIds: readonly string[] }
  | { readonly outcome: 'hint'; readonly hint: 'use_work' }
  | Proposable;

type Bound = Exclude<Space, { space: 'chat' }>;

export function preRoute(message: InboundMessage, context: RouteContext): Route {
  const { space } = context;
  if (message.isEcho) return { outcome: 'dropped', reason: 'projection_echo' };
  if (space.space === 'chat') return { outcome: 'chat' };
  if (context.botPrincipals.has(message.principalId)) return { outcome: 'dropped', reason: 'bot_principal' };
  if (acceptingEndpoint(space, context.definitions, message.mentioned) !== message.endpoint) {
    return { outcome: 'dropped', reason: 'non_owner_endpoint' };
  }
  const read = readMessage(message.text);
  if (read.intent === 'hint') return { outcome: 'hint', hint: read.hint };
  return space.space === 'workroom'
    ? routeWorkroom(space.projectId, read, message)
    : routeSponsorRoom(space, read, message, context);
}

const refused = (code: RouteRefusal, projectIds: readonly string[]): Route => ({ outcome: 'refused', code, projectIds });

const proposable = (projectId: string, space: Bound['space'], message: Proposable['message']): Proposable => ({
  outcome: 'propose',
  projectId,
  space,
  message,
  authorityRequirement: requirementOf(message),
});

function requirementOf(message: ReadMessage): AuthorityRequirement {
  if (message.intent !== 'control') return 'none';
  const family = 'command' in message ? message.command.family : 'run';
  return family === 'run' || family === 'task' || family === 'lease' ? 'workroom_control' : 'typed_sponsor_control';
}

/** A card of another Project cannot be answered here; a stale one is looked at when the command is applied. */
function routeWorkroom(projectId: string, read: Proposable['message'], { repliedCard }: InboundMessage): Route {
  if (repliedCard && repliedCard.projectId !== projectId) return refused('project_conflict', [projectId]);
  return proposable(projectId, 'workroom', read);
}

/** The room's address carries no authority in any Project: each write resolves to exactly one of them. */
function routeSponsorRoom(
  space: Extract<Space, { space: 'sponsor_room' }>,
  read: Proposable['message'],
  { repliedCard, endpoint }: InboundMessage,
  context: RouteContext,
): Route {
  const { projectIds } = space;
  if (!context.endpointAvailable(endpoint)) return refused('binding_unavailable', projectIds);
  const named = namedProject(read, context);
  const candidates = [...new Set([named, repliedCard?.projectId ?? null].filter((id) => id !== null))];
  if (candidates.length > 1 || candidates.some((id) => !projectIds.includes(id))) return refused('project_conflict', projectIds);
  if (repliedCard && !isCurrent(repliedCard)) return refused('stale_binding', projectIds);
  const only = projectIds.length === 1 ? projectIds[0] : undefined;
  const projectId = candidates[0] ?? only;
  return projectId === undefined ? refused('project_required', projectIds) : proposable(projectId, 'sponsor_room', read);
}

export const isCurrent = (card: RepliedCard): boolean =>
  card.cardRevision >= card.newestCardRevision && card.bindingRevision >= card.newestBindingRevision;

/** The Project that the command itself names: its segment, or the owner of its Run or Assignment. */
function namedProject(read: ReadMessage, { projectOfRun, projectOfAssignment }: RouteContext): string | null {
  if (read.intent !== 'control' || !('command' in read)) return null;
  const { command } = read;
  if ('projectId' in command) return command.projectId;
  if ('runId' in command) return projectOfRun(command.runId);
  return command.family === 'lease' ? projectOfAssignment(command.assignmentId) : null;
}
