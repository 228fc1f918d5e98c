// Who stands behind a command of a person: resolved by the command handler from transport and Catalog, never read from a body.
import { list, record, shapes } from '../../kernel/index.js';
import type { Infer } from '../../kernel/index.js';

const { id, digest, natural, flag } = shapes;

export const personAuthority = record({
  /** The person who acts; for role ingress the requester on whose behalf it acts. */
  principalId: id,
  /** Every id of that person (identity.links), this one included. */
  linkedPrincipalIds: list(id),
  /** In the Project's current sponsors. */
  isSponsor: flag,
  /** How many Sponsors the Catalog lists now; separation solo holds only while it is 1. */
  sponsorCount: natural,
  /** An agent principal, bot or App account, or a token bound to an agent: it can never approve. */
  agentHeld: flag,
  projectActive: flag,
  catalogRevision: id,
  projectDigest: digest,
  /** Names what gives the right, e.g. `project-sponsors:<projectId>`. */
  authorizationRef: id,
});

export type PersonAuthority = Infer<typeof personAuthority>;
