// The rules that one Workroom definition keeps by itself: members, sponsors, rooms and separation.
import { joinPath, type Reading } from '#domain/kernel';
import { endpointRef } from './address.js';
import type { CatalogContext } from './catalog-context.js';
import type { WorkroomDefinition } from './definition.js';
import { expandPrincipal, isAgentIdentity, peopleOf } from './principals.js';

export function checkDefinition(reading: Reading, definition: WorkroomDefinition, context: CatalogContext): void {
  const path = joinPath('', definition.projectId);
  checkMembers(reading, definition, context, path);
  checkSponsors(reading, definition, context, path);
  checkRooms(reading, definition, path);
}

function checkMembers(reading: Reading, definition: WorkroomDefinition, context: CatalogContext, path: string): void {
  const agents = new Set<string>();
  const routes = new Set<string>();
  definition.members.forEach((member, index) => {
    const at = joinPath(joinPath(path, 'members'), index);
    if (!context.agents.has(member.agent))
      reading.report(joinPath(at, 'agent'), `names ${member.agent}, which is not in ai.agents`);
    if (agents.has(member.agent)) {
      reading.report(joinPath(at, 'agent'), `repeats ${member.agent}: one agent holds one role in a Workroom`);
    }
    agents.add(member.agent);
    if (!member.messageRoute) return;
    const route = endpointRef(member.messageRoute);
    if (!context.endpoints.has(route))
      reading.report(joinPath(at, 'messageRoute'), `names the endpoint ${route}, which is not configured`);
    if (routes.has(route))
      reading.report(joinPath(at, 'messageRoute'), `repeats ${route}: each member speaks through an endpoint of its own`);
    routes.add(route);
  });
}

function checkSponsors(reading: Reading, definition: WorkroomDefinition, context: CatalogContext, path: string): void {
  const adapter = definition.conversation?.adapter ?? null;
  const seen = new Set<string>();
  definition.sponsors.forEach((entry, index) => {
    const at = joinPath(joinPath(path, 'sponsors'), index);
    const principal = expandPrincipal(entry, adapter);
    if (isAgentIdentity(principal) || context.agentPrincipals.has(principal)) reading.report(at, 'is the identity of an agent');
    if (seen.has(principal)) reading.report(at, 'repeats a Sponsor');
    seen.add(principal);
  });
  if (definition.separation === 'solo' && peopleOf(definition, context.links).separation !== 'solo') {
    reading.report(joinPath(path, 'separation'), 'may be solo only while exactly one Sponsor is listed');
  }
}

function checkRooms(reading: Reading, definition: WorkroomDefinition, path: string): void {
  const orchestrators = new Set(definition.members.filter(({ role }) => role === 'orchestrator').map(({ agent }) => agent));
  for (const room of ['conversation', 'sponsorConversation'] as const) {
    const agent = definition[room]?.agent;
    if (agent !== undefined && !orchestrators.has(agent)) {
      reading.report(joinPath(joinPath(path, room), 'agent'), `names ${agent}, which is no member with role orchestrator`);
    }
  }
  if (!definition.enabled) return;
  if (orchestrators.size === 0) reading.report(joinPath(path, 'members'), 'of an enabled Workroom must hold an orchestrator');
  if (!definition.conversation) reading.report(joinPath(path, 'conversation'), 'is missing: an enabled Workroom needs one');
}
