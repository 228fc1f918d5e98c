// Where a conversation is: adapter, endpoint, kind and id, with parent and thread where the platform has them. An address points; it proves nothing.
import { sha256Hex } from '#domain/kernel';
import type { Conversation, MessageRoute } from './definition.js';

export interface Address {
  readonly adapter: string;
  readonly endpoint: string;
  readonly kind: 'group' | 'channel' | 'repository' | 'private';
  readonly id: string;
  /** Numeric id of the repository, in digits, where the platform gives one. */
  readonly repositoryId?: string;
  /** The space that this conversation is a part of, e.g. the repository of an issue thread. */
  readonly parent?: Address;
  readonly thread?: string;
}

type Place = Pick<Address, 'adapter' | 'endpoint' | 'kind' | 'id'> & { readonly repositoryId?: string | null };

/** `adapter:endpoint:kind:id`; a repository counts by its numeric id once that is known, names without case. */
export function addressKey(place: Place): string {
  const name = place.kind === 'repository' ? (place.repositoryId ?? place.id.toLowerCase()) : place.id;
  return `${place.adapter}:${place.endpoint}:${place.kind}:${name}`;
}

export const addressHash = (key: string): string => sha256Hex(key);

/** The stream that holds the binding history of an address. */
export const spaceStream = (key: string): string => `space-${addressHash(key)}`;

/** `adapter:endpoint`. */
export const endpointRef = (place: { readonly adapter: string; readonly endpoint: string }): string =>
  `${place.adapter}:${place.endpoint}`;

/** A resolved repository is known by its number and by its name, an unresolved one by its name alone. */
export function claimedKeys(conversation: Conversation): readonly string[] {
  const byName = addressKey({ ...conversation, repositoryId: null });
  return conversation.repositoryId === null ? [byName] : [addressKey(conversation), byName];
}

/** The same group or channel as a member's own endpoint hears it. */
export const routedKey = (conversation: Conversation, route: MessageRoute): string => addressKey({ ...conversation, ...route });
