// The messages of a room, oldest first. It follows the newest one unless the reader has scrolled up; new ones are read out.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { SandboxMessageDto } from '#contracts/http';
import { dayName } from '../../format/time.js';
import { EarlierButton } from './earlier-button.js';
import { Message } from './message.js';
import { Outgoing } from './outgoing.js';
import type { RoomPart } from './room-part.js';
import type { Outbox, Outgoing as OutgoingMessage } from './use-outbox.js';

interface Props {
  readonly room: string;
  readonly part: RoomPart;
  readonly pending: readonly OutgoingMessage[];
  readonly me: string | null;
  readonly onReply: (message: SandboxMessageDto) => void;
  readonly outbox: Outbox;
}

const NEAR = 80;

export function MessageLog({ room, part, pending, me, onReply, outbox }: Props) {
  const { messages } = part;
  const log = useRef<HTMLDivElement>(null);
  const { follows, toEnd } = useFollow(log, messages.length + pending.length);
  const byId = new Map(messages.map((message) => [message.eventId, message]));
  return (
    <div className="log-frame">
      <div className="log" ref={log} role="log" aria-label="Messages" aria-live="polite" tabIndex={0}>
        {part.after > 0 && <EarlierButton room={room} log={log} />}
        {messages.map((message, index) => (
          <div key={message.sequence}>
            {isNewDay(messages, index) && <p className="day">{dayName(message.at)}</p>}
            <Message
              message={message}
              mine={message.kind === 'message' && message.author === me}
              answered={message.replyTo === null ? null : (byId.get(message.replyTo) ?? null)}
              onReply={onReply}
            />
          </div>
        ))}
        {pending.map((one) => (
          <Outgoing key={one.post.operationId} outgoing={one} outbox={outbox} />
        ))}
      </div>
      {!follows && (
        <button type="button" className="button small to-end" onClick={toEnd}>
          Newest messages
        </button>
      )}
    </div>
  );
}

function isNewDay(messages: readonly SandboxMessageDto[], index: number): boolean {
  const before = messages[index - 1];
  const here = messages[index];
  return here !== undefined && (before === undefined || dayName(before.at) !== dayName(here.at));
}

function useFollow(log: RefObject<HTMLDivElement | null>, count: number) {
  const [follows, setFollows] = useState(true);
  const toEnd = () => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  };
  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const look = () => setFollows(element.scrollHeight - element.scrollTop - element.clientHeight < NEAR);
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [log]);
  useLayoutEffect(() => {
    if (follows) toEnd();
  }, [count]);
  return { follows, toEnd };
}
