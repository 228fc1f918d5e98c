// The Project Inbox, content-free: a Sponsor sees all of it, a requester what became of their own request.
import { Query, QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { Rejection } from '#domain/kernel';
import type { ProposalDto, ProposalStatusDto } from '#contracts/http';
import { INBOX } from '#read-models/views';
import type { Person } from '../access/person.js';
import { ProjectAccess } from '../access/project-access.js';
import { ViewReader } from '../reading/view-reader.js';
import type { Listed } from '../reading/view-reader.js';
import type { ProjectPage } from './oversight-queries.js';
import type { Found } from './run-queries.js';

export class ListInbox extends Query<Listed<ProposalDto>> {
  constructor(
    readonly person: Person,
    readonly ask: ProjectPage & { readonly status: ProposalStatusDto | undefined },
  ) {
    super();
  }
}

@QueryHandler(ListInbox)
export class ListInboxHandler implements IQueryHandler<ListInbox> {
  constructor(
    private readonly access: ProjectAccess,
    private readonly views: ViewReader,
  ) {}

  async execute({ person, ask }: ListInbox): Promise<Listed<ProposalDto>> {
    await this.access.check(person, ask.projectId);
    const { projectId, status, minPosition } = ask;
    const filter = { projectId, status };
    return this.views.list({ ...INBOX.proposals, principalId: person.principalId, filter, page: ask, minPosition });
  }
}

export class ReadProposal extends Query<Found<ProposalDto>> {
  constructor(
    readonly person: Person,
    readonly ask: { readonly projectId: string; readonly proposalId: string; readonly minPosition: number | undefined },
  ) {
    super();
  }
}

@QueryHandler(ReadProposal)
export class ReadProposalHandler implements IQueryHandler<ReadProposal> {
  constructor(
    private readonly access: ProjectAccess,
    private readonly views: ViewReader,
  ) {}

  async execute({ person, ask }: ReadProposal): Promise<Found<ProposalDto>> {
    const { row, asOf } = await this.views.row<ProposalDto>(INBOX.view, ask.proposalId, ask.minPosition);
    const own = row?.projectId === ask.projectId && row.principalId === person.principalId;
    if (!own) await this.access.check(person, ask.projectId);
    if (row?.projectId === ask.projectId) return { data: row, asOf };
    throw new Rejection('PROPOSAL_NOT_FOUND', `Project ${ask.projectId} has no proposal ${ask.proposalId}; check both ids.`);
  }
}
