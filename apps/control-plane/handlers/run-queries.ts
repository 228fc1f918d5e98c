// Questions about Runs, answered from the view `runs` and, for the timeline, from the Run's own stream.
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { Query } from '@nestjs/cqrs';
import { Rejection } from '#domain/kernel';
import type { ReadinessDto, RunDetailDto, RunEventDto, RunHeaderDto, RunStatusDto } from '#contracts/http';
import { Journal } from '#journal';
import { readinessOf, runDetail, RUNS } from '#read-models/views';
import type { RunRow } from '#read-models/views';
import type { Person } from '../access/person.js';
import { ProjectAccess } from '../access/project-access.js';
import type { PageQuery } from '../http/request/queries.js';
import { eventDto } from '../live/frames.js';
import { ViewReader } from '../reading/view-reader.js';
import type { Listed } from '../reading/view-reader.js';

export interface Found<Data> {
  readonly data: Data;
  readonly asOf: number;
}

/** A Run as a person names it. */
export interface RunQuestion {
  readonly projectId: string;
  readonly runId: string;
  readonly minPosition: number | undefined;
}

export class ListRuns extends Query<Listed<RunHeaderDto>> {
  constructor(
    readonly person: Person,
    readonly ask: PageQuery & { projectId: string; status: RunStatusDto | undefined; minPosition: number | undefined },
  ) {
    super();
  }
}

@QueryHandler(ListRuns)
export class ListRunsHandler implements IQueryHandler<ListRuns> {
  constructor(
    private readonly access: ProjectAccess,
    private readonly views: ViewReader,
  ) {}

  async execute({ person, ask }: ListRuns): Promise<Listed<RunHeaderDto>> {
    await this.access.check(person, ask.projectId);
    const { projectId, status, minPosition } = ask;
    const filter = { projectId, status };
    return this.views.list({ ...RUNS.headers, principalId: person.principalId, filter, page: ask, minPosition });
  }
}

/** Reads one Run inside its Project: a Run of another Project answers as missing. */
export class RunRows {
  constructor(
    private readonly access: ProjectAccess,
    private readonly views: ViewReader,
  ) {}

  async read(person: Person, { projectId, runId, minPosition }: RunQuestion): Promise<{ row: RunRow; asOf: number }> {
    await this.access.check(person, projectId);
    const { row, asOf } = await this.views.row<RunRow>(RUNS.view, runId, minPosition);
    if (row?.run.projectId === projectId) return { row, asOf };
    throw new Rejection('RUN_NOT_FOUND', `Project ${projectId} has no Run ${runId}; check both ids.`, { projectId, runId });
  }
}

export class ReadRun extends Query<Found<RunDetailDto>> {
  constructor(
    readonly person: Person,
    readonly ask: RunQuestion,
  ) {
    super();
  }
}

@QueryHandler(ReadRun)
export class ReadRunHandler implements IQueryHandler<ReadRun> {
  constructor(private readonly runs: RunRows) {}

  async execute({ person, ask }: ReadRun): Promise<Found<RunDetailDto>> {
    const { row, asOf } = await this.runs.read(person, ask);
    return { data: runDetail(row), asOf };
  }
}

export class ReadReadiness extends Query<Found<ReadinessDto>> {
  constructor(
    readonly person: Person,
    readonly ask: RunQuestion,
  ) {
    super();
  }
}

@QueryHandler(ReadReadiness)
export class ReadReadinessHandler implements IQueryHandler<ReadReadiness> {
  constructor(private readonly runs: RunRows) {}

  async execute({ person, ask }: ReadReadiness): Promise<Found<ReadinessDto>> {
    const { row, asOf } = await this.runs.read(person, ask);
    return { data: readinessOf(row), asOf };
  }
}

export class ReadRunEvents extends Query<Found<readonly RunEventDto[]>> {
  constructor(
    readonly person: Person,
    readonly ask: RunQuestion & { after: number; limit: number },
  ) {
    super();
  }
}

@QueryHandler(ReadRunEvents)
export class ReadRunEventsHandler implements IQueryHandler<ReadRunEvents> {
  constructor(
    private readonly runs: RunRows,
    private readonly journal: Journal,
  ) {}

  async execute({ person, ask }: ReadRunEvents): Promise<Found<readonly RunEventDto[]>> {
    await this.runs.read(person, ask);
    const asOf = await this.journal.position();
    const data: RunEventDto[] = [];
    const range = { from: ask.after + 1, limit: ask.limit };
    for await (const page of this.journal.readStream(`run-${ask.runId}`, range)) data.push(...page.map(eventDto));
    return { data, asOf };
  }
}
