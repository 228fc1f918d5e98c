// The Sandbox room: what people said, what the Project answered, its cards, and a place to write.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { SandboxMessageDto } from '#contracts/http';
import { useCurrentProject } from '../../api/current-project.js';
import { aboutQuery } from '../../api/queries.js';
import { Answered } from '../../components/answered.js';
import { PageHead } from '../../components/page-head.js';
import { Composer } from './composer.js';
import { FirstWords } from './first-words.js';
import { MessageLog } from './message-log.js';
import { roomQuery } from './room-messages.js';
import { unseen, useOutbox } from './use-outbox.js';
import './sandbox.css';

export function SandboxPage() {
  const { room = '' } = useParams();
  const { projectId } = useCurrentProject();
  const [search, setSearch] = useSearchParams();
  const [replyTo, setReplyTo] = useState<SandboxMessageDto | null>(null);
  const outbox = useOutbox(room);
  const query = useQuery(roomQuery(room, outbox.outgoing.at(-1)?.at ?? 0));
  const me = useQuery(aboutQuery()).data?.data.principalId ?? null;
  const messages = query.data?.messages ?? [];
  const pending = unseen(outbox.outgoing, messages);
  const send = (text: string) => {
    outbox.send(text, replyTo?.eventId ?? null);
    setReplyTo(null);
    if (search.has('draft')) setSearch({}, { replace: true });
  };
  return (
    <div className="sandbox">
      <PageHead title={`Sandbox: ${room}`} lead={projectId === null ? 'This room is bound to no Project of yours.' : undefined} />
      <Answered query={query} what="the room">
        {(part) =>
          part.messages.length || pending.length ? (
            <MessageLog room={room} part={part} pending={pending} me={me} onReply={setReplyTo} outbox={outbox} />
          ) : (
            <FirstWords projectId={projectId} onSay={send} />
          )
        }
      </Answered>
      <Composer
        key={search.get('draft')}
        draft={search.get('draft') ?? ''}
        replyTo={replyTo}
        onForgetReply={() => setReplyTo(null)}
        onSend={send}
      />
    </div>
  );
}
