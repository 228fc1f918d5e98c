// Names that tie a proposal to the conversation event that it came from.
import { proposalIdOf } from '#domain/ingress';
import type { ConversationEvent, ConversationEvents } from '#conversation/inbound';

const PREFIX = 'conversation-event:';

export const sourceRef = (eventId: string): string => `${PREFIX}${eventId}`;

export const eventIdOfSource = (ref: string): string => (ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : ref);

/** The proposal that a reply is about: the clarification's, or that of the person's own message; null for another reply. */
export async function repliedProposal(
  events: ConversationEvents,
  projectId: string,
  replyTo: string | null,
): Promise<string | null> {
  const replied = replyTo === null ? undefined : await events.find(replyTo);
  const source = replied && sourceOf(replied);
  return source ? proposalIdOf(projectId, sourceRef(source)) : null;
}

const sourceOf = ({ type, eventId, replyTo }: ConversationEvent): string | null =>
  type === 'reply.posted' ? replyTo : type === 'message.created' ? eventId : null;
