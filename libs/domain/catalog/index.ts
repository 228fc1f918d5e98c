// Workroom definitions, the spaces that they bind, and the people and agents that they name.
export { acceptingEndpoint, SpaceIndex } from './space.js';
export type { Space } from './space.js';
export { addressHash, addressKey, endpointRef, spaceStream } from './address.js';
export type { Address } from './address.js';
export { CATALOG_STREAM, catalogDecider } from './catalog-decider.js';
export type { CatalogState, ReplaceCatalog } from './catalog-decider.js';
export { CATALOG_EVENTS, catalogEventCatalogue, SPACE_EVENTS } from './catalog-events.js';
export type { BoundSpace, CatalogEvent, CatalogReplaced, SpaceBinding, SpaceEvent } from './catalog-events.js';
export type { CatalogContext } from './catalog-context.js';
export { catalogRevisionOf, changedProjects } from './definition.js';
export type {
  AssignmentRoute,
  Clearance,
  Conversation,
  ConversationKind,
  Definitions,
  Member,
  MemberRole,
  MessageRoute,
  Separation,
  SourceChangeRule,
  WorkroomDefinition,
  Workspace,
} from './definition.js';
export { BOOTSTRAP_SPONSOR, BUILT_IN_AGENTS, DEMO_ADDRESS, DEMO_PROJECT_ID, demoDefinition, demoDefinitions } from './demo.js';
export { agentPrincipal, memberOf, membersOf, routeDigest } from './members.js';
export { expandPrincipal, isAgentIdentity, peopleOf } from './principals.js';
export type { IdentityLinks, ProjectPeople } from './principals.js';
export { problemsOf, readDefinitions } from './read-definitions.js';
export { settleSpace } from './settle-space.js';
export type { SpaceSettlement } from './settle-space.js';
export { spaceDecider } from './space-decider.js';
export type { SpaceChange, SpaceCommand, SpaceState } from './space-decider.js';
