// The Project Inbox over HTTP: proposals, content-free, and the HTTP form of `/work`.
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { PostInboxDto, ProposalDto, Success } from '#contracts/http';
import { Access } from '#platform/auth';
import type { Person } from '../access/person.js';
import { SubmitWork } from '../handlers/inbox-commands.js';
import { ListInbox, ReadProposal } from '../handlers/inbox-queries.js';
import { listed, success } from './answers.js';
import { ID, INBOX_LIST, SCOPED } from './request/queries.js';
import type { FieldsOf } from './request/query-shape.js';
import { Asker, Closed, Fields, PathParam } from './request/route-inputs.js';

@Controller('inbox')
@Access({ plane: 'run' })
export class InboxController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  async list(
    @Asker() person: Person,
    @Fields(INBOX_LIST) ask: FieldsOf<typeof INBOX_LIST>,
  ): Promise<Success<readonly ProposalDto[]>> {
    return listed(await this.queries.execute(new ListInbox(person, ask)));
  }

  @Get(':proposalId')
  async proposal(
    @Asker() person: Person,
    @PathParam('proposalId', ID) proposalId: string,
    @Fields(SCOPED) ask: FieldsOf<typeof SCOPED>,
  ): Promise<Success<ProposalDto>> {
    const { data, asOf } = await this.queries.execute(new ReadProposal(person, { ...ask, proposalId }));
    return success(data, asOf);
  }

  @Post()
  @HttpCode(202)
  async submit(
    @Asker() person: Person,
    @Closed('PostInboxBody') body: PostInboxDto,
  ): Promise<Success<{ readonly proposalId: string | null; readonly duplicate: boolean }>> {
    const { proposalId, duplicate } = await this.commands.execute(new SubmitWork(person, body));
    return success({ proposalId, duplicate });
  }
}
