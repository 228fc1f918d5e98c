// What waits for a person, who holds leases, which Projects there are and whether planning is ready: reads only.
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { AttentionDto, LeaseDto, PlanningDiagnosticsDto, ProjectDto, Success } from '#contracts/http';
import { Access } from '#platform/auth';
import type { Person } from '../access/person.js';
import { ListProjects, ReadCatalog } from '../handlers/catalog-queries.js';
import type { CatalogDto } from '../handlers/catalog-queries.js';
import { ListAttention, ListLeases, ReadDiagnostics } from '../handlers/oversight-queries.js';
import { listed, success } from './answers.js';
import { FRESH, PAGED, SCOPED, SCOPED_LIST } from './request/queries.js';
import type { FieldsOf } from './request/query-shape.js';
import { Asker, Fields } from './request/route-inputs.js';

type ListFields = FieldsOf<typeof SCOPED_LIST>;

@Controller()
export class OversightController {
  constructor(private readonly queries: QueryBus) {}

  @Get('projects')
  async projects(@Asker() person: Person, @Fields(PAGED) page: FieldsOf<typeof PAGED>): Promise<Success<readonly ProjectDto[]>> {
    return listed(await this.queries.execute(new ListProjects(person, page)));
  }

  @Get('catalog')
  async catalog(@Asker() person: Person, @Fields(FRESH) _ask: FieldsOf<typeof FRESH>): Promise<Success<CatalogDto>> {
    const { data, asOf } = await this.queries.execute(new ReadCatalog(person));
    return success(data, asOf);
  }

  @Get('attention')
  @Access({ plane: 'run' })
  async attention(@Asker() person: Person, @Fields(SCOPED_LIST) ask: ListFields): Promise<Success<readonly AttentionDto[]>> {
    return listed(await this.queries.execute(new ListAttention(person, ask)));
  }

  @Get('reviews')
  @Access({ plane: 'run' })
  async reviews(@Asker() person: Person, @Fields(SCOPED_LIST) ask: ListFields): Promise<Success<readonly AttentionDto[]>> {
    return listed(await this.queries.execute(new ListAttention(person, ask, 'reviewer')));
  }

  @Get('leases')
  @Access({ plane: 'run' })
  async leases(@Asker() person: Person, @Fields(SCOPED_LIST) ask: ListFields): Promise<Success<readonly LeaseDto[]>> {
    return listed(await this.queries.execute(new ListLeases(person, ask)));
  }

  @Get('planning/diagnostics')
  @Access({ plane: 'profile' })
  async diagnostics(
    @Asker() person: Person,
    @Fields(SCOPED) ask: FieldsOf<typeof SCOPED>,
  ): Promise<Success<PlanningDiagnosticsDto>> {
    const { data, asOf } = await this.queries.execute(new ReadDiagnostics(person, ask.projectId));
    return success(data, asOf);
  }
}
