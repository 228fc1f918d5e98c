// The texts of a Run: each opened by its own disclosure decision in the orchestrator; what is withheld says why.
import { Query, QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { digest, Rejection } from '#domain/kernel';
import { CommandClient } from '#contracts/commands';
import type { DisclosedText, RunContentDto } from '#contracts/http';
import { runTexts } from '#read-models/views';
import type { TextPlace } from '#read-models/views';
import { callerFor } from '../access/person.js';
import type { Person } from '../access/person.js';
import { readableReport } from './read-report.js';
import { RunRows } from './run-queries.js';
import type { Found, RunQuestion } from './run-queries.js';

export class ReadContent extends Query<Found<RunContentDto>> {
  constructor(
    readonly person: Person,
    readonly ask: RunQuestion,
  ) {
    super();
  }
}

@QueryHandler(ReadContent)
export class ReadContentHandler implements IQueryHandler<ReadContent> {
  constructor(
    private readonly runs: RunRows,
    private readonly client: CommandClient,
  ) {}

  async execute({ person, ask }: ReadContent): Promise<Found<RunContentDto>> {
    const { row, asOf } = await this.runs.read(person, ask);
    const { title, tasks } = runTexts(row);
    const open = (place: TextPlace | null): Promise<DisclosedText | null> => this.open(person, ask, place);
    const opened = tasks.map(async (task) => {
      const [name, reason, report] = await Promise.all([open(task.title), open(task.reason), open(task.report)]);
      return { ...task, title: name, reason, ...readableReport(report, task.evidence) };
    });
    const { projectId, runId } = ask;
    return { data: { runId, projectId, title: await open(title), tasks: await Promise.all(opened) }, asOf };
  }

  private async open(person: Person, { projectId, runId }: RunQuestion, place: TextPlace | null): Promise<DisclosedText | null> {
    if (!place) return null;
    try {
      const { objectId, contentHash } = place;
      const asked = { projectId, runId, objectId, contentHash, purpose: 'workroom_awareness', channel: 'console' } as const;
      const opened = await this.client.payloads.open(callerFor(person), asked);
      const isOther =
        opened.text !== null && place.digest !== null && digest({ contentHash: opened.contentHash }) !== place.digest;
      return isOther ? { ...opened, disposition: 'unavailable', reasons: ['PAYLOAD_CORRUPT'], text: null } : opened;
    } catch (error) {
      if (!(error instanceof Rejection) || !UNOPENED.has(error.code)) throw error;
      return { disposition: 'unavailable', reasons: [error.code], text: null, contentHash: place.contentHash ?? '' };
    }
  }
}

const UNOPENED: ReadonlySet<string> = new Set(['OBJECT_NOT_FOUND', 'PAYLOAD_UNAVAILABLE', 'PAYLOAD_CORRUPT']);
