// The built Console below /console/: files as they are, any other path its start page, so that a reload stays where it was.
import { Controller, Get, Redirect, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '#domain/kernel';
import { Access } from '#platform/auth';
import { ConsoleFiles } from '../console/console-files.js';

@Controller()
@Access({ open: true })
export class ConsoleController {
  constructor(private readonly files: ConsoleFiles) {}

  @Get(['/', '/console'])
  @Redirect('/console/', 302)
  home(): void {
    // The redirect says it all.
  }

  @Get('/console/*')
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = (request.url.split('?')[0] ?? '').slice('/console/'.length);
    const found = await this.files.find(request.raw, path);
    if (!found)
      throw new Rejection(
        'ROUTE_NOT_FOUND',
        `The Console has no file ${path || 'index.html'}: open /console/, or build it with npm run build.`,
      );
    await reply.status(found.status).headers(found.headers).send(found.body);
  }
}
