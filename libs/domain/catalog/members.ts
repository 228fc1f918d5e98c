// Which agents of a Workroom hold a role, and by which route work reaches them.
import { compareIds, digest } from '#domain/kernel';
import type { Member, MemberRole, WorkroomDefinition } from './definition.js';

/** Members in code-unit order of their agents: the order in which a free one is picked. */
export const membersOf = (definition: WorkroomDefinition, ...roles: readonly MemberRole[]): readonly Member[] =>
  definition.members.filter((member) => roles.includes(member.role)).toSorted((one, other) => compareIds(one.agent, other.agent));

export const memberOf = (definition: WorkroomDefinition, agent: string): Member | undefined =>
  definition.members.find((member) => member.agent === agent);

export const agentPrincipal = (agent: string): string => `agent:${agent}`;

/** What a dispatch pins and a claim compares: another role or route, or no member any more, gives another digest. */
export function routeDigest(definition: WorkroomDefinition, agent: string): string {
  const member = memberOf(definition, agent);
  return digest({ agent, role: member?.role ?? null, assignmentRoute: member?.assignmentRoute ?? null });
}
