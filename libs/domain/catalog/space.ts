// Which space an address is: resolved from the Catalog alone, never from group type, size, trigger words or a model.
import { addressKey, endpointRef, routedKey, type Address } from './address.js';
import type { Definitions, WorkroomDefinition } from './definition.js';

export type Space =
  | { readonly space: 'chat' }
  | {
      readonly space: 'workroom';
      readonly projectId: string;
      /** The key of the Workroom's one full address, whichever endpoint heard the message. */
      readonly addressKey: string;
      /** `adapter:endpoint` that accepts a message when no member with an own endpoint is mentioned. */
      readonly primaryEndpoint: string;
    }
  | {
      readonly space: 'sponsor_room';
      /** In code-unit order; the room's address carries no authority in any of them. */
      readonly projectIds: readonly string[];
      readonly addressKey: string;
      readonly primaryEndpoint: string;
    };

const CHAT: Space = { space: 'chat' };

/**
 * The keys under which this address may be bound: its own, then its parents' (an issue thread belongs to its repository). A repository
 * is asked for by its number first; its name only finds a definition whose number nobody knows yet.
 */
function keysOf(address: Address): readonly string[] {
  const keys: string[] = [];
  for (let place: Address | undefined = address; place; place = place.parent) {
    if (place.kind === 'private') continue;
    if (place.kind === 'repository' && place.repositoryId !== undefined) keys.push(addressKey(place));
    keys.push(addressKey({ ...place, repositoryId: null }));
  }
  return keys;
}

/** An index over the enabled Workrooms of one Catalog revision; build it once a revision. */
export class SpaceIndex {
  private readonly spaces = new Map<string, Space>();

  constructor(definitions: Definitions) {
    const enabled = Object.values(definitions).filter((definition) => definition.enabled);
    for (const definition of enabled) this.addSponsorRoom(definition);
    for (const definition of enabled) this.addWorkroom(definition);
  }

  /** A definition whose repository number is known never matches by name: another that takes the old name is another repository. */
  resolve(address: Address): Space {
    for (const key of keysOf(address)) {
      const space = this.spaces.get(key);
      if (space) return space;
    }
    return CHAT;
  }

  private addWorkroom({ projectId, conversation, members }: WorkroomDefinition): void {
    if (!conversation) return;
    const key = addressKey(conversation);
    const space: Space = { space: 'workroom', projectId, addressKey: key, primaryEndpoint: endpointRef(conversation) };
    this.spaces.set(key, space);
    for (const { messageRoute } of members) {
      if (messageRoute) this.spaces.set(routedKey(conversation, messageRoute), space);
    }
  }

  private addSponsorRoom({ projectId, sponsorConversation }: WorkroomDefinition): void {
    if (!sponsorConversation) return;
    const key = addressKey(sponsorConversation);
    const present = this.spaces.get(key);
    const others = present?.space === 'sponsor_room' ? present.projectIds : [];
    this.spaces.set(key, {
      space: 'sponsor_room',
      projectIds: [...others, projectId].sort(),
      addressKey: key,
      primaryEndpoint: endpointRef(sponsorConversation),
    });
  }
}

/**
 * For one human message that several endpoints see, only one accepts it: the mentioned member's own endpoint, else the primary one.
 * `mentioned` are the agents that the message names; several with own endpoints leave it to the primary one.
 */
export function acceptingEndpoint(
  space: Exclude<Space, { space: 'chat' }>,
  definitions: Definitions,
  mentioned: readonly string[],
): string {
  if (space.space !== 'workroom') return space.primaryEndpoint;
  const routes = (definitions[space.projectId]?.members ?? [])
    .filter((member) => mentioned.includes(member.agent))
    .flatMap((member) => (member.messageRoute ? [endpointRef(member.messageRoute)] : []));
  return routes.length === 1 && routes[0] !== undefined ? routes[0] : space.primaryEndpoint;
}
