// Resolves what stands behind a person's command, from the transport and the Catalog in force; nothing of it is read from a body.
import { digest } from '#domain/kernel';
import { isAgentIdentity } from '#domain/catalog';
import type { PersonAuthority } from '#domain/run';
import type { Catalog } from '../catalog/catalog.js';

/** `agentPrincipals`: what agents hold besides `agent:*`, e.g. bot accounts and tokens bound to an agent. */
export class Authorities {
  constructor(
    private readonly catalog: Catalog,
    private readonly agentPrincipals: ReadonlySet<string>,
  ) {}

  of(projectId: string, principalId: string): PersonAuthority {
    const definition = this.catalog.find(projectId);
    const people = definition && this.catalog.people(definition);
    const linkedPrincipalIds = people?.linkedIds(principalId) ?? [principalId];
    return {
      principalId,
      linkedPrincipalIds,
      isSponsor: people?.isSponsor(principalId) ?? false,
      sponsorCount: people ? new Set(people.sponsors.map((sponsor) => people.personOf(sponsor))).size : 0,
      agentHeld: linkedPrincipalIds.some((id) => isAgentIdentity(id) || this.agentPrincipals.has(id)),
      projectActive: definition?.enabled ?? false,
      catalogRevision: this.catalog.view.revision ?? 'none',
      projectDigest: digest(definition ?? null),
      authorizationRef: `project-sponsors:${projectId}`,
    };
  }
}
