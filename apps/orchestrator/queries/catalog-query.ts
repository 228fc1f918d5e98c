// The Catalog in force, as other processes may know it: members, rooms, Sponsors expanded to principals.
import type { Conversation, WorkroomDefinition } from '#domain/catalog';
import type { Caller, CatalogProject, CatalogSnapshot } from '#contracts/commands';
import type { Catalog } from '../catalog/catalog.js';
import { checkScope } from '../client/scope.js';
import type { CallerRole } from '../client/scope.js';

const READERS: readonly CallerRole[] = [
  'gateway',
  'control_plane',
  'service',
  'executor',
  'reviewer',
  'integration',
  'orchestrator',
];

const roomOf = (room: Conversation | null): CatalogProject['conversation'] => {
  if (!room) return null;
  const { adapter, endpoint, kind, id, agent } = room;
  return { adapter, endpoint, kind, id, agent };
};

export function readCatalog(catalog: Catalog, agents: readonly string[], caller: Caller, now: number): CatalogSnapshot {
  checkScope(
    caller,
    { roles: READERS, ...(caller.capability.project === undefined ? {} : { projectId: caller.capability.project }) },
    now,
  );
  const { revision, definitions } = catalog.view;
  const projectOf = (definition: WorkroomDefinition): CatalogProject => {
    const { projectId, name, enabled, members, conversation, sponsorConversation } = definition;
    const { sponsors, separation } = catalog.people(definition);
    return {
      ...{ projectId, name, enabled, separation, sponsors },
      members: members.map(({ agent, role }) => ({ agent, role })),
      conversation: roomOf(conversation),
      sponsorConversation: roomOf(sponsorConversation),
    };
  };
  return { revision: revision ?? '', projects: Object.values(definitions).map(projectOf), agents };
}
