// Erases what nothing referred to for a day, after looking once more: at the noted stream, or at the conversation.
import type { ConversationEvents } from '#conversation/inbound';
import type { Journal } from '#journal';
import type { Vault } from '#vault';
import { CONVERSATION_STREAM } from '../rooms/conversation.js';
import { objectIdsIn } from './referenced-marker.js';

export interface SweepPorts {
  readonly vault: Vault;
  readonly journal: Journal;
  readonly conversations: ConversationEvents;
}

/** Returns how many objects were erased. */
export const sweepUnreferenced = ({ vault, journal, conversations }: SweepPorts): Promise<number> =>
  vault.sweep(async ({ objectId, streamId, commandId }) => {
    if (streamId === CONVERSATION_STREAM) return (await conversations.find(commandId))?.objectId === objectId;
    for await (const page of journal.readStream(streamId)) {
      if (page.some(({ data }) => objectIdsIn(data).includes(objectId))) return true;
    }
    return false;
  });
