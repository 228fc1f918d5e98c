// The messages of a Sandbox room: the newest part, then what is new, and earlier ones on demand. Messages are no Journal facts,
// so the room is asked again and again.
import { queryOptions } from '@tanstack/react-query';
import type { SandboxMessageDto, SandboxRoomDto } from '#contracts/http';
import { api, clock, queryClient } from '../../api/connection.js';
import { keys } from '../../api/keys.js';
import { paths } from '../../api/paths.js';
import { merged, type RoomPart } from './room-part.js';

const PAGE = 100;
/** How often a room is asked while something is going on, and while nothing is. */
const LIVELY_MS = 1_000;
const CALM_MS = 4_000;
/** After this long without a message nothing is going on. */
const CALM_AFTER_MS = 60_000;

/** `lastSent`: when the reader last sent something; an answer is awaited then. */
export function roomQuery(room: string, lastSent: number) {
  return queryOptions({
    queryKey: keys.room(room),
    queryFn: async ({ signal }): Promise<RoomPart> => {
      let known = queryClient.getQueryData<RoomPart>(keys.room(room)) ?? (await newestPart(room, signal));
      for (;;) {
        const more = await read(room, known.to, PAGE, signal);
        known = merged(known, more);
        if (more.length < PAGE) return known;
      }
    },
    refetchInterval: ({ state }) => {
      const last = Math.max(state.data?.messages.at(-1)?.at ?? 0, lastSent);
      return clock.now() - last < CALM_AFTER_MS ? LIVELY_MS : CALM_MS;
    },
    staleTime: 0,
  });
}

/** Puts the page before what is loaded in front of it. */
export async function loadEarlier(room: string): Promise<void> {
  const known = queryClient.getQueryData<RoomPart>(keys.room(room));
  if (!known || known.after === 0) return;
  const after = Math.max(0, known.after - PAGE);
  const earlier = await read(room, after, known.after - after);
  queryClient.setQueryData<RoomPart>(keys.room(room), (now) => now && { ...merged(now, earlier), after });
}

/** An empty part that stands a page before the room's end. */
async function newestPart(room: string, signal: AbortSignal): Promise<RoomPart> {
  const { data } = await api.get<readonly SandboxRoomDto[]>(paths.rooms, {}, signal);
  const last = data.find((one) => one.room === room)?.lastSequence ?? 0;
  const after = Math.max(0, last - PAGE);
  return { after, to: after, messages: [] };
}

async function read(room: string, after: number, limit: number, signal?: AbortSignal): Promise<readonly SandboxMessageDto[]> {
  return (await api.get<readonly SandboxMessageDto[]>(paths.messages(room), { after, limit }, signal)).data;
}
