// The Sandbox rooms: which there are, and what was said in one, each body by the disclosure decision for the reader.
import { Query, QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { controlId } from '#domain/kernel';
import { CommandClient } from '#contracts/commands';
import type { ConversationAddress, RoomMessage } from '#contracts/commands';
import type { SandboxMessageDto, SandboxRoomDto } from '#contracts/http';
import { CatalogCopy } from '../access/catalog-copy.js';
import { callerFor } from '../access/person.js';
import type { Person } from '../access/person.js';

/** The room that the product keeps itself. */
export const sandboxAddress = (room: string): ConversationAddress => ({
  adapter: 'sandbox',
  endpoint: 'local',
  kind: 'group',
  id: room,
});

function messageDto({ card, ...message }: RoomMessage): SandboxMessageDto {
  if (!card) return { ...message, card: null };
  const { kind, projectId, runId, taskKey } = card;
  const taskRef = runId !== null && taskKey !== null ? controlId('task', projectId, runId, taskKey) : null;
  return { ...message, card: { kind: kind as NonNullable<SandboxMessageDto['card']>['kind'], projectId, runId, taskRef } };
}

export class ReadRoom extends Query<readonly SandboxMessageDto[]> {
  constructor(
    readonly person: Person,
    readonly room: string,
    readonly range: { readonly after: number; readonly limit: number },
  ) {
    super();
  }
}

@QueryHandler(ReadRoom)
export class ReadRoomHandler implements IQueryHandler<ReadRoom> {
  constructor(private readonly client: CommandClient) {}

  async execute({ person, room, range }: ReadRoom): Promise<readonly SandboxMessageDto[]> {
    const { after, limit } = range;
    const found = await this.client.queries.messages(callerFor(person), { address: sandboxAddress(room), after, limit });
    return found.messages.map(messageDto);
  }
}

export class ListRooms extends Query<readonly SandboxRoomDto[]> {
  constructor(readonly person: Person) {
    super();
  }
}

@QueryHandler(ListRooms)
export class ListRoomsHandler implements IQueryHandler<ListRooms> {
  constructor(
    private readonly catalog: CatalogCopy,
    private readonly client: CommandClient,
  ) {}

  async execute({ person }: ListRooms): Promise<readonly SandboxRoomDto[]> {
    const { projects } = await this.catalog.current();
    const bound = projects.filter(({ conversation }) => conversation?.adapter === 'sandbox');
    return Promise.all(
      bound.map(async ({ projectId, conversation }) => {
        const room = conversation?.id ?? '';
        const request = { address: sandboxAddress(room), after: Number.MAX_SAFE_INTEGER, limit: 1 };
        const { lastSequence } = await this.client.queries.messages(callerFor(person), request);
        return { room, projectId, lastSequence };
      }),
    );
  }
}
