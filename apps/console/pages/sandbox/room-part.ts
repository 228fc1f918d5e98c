// A contiguous part of a room's messages.
import type { SandboxMessageDto } from '#contracts/http';

export interface RoomPart {
  /** It holds the messages with after < sequence ≤ to. */
  readonly after: number;
  readonly to: number;
  /** By rising sequence. */
  readonly messages: readonly SandboxMessageDto[];
}

/** The part with `more` in it; a message that is there already is replaced. */
export function merged(part: RoomPart, more: readonly SandboxMessageDto[]): RoomPart {
  if (!more.length) return part;
  const bySequence = new Map(part.messages.map((message) => [message.sequence, message]));
  for (const message of more) bySequence.set(message.sequence, message);
  const messages = [...bySequence.values()].toSorted((a, b) => a.sequence - b.sequence);
  return { after: part.after, to: Math.max(part.to, messages.at(-1)?.sequence ?? 0), messages };
}
