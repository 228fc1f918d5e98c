// The messages of a Sandbox room: everything so far, then what is new. Messages are no Journal facts, so the room is asked again and again.
import { queryOptions } from '@tanstack/react-query';
import type { SandboxMessageDto } from '#contracts/http';
import { api, queryClient } from '../../api/connection.js';
import { paths } from '../../api/paths.js';
import { keys } from '../../api/keys.js';

const PAGE = 200;
/** How often a room is asked while something is going on, and while nothing is. */
export const LIVELY_MS = 1_000;
export const CALM_MS = 4_000;

export function roomQuery(room: string, everyMs: number) {
  return queryOptions({
    queryKey: keys.room(room),
    queryFn: async ({ signal }) => {
      let known = queryClient.getQueryData<readonly SandboxMessageDto[]>(keys.room(room)) ?? [];
      for (;;) {
        const after = known.at(-1)?.sequence ?? 0;
        const { data } = await api.get<readonly SandboxMessageDto[]>(paths.messages(room), { after, limit: PAGE }, signal);
        if (!data.length) return known;
        known = merged(known, data);
        if (data.length < PAGE) return known;
      }
    },
    refetchInterval: everyMs,
    staleTime: 0,
  });
}

/** `more` after `known`, by rising sequence; a message that is there already is replaced. */
export function merged(known: readonly SandboxMessageDto[], more: readonly SandboxMessageDto[]): readonly SandboxMessageDto[] {
  const bySequence = new Map(known.map((message) => [message.sequence, message]));
  for (const message of more) bySequence.set(message.sequence, message);
  return [...bySequence.values()].toSorted((a, b) => a.sequence - b.sequence);
}
