// What of the configuration the orchestrator goes by.
import type { CatalogContext, IdentityLinks } from '#domain/catalog';
import type { ModelDeclaration } from '#domain/governance';
import type { PolicyOptions } from '#domain/profile';
import type { AgentSettings } from './registry/available.js';
import type { OfferedDeclaration } from './registry/model-cover.js';

export interface OrchestratorSettings {
  readonly links: IdentityLinks;
  /** By key of `ai.agents`. */
  readonly agents: ReadonlyMap<string, AgentSettings>;
  readonly endpoints: CatalogContext['endpoints'];
  /** Bot and App accounts, and tokens bound to an agent. */
  readonly agentPrincipals: ReadonlySet<string>;
  readonly trustedPublishers: ReadonlySet<string>;
  readonly tenantId: string | null;
  /** Read when a policy is published. */
  readonly policy: PolicyOptions;
  readonly clarificationOpenMs: number;
  /** The Orchestrator's provider; null without one. */
  readonly provider: string | null;
  /** Declarations of providers that are in force, by their alias. */
  readonly declarations: ReadonlyMap<string, ModelDeclaration>;
  /** The shipped declaration of a hosted provider, in force once accepted. */
  readonly offered: OfferedDeclaration | null;
  /** Accept it whenever disclosure authority is issued. */
  readonly acceptOffered: boolean;
  readonly contractHint: string;
  /** Whether hosts run commands in a process sandbox. */
  readonly sandbox: boolean;
  /** The repository of the demo Project; null where there is none. */
  readonly demoWorkspace: string | null;
}
