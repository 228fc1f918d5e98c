// The Sandbox: a chat room of the product's own. The sender is the token's principal.
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { SandboxMessageDto, SandboxPostDto, SandboxPosted, SandboxRoomDto, Success } from '#contracts/http';
import type { Person } from '../access/person.js';
import { PostMessage } from '../handlers/inbox-commands.js';
import { ListRooms, ReadRoom } from '../handlers/room-queries.js';
import { success } from './answers.js';
import { FRESH, ROOM, ROOM_MESSAGES } from './request/queries.js';
import type { FieldsOf } from './request/query-shape.js';
import { Asker, Closed, Fields, PathParam } from './request/route-inputs.js';

@Controller('rooms')
export class SandboxController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  async rooms(@Asker() person: Person, @Fields(FRESH) _ask: FieldsOf<typeof FRESH>): Promise<Success<readonly SandboxRoomDto[]>> {
    return success(await this.queries.execute(new ListRooms(person)));
  }

  @Get(':room/messages')
  async messages(
    @Asker() person: Person,
    @PathParam('room', ROOM) room: string,
    @Fields(ROOM_MESSAGES) range: FieldsOf<typeof ROOM_MESSAGES>,
  ): Promise<Success<readonly SandboxMessageDto[]>> {
    return success(await this.queries.execute(new ReadRoom(person, room, range)));
  }

  @Post(':room/messages')
  @HttpCode(202)
  async post(
    @Asker() person: Person,
    @PathParam('room', ROOM) room: string,
    @Closed('SandboxPostBody') body: SandboxPostDto,
  ): Promise<Success<SandboxPosted>> {
    const { eventId, sequence } = await this.commands.execute(new PostMessage(person, room, body));
    return success({ eventId, sequence });
  }
}
