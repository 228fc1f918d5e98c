// Live events: the facts of one Project as server-sent events, straight from the tail of the Journal.
import { Controller, Get, Headers, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { Rejection } from '#domain/kernel';
import { Access, TokenBook } from '#platform/auth';
import type { Person } from '../access/person.js';
import { ProjectAccess } from '../access/project-access.js';
import { ReadRun } from '../handlers/run-queries.js';
import { LiveStreams } from '../live/live-streams.js';
import { LIVE_EVENTS } from './request/queries.js';
import type { FieldsOf } from './request/query-shape.js';
import { Asker, Fields, TokenText } from './request/route-inputs.js';

/** The connection ends with its stream, so that a stopping server never waits for it. */
const HEADERS = {
  connection: 'close',
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const;

function cursorOf(lastEventId: string | undefined, after: number | undefined): number | null {
  if (lastEventId === undefined || lastEventId === '') return after ?? null;
  if (/^\d{1,16}$/.test(lastEventId)) return Number(lastEventId);
  throw new Rejection('VALUE_INVALID', 'Last-Event-ID must be a position, as the id of an earlier event gave it.');
}

@Controller('events')
@Access({ plane: 'run', queryToken: true })
export class LiveEventsController {
  constructor(
    private readonly streams: LiveStreams,
    private readonly access: ProjectAccess,
    private readonly queries: QueryBus,
    private readonly tokens: TokenBook,
  ) {}

  @Get()
  async stream(
    @Asker() person: Person,
    @TokenText() token: string,
    @Fields(LIVE_EVENTS) ask: FieldsOf<typeof LIVE_EVENTS>,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { projectId, runId = null, types } = ask;
    const request = {
      tokenId: person.tokenId,
      filter: { projectId, runId, types: types === undefined ? null : new Set(types.split(',')) },
      after: cursorOf(lastEventId, ask.after),
      authorize: async () => {
        await this.tokens.authenticate(token);
        await this.access.check(person, projectId);
      },
    };
    await this.streams.admit(request);
    if (runId !== null) await this.queries.execute(new ReadRun(person, { projectId, runId, minPosition: undefined }));
    reply.hijack();
    reply.raw.writeHead(200, HEADERS);
    await this.streams.open(request, reply.raw);
  }
}
