// The frames of the event stream as bytes: `id`, `event` and one line of JSON data.
import type { StoredEvent } from '#contracts/codec';
import type { RunEventDto } from '#contracts/http';

const frame = (event: string, id: number, data: unknown): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** The content-free envelope, with its place in the total order. */
export const eventDto = (event: StoredEvent): RunEventDto => ({
  eventId: event.eventId,
  streamId: event.streamId,
  revision: event.revision,
  globalPosition: event.globalPosition,
  type: event.type,
  schemaVersion: event.schemaVersion,
  data: event.data,
  metadata: event.metadata,
  prevHash: event.prevHash,
  hash: event.hash,
});

export const factFrame = (event: StoredEvent): string => frame(event.type, event.globalPosition, eventDto(event));

export const positionFrame = (name: 'sync' | 'position' | 'reset', position: number): string =>
  frame(name, position, { position });

export const closedFrame = (code: string, position: number): string => frame('closed', position, { code });

export const KEEPALIVE = ': keepalive\n\n';
