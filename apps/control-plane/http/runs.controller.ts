// Run list, Run detail, its texts, its facts, its readiness: reads only.
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { ReadinessDto, RunContentDto, RunDetailDto, RunEventDto, RunHeaderDto, Success } from '#contracts/http';
import { Access } from '#platform/auth';
import type { Person } from '../access/person.js';
import { ReadContent } from '../handlers/read-content.js';
import { ListRuns, ReadReadiness, ReadRun, ReadRunEvents } from '../handlers/run-queries.js';
import { listed, success } from './answers.js';
import { READINESS, RUN_EVENTS, RUN_ID, RUN_LIST, SCOPED } from './request/queries.js';
import type { FieldsOf } from './request/query-shape.js';
import { Asker, Fields, PathParam } from './request/route-inputs.js';

@Controller()
@Access({ plane: 'run' })
export class RunsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('runs')
  async list(
    @Asker() person: Person,
    @Fields(RUN_LIST) ask: FieldsOf<typeof RUN_LIST>,
  ): Promise<Success<readonly RunHeaderDto[]>> {
    return listed(await this.queries.execute(new ListRuns(person, ask)));
  }

  @Get('runs/:runId')
  async detail(
    @Asker() person: Person,
    @PathParam('runId', RUN_ID) runId: string,
    @Fields(SCOPED) ask: FieldsOf<typeof SCOPED>,
  ): Promise<Success<RunDetailDto>> {
    const { data, asOf } = await this.queries.execute(new ReadRun(person, { ...ask, runId }));
    return success(data, asOf);
  }

  @Get('runs/:runId/content')
  async content(
    @Asker() person: Person,
    @PathParam('runId', RUN_ID) runId: string,
    @Fields(SCOPED) ask: FieldsOf<typeof SCOPED>,
  ): Promise<Success<RunContentDto>> {
    const { data, asOf } = await this.queries.execute(new ReadContent(person, { ...ask, runId }));
    return success(data, asOf);
  }

  @Get('runs/:runId/events')
  async events(
    @Asker() person: Person,
    @PathParam('runId', RUN_ID) runId: string,
    @Fields(RUN_EVENTS) ask: FieldsOf<typeof RUN_EVENTS>,
  ): Promise<Success<readonly RunEventDto[]>> {
    const { data, asOf } = await this.queries.execute(new ReadRunEvents(person, { ...ask, runId }));
    return success(data, asOf);
  }

  @Get('readiness')
  async readiness(@Asker() person: Person, @Fields(READINESS) ask: FieldsOf<typeof READINESS>): Promise<Success<ReadinessDto>> {
    const { data, asOf } = await this.queries.execute(new ReadReadiness(person, ask));
    return success(data, asOf);
  }
}
