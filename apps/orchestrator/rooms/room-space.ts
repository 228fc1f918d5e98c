// Which space a conversation is, by the Catalog alone; and its binding history, brought in line when a message arrives.
import { addressKey, settleSpace, spaceDecider, spaceStream } from '#domain/catalog';
import type { Space, SpaceSettlement } from '#domain/catalog';
import { systemActor } from '#domain/kernel';
import type { ConversationAddress } from '#contracts/commands';
import type { Codec } from '#contracts/codec';
import { foldStream, handle } from '#journal';
import type { Journal } from '#journal';
import type { CatalogView } from '../catalog/catalog.js';

const CHAT: Space = { space: 'chat' };

/** The HTTP door of a Project counts as its Workroom. */
export function spaceOf({ spaces, definitions }: CatalogView, address: ConversationAddress): Space {
  if (address.kind !== 'api') return spaces.resolve({ ...address, kind: address.kind });
  if (!definitions[address.id]?.enabled) return CHAT;
  return { space: 'workroom', projectId: address.id, addressKey: `api:${address.id}`, primaryEndpoint: 'api:http' };
}

/** The one Project of a Workroom; null for chat, and for a Sponsor Room that several share. */
export function projectOf(view: CatalogView, address: ConversationAddress): string | null {
  const space = spaceOf(view, address);
  if (space.space === 'workroom') return space.projectId;
  return space.space === 'sponsor_room' && space.projectIds.length === 1 ? (space.projectIds[0] ?? null) : null;
}

export interface SpacePorts {
  readonly journal: Journal;
  readonly codec: Codec;
  readonly newId: () => string;
}

/**
 * Records what changed since the address last spoke, and says how the message with this sequence is read. Idempotent: history that
 * already agrees is left alone.
 */
export async function settleRoom(
  { journal, codec, newId }: SpacePorts,
  view: CatalogView,
  address: ConversationAddress,
  sequence: number,
): Promise<{ readonly reading: SpaceSettlement['reading']; readonly bindingRevision: number | null }> {
  if (address.kind === 'api' || address.kind === 'private' || view.revision === null)
    return { reading: 'read', bindingRevision: null };
  const streamId = spaceStream(addressKey({ ...address, kind: address.kind }));
  const { state } = await foldStream(journal, spaceDecider, streamId, codec);
  const { changes, reading } = settleSpace(state, spaceOf(view, address), view.definitions, view.revision, sequence);
  for (const { type, data } of changes) {
    const meta = {
      commandId: newId(),
      projectId: data.projectId,
      actor: systemActor('ingress'),
      capability: null,
      correlationId: null,
      causationId: null,
      traceparent: null,
    };
    await handle(journal, spaceDecider, streamId, { type, data, meta }, { codec });
  }
  return { reading, bindingRevision: state.bindingRevision + changes.length };
}
