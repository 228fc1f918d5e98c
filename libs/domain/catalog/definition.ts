// A Workroom definition as the Catalog keeps it: every key present, defaults filled in, so that equal meaning gives an equal revision.
import { canonicalJson, sha256Hex } from '#domain/kernel';

export type MemberRole = 'orchestrator' | 'executor' | 'reviewer' | 'integration';
export type ConversationKind = 'group' | 'channel' | 'repository';
/** What a room or reader may see at most; `unknown` is never a maximum. */
export type Clearance = 'public' | 'project_internal' | 'confidential' | 'restricted';
export type Separation = 'strict' | 'solo';
export type SourceChangeRule = 'withdraw' | 'amend' | 'ignore';

export type AssignmentRoute = { readonly kind: 'local' } | { readonly kind: 'remote'; readonly endpointId: string };

export interface MessageRoute {
  readonly adapter: string;
  readonly endpoint: string;
}

export interface Member {
  /** A key of `ai.agents`; one agent holds one role in a Workroom. */
  readonly agent: string;
  readonly role: MemberRole;
  readonly assignmentRoute: AssignmentRoute;
  /** null: the conversation's main endpoint speaks for this member. */
  readonly messageRoute: MessageRoute | null;
}

export interface Conversation {
  readonly adapter: string;
  readonly endpoint: string;
  readonly kind: ConversationKind;
  /** The platform's id of the group or channel; `owner/repo` for a repository. */
  readonly id: string;
  /** The numeric id of a repository, in digits; null until it is resolved, and for other kinds. */
  readonly repositoryId: string | null;
  /** The Orchestrator that owns the Inbox. */
  readonly agent: string;
  readonly audience: { readonly maxConfidentiality: Clearance };
}

export interface Workspace {
  readonly kind: 'git';
  readonly path: string | null;
  readonly url: string | null;
  readonly baseRef: string;
}

export interface WorkroomDefinition {
  readonly projectId: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly separation: Separation;
  readonly members: readonly Member[];
  /** As written: `owner:<id>`, `owner:<adapter>:<id>`, or a token's principal. */
  readonly sponsors: readonly string[];
  readonly conversation: Conversation | null;
  /** Its kind is group or channel. */
  readonly sponsorConversation: Conversation | null;
  readonly workspace: Workspace | null;
  /** What an edit or a deletion of a source message does to its request. */
  readonly sourceChangePolicy: { readonly edited: SourceChangeRule; readonly deleted: SourceChangeRule };
}

/** All definitions, keyed by projectId. */
export type Definitions = Readonly<Record<string, WorkroomDefinition>>;

/** 64 hex digits without prefix: SHA-256 over the canonical definitions. */
export const catalogRevisionOf = (definitions: Definitions): string => sha256Hex(canonicalJson(definitions));

/** The Projects whose definition was added, changed or removed, in code-unit order. */
export function changedProjects(before: Definitions, after: Definitions): readonly string[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  const text = (definitions: Definitions, id: string) => (definitions[id] ? canonicalJson(definitions[id]) : '');
  return [...ids].filter((id) => text(before, id) !== text(after, id)).sort();
}
