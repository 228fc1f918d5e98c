// What other processes may ask the orchestrator: the Catalog in force, rooms, planning diagnostics.
import type { Caller } from './caller.js';
import type { ConversationAddress } from './ingress-client.js';
import type { OpenedText } from './payload-client.js';

export interface CatalogProject {
  readonly projectId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly separation: 'strict' | 'solo';
  /** Expanded principals of people. */
  readonly sponsors: readonly string[];
  readonly members: ReadonlyArray<{ readonly agent: string; readonly role: string }>;
  readonly conversation: (ConversationAddress & { readonly agent: string }) | null;
  readonly sponsorConversation: (ConversationAddress & { readonly agent: string }) | null;
}

export interface CatalogSnapshot {
  /** sha256 hex without prefix over the canonical definitions. */
  readonly revision: string;
  readonly projects: readonly CatalogProject[];
  readonly agents: readonly string[];
}

export interface RoomMessage {
  readonly eventId: string;
  readonly sequence: number;
  readonly at: number;
  readonly kind: 'message' | 'reply' | 'card';
  readonly author: string;
  readonly body: OpenedText;
  readonly replyTo: string | null;
  readonly card: {
    readonly kind: string;
    readonly projectId: string;
    readonly runId: string | null;
    readonly taskKey: string | null;
  } | null;
}

export interface PlanningDiagnostics {
  readonly projectId: string;
  readonly ready: boolean;
  readonly trustedPackPublisher: boolean;
  readonly projectSponsor: boolean;
  readonly catalogReady: boolean;
  readonly registryRevision: number;
  readonly activeProfile: { readonly revisionId: string; readonly digest: string } | null;
  readonly planningPolicyReady: boolean;
  readonly acceptancePolicyReady: boolean;
  readonly disclosureReady: boolean;
  readonly disclosureConfigReady: boolean;
  readonly modelProviderAlias: string | null;
  readonly planningMode: 'model' | 'strategies';
  readonly strategies: ReadonlyArray<{
    readonly id: string;
    readonly version: string;
    readonly needsModel: boolean;
    readonly phrases: readonly string[];
  }>;
  readonly availableAgents: readonly string[];
  readonly availableTools: readonly string[];
  readonly availableSkills: readonly string[];
  readonly diagnostics: ReadonlyArray<{
    readonly code: string;
    readonly severity: 'error' | 'warning' | 'info';
    readonly message: string;
  }>;
}

export abstract class QueryClient {
  abstract catalog(caller: Caller): Promise<CatalogSnapshot>;
  /** Messages of a room with sequence > after, rising; bodies by the disclosure decision for the caller's person. */
  abstract messages(
    caller: Caller,
    request: { readonly address: ConversationAddress; readonly after: number; readonly limit: number },
  ): Promise<{ readonly messages: readonly RoomMessage[]; readonly lastSequence: number }>;
  abstract diagnostics(caller: Caller, projectId: string): Promise<PlanningDiagnostics>;
}
