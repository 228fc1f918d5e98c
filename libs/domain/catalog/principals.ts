// Who is a Sponsor, and which ids are one human. Principals come from the authenticated transport; message metadata is never read.
import type { Separation, WorkroomDefinition } from './definition.js';

/** `identity.links`: each group joins the ids of one human; its first entry names the person. */
export type IdentityLinks = readonly (readonly string[])[];

const OWNER = 'owner:';

/** `owner:<id>` means that id on the Project conversation's adapter, `owner:<adapter>:<id>` that adapter; other ids stay as they are. */
export function expandPrincipal(entry: string, conversationAdapter: string | null): string {
  if (!entry.startsWith(OWNER)) return entry;
  const rest = entry.slice(OWNER.length);
  return rest.includes(':') || conversationAdapter === null ? rest : `${conversationAdapter}:${rest}`;
}

/** An identity that an agent or a service holds: it can never approve and never be a Sponsor. */
export const isAgentIdentity = (principalId: string): boolean => /^(agent|system):/.test(principalId);

/** What a decision needs to know of the people of one Project. */
export interface ProjectPeople {
  /** The sponsors[] of the definition, expanded, in its order. */
  readonly sponsors: readonly string[];
  readonly separation: Separation;
  /** The id that names the person behind a principal. */
  personOf(principalId: string): string;
  /** Every id of the person behind a principal, that one included, in code-unit order. */
  linkedIds(principalId: string): readonly string[];
  samePerson(one: string, other: string): boolean;
  isSponsor(principalId: string): boolean;
}

/** Solo separation holds only while exactly one human is listed as Sponsor. */
export function peopleOf(definition: WorkroomDefinition, links: IdentityLinks): ProjectPeople {
  const adapter = definition.conversation?.adapter ?? null;
  const groups = new Map<string, readonly string[]>();
  for (const link of links) {
    const ids = link.map((id) => expandPrincipal(id, adapter));
    for (const id of ids) groups.set(id, ids);
  }
  const groupOf = (principalId: string): readonly string[] => groups.get(principalId) ?? [principalId];
  const personOf = (principalId: string): string => groupOf(principalId)[0] ?? principalId;
  const sponsors = definition.sponsors.map((entry) => expandPrincipal(entry, adapter));
  const persons = new Set(sponsors.map(personOf));
  return {
    sponsors,
    separation: definition.separation === 'solo' && persons.size === 1 ? 'solo' : 'strict',
    personOf,
    linkedIds: (principalId) => [...new Set([...groupOf(principalId), principalId])].sort(),
    samePerson: (one, other) => personOf(one) === personOf(other),
    isSponsor: (principalId) => !isAgentIdentity(principalId) && persons.has(personOf(principalId)),
  };
}
