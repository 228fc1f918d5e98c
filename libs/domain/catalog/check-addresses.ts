// One ordinary address serves one Workroom and is never a Sponsor Room; Projects may share a Sponsor Room.
import { joinPath, type Reading } from '#domain/kernel';
import { addressKey, claimedKeys, routedKey } from './address.js';
import type { Definitions, WorkroomDefinition } from './definition.js';

/** Every key under which messages of this Workroom's ordinary room arrive: its address, and the room as its members' bots hear it. */
function ordinaryKeys({ conversation, members }: WorkroomDefinition): readonly string[] {
  if (!conversation) return [];
  const routed = members.flatMap(({ messageRoute }) => (messageRoute ? [routedKey(conversation, messageRoute)] : []));
  return [...new Set([...claimedKeys(conversation), ...routed])];
}

export function checkAddresses(reading: Reading, definitions: Definitions): void {
  const ordinary = new Map<string, string>();
  const path = (projectId: string, room: string): string => joinPath(joinPath('', projectId), room);
  for (const definition of Object.values(definitions)) {
    const keys = ordinaryKeys(definition);
    const taken = keys.find((key) => ordinary.has(key));
    if (taken) {
      reading.report(path(definition.projectId, 'conversation'), `is the address ${taken} of Project ${ordinary.get(taken)}`);
    }
    for (const key of keys) ordinary.set(key, definition.projectId);
  }
  for (const { projectId, sponsorConversation } of Object.values(definitions)) {
    const key = sponsorConversation && addressKey(sponsorConversation);
    if (key && ordinary.has(key)) {
      reading.report(path(projectId, 'sponsorConversation'), `is the ordinary address ${key} of Project ${ordinary.get(key)}`);
    }
  }
}
