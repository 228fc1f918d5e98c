// Messages on their way: shown at once, sent with an id of their own, kept with a retry when they fail.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { SandboxMessageDto, SandboxPostDto, SandboxPosted } from '#contracts/http';
import { api, clock } from '../../api/connection.js';
import { ProblemError, Unreachable } from '../../api/failure.js';
import { newOperationId } from '../../api/operation-id.js';
import { paths } from '../../api/paths.js';
import { keys } from '../../api/keys.js';

export interface Outgoing {
  readonly post: SandboxPostDto;
  readonly at: number;
  readonly state: 'sending' | 'sent' | 'failed';
  /** Why it failed. */
  readonly error: string | null;
  /** Set once the room has it. */
  readonly sequence: number | null;
}

export interface Outbox {
  readonly outgoing: readonly Outgoing[];
  readonly send: (text: string, replyTo: string | null) => void;
  readonly again: (operationId: string) => void;
  readonly drop: (operationId: string) => void;
}

/** Outgoing messages that the room does not show yet. */
export function unseen(outgoing: readonly Outgoing[], messages: readonly SandboxMessageDto[]): readonly Outgoing[] {
  const last = messages.at(-1)?.sequence ?? 0;
  return outgoing.filter(({ sequence }) => sequence === null || sequence > last);
}

export function useOutbox(room: string): Outbox {
  const cache = useQueryClient();
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);
  const change = useCallback((operationId: string, how: Partial<Outgoing>) => {
    setOutgoing((all) => all.map((one) => (one.post.operationId === operationId ? { ...one, ...how } : one)));
  }, []);
  const deliver = useCallback(
    async (post: SandboxPostDto) => {
      change(post.operationId, { state: 'sending', error: null });
      try {
        const { data } = await api.post<SandboxPosted>(paths.messages(room), post);
        change(post.operationId, { state: 'sent', sequence: data.sequence });
        await cache.invalidateQueries({ queryKey: keys.room(room) });
      } catch (error) {
        const known = error instanceof ProblemError || error instanceof Unreachable;
        change(post.operationId, { state: 'failed', error: known ? error.message : 'It could not be sent.' });
      }
    },
    [cache, change, room],
  );
  return {
    outgoing,
    send: (text, replyTo) => {
      const post: SandboxPostDto = { operationId: newOperationId(), text, ...(replyTo === null ? {} : { replyTo }) };
      setOutgoing((all) => [...all, { post, at: clock.now(), state: 'sending', error: null, sequence: null }]);
      void deliver(post);
    },
    again: (operationId) => {
      const one = outgoing.find(({ post }) => post.operationId === operationId);
      if (one) void deliver(one.post);
    },
    drop: (operationId) => setOutgoing((all) => all.filter(({ post }) => post.operationId !== operationId)),
  };
}
