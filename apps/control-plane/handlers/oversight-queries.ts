// What needs a person, who holds what, and whether planning is ready.
import { Query, QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { CommandClient } from '#contracts/commands';
import type { AttentionDto, LeaseDto, PlanningDiagnosticsDto } from '#contracts/http';
import { Journal } from '#journal';
import { attentionAt, RUNS } from '#read-models/views';
import { callerFor } from '../access/person.js';
import type { Person } from '../access/person.js';
import { ProjectAccess } from '../access/project-access.js';
import type { PageQuery } from '../http/request/queries.js';
import { ViewReader } from '../reading/view-reader.js';
import type { Listed } from '../reading/view-reader.js';
import type { Found } from './run-queries.js';

export type ProjectPage = PageQuery & { readonly projectId: string; readonly minPosition: number | undefined };

/** `kind` narrows it to one kind of wait. */
export class ListAttention extends Query<Listed<AttentionDto>> {
  constructor(
    readonly person: Person,
    readonly ask: ProjectPage,
    readonly kind?: AttentionDto['kind'],
  ) {
    super();
  }
}

@QueryHandler(ListAttention)
export class ListAttentionHandler implements IQueryHandler<ListAttention> {
  constructor(
    private readonly access: ProjectAccess,
    private readonly views: ViewReader,
    private readonly journal: Journal,
  ) {}

  async execute({ person, ask, kind }: ListAttention): Promise<Listed<AttentionDto>> {
    await this.access.check(person, ask.projectId);
    const filter = { projectId: ask.projectId, status: kind };
    const request = { ...RUNS.attention, principalId: person.principalId, filter, page: ask, minPosition: ask.minPosition };
    const { items, ...rest } = await this.views.list<AttentionDto>(request);
    const now = this.journal.now();
    return { ...rest, items: items.map((item) => attentionAt(item, now)) };
  }
}

export class ListLeases extends Query<Listed<LeaseDto>> {
  constructor(
    readonly person: Person,
    readonly ask: ProjectPage,
  ) {
    super();
  }
}

@QueryHandler(ListLeases)
export class ListLeasesHandler implements IQueryHandler<ListLeases> {
  constructor(
    private readonly access: ProjectAccess,
    private readonly views: ViewReader,
  ) {}

  async execute({ person, ask }: ListLeases): Promise<Listed<LeaseDto>> {
    await this.access.check(person, ask.projectId);
    const { projectId, minPosition } = ask;
    return this.views.list({ ...RUNS.leases, principalId: person.principalId, filter: { projectId }, page: ask, minPosition });
  }
}

export class ReadDiagnostics extends Query<Found<PlanningDiagnosticsDto>> {
  constructor(
    readonly person: Person,
    readonly projectId: string,
  ) {
    super();
  }
}

@QueryHandler(ReadDiagnostics)
export class ReadDiagnosticsHandler implements IQueryHandler<ReadDiagnostics> {
  constructor(
    private readonly access: ProjectAccess,
    private readonly client: CommandClient,
    private readonly journal: Journal,
  ) {}

  async execute({ person, projectId }: ReadDiagnostics): Promise<Found<PlanningDiagnosticsDto>> {
    await this.access.check(person, projectId);
    const asOf = await this.journal.position();
    const diagnostics = await this.client.queries.diagnostics(callerFor(person), projectId);
    return { data: { ...diagnostics, principalId: person.principalId }, asOf };
  }
}
