// What a definition is checked against: the configuration of the version in force.
import type { IdentityLinks } from './principals.js';

/** What the version in force knows. */
export interface CatalogContext {
  /** The keys of `ai.agents`, built-in agents included. */
  readonly agents: ReadonlySet<string>;
  /** `adapter:endpoint` of every configured endpoint. */
  readonly endpoints: ReadonlySet<string>;
  readonly links: IdentityLinks;
  /** Principals that agents hold besides `agent:*`: bot and App accounts, tokens bound to an agent. */
  readonly agentPrincipals: ReadonlySet<string>;
}
