// Tells the vault which objects facts refer to.
import { isPayloadReference } from '#domain/kernel';
import type { StoredEvent } from '#contracts/codec';
import type { Vault } from '#vault';
import type { FactReader } from '../facts/fact-tail.js';

/** Object ids of every payload reference inside `value`. */
export function objectIdsIn(value: unknown, found: string[] = []): string[] {
  if (typeof value === 'string') {
    if (value.startsWith(PAYLOAD)) found.push(value.slice(PAYLOAD.length));
  } else if (isPayloadReference(value)) found.push(value.receipt.objectId);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) objectIdsIn(part, found);
  return found;
}

const PAYLOAD = 'payload:';

/** How facts name an object that stands for itself: a report, a candidate. */
export const payloadRef = (objectId: string): string => `${PAYLOAD}${objectId}`;

/** The object that a `payload:<objectId>` names; undefined for another kind of ref. */
export const objectOf = (ref: string): string | undefined => (ref.startsWith(PAYLOAD) ? ref.slice(PAYLOAD.length) : undefined);

export class ReferencedMarker implements FactReader {
  constructor(private readonly vault: Vault) {}

  async read(events: readonly StoredEvent[]): Promise<void> {
    const objectIds = new Set(events.flatMap(({ data }) => objectIdsIn(data)));
    if (objectIds.size > 0) await this.vault.markReferenced([...objectIds]);
  }
}
