// `/runs` and `/run`: what a room is told about its Runs. It reads projections and writes nothing.
import type { QueryCommand } from '#domain/ingress';
import { attentionOf } from '#domain/processes';
import { runStatus } from '#domain/run';
import type { RunState, RunStatus } from '#domain/run';

export interface ListedRun {
  readonly runId: string;
  readonly status: RunStatus;
  readonly tasks: number;
  readonly accepted: number;
}

/** The Runs of a Project, newest first; answered from a projection that may lag behind the Journal. */
export abstract class RunDirectory {
  abstract list(query: {
    readonly projectId: string;
    readonly status: RunStatus | null;
    readonly limit: number;
  }): Promise<readonly ListedRun[]>;
}

export interface RunAnswerPorts {
  readonly directory: RunDirectory;
  readonly run: (runId: string) => Promise<RunState | undefined>;
}

const NEWEST = 20;

export class RunAnswers {
  constructor(private readonly ports: RunAnswerPorts) {}

  async lines(projectId: string, query: QueryCommand): Promise<readonly string[]> {
    if (query.query === 'run') {
      const state = await this.ports.run(query.runId);
      return state ? runLines(state) : [`${query.runId}: not found`];
    }
    const runs = await this.ports.directory.list({ projectId, status: query.status, limit: NEWEST });
    if (runs.length === 0)
      return [query.status === null ? `${projectId} has no Runs.` : `${projectId} has no Runs that are ${query.status}.`];
    return runs.map(({ runId, status, tasks, accepted }) => `${runId}: ${status}, ${accepted} of ${tasks} tasks accepted`);
  }
}

function runLines(state: RunState): readonly string[] {
  const tasks = state.tasks
    .filter(({ inPlan }) => inPlan)
    .map(({ key, status, revision, attempt }) => `${key}: ${status}, revision ${revision}, attempt ${attempt}`);
  const waits = attentionOf(state).map(
    ({ kind, subjectId, owner, deadline, status }) =>
      `waits: ${kind} ${subjectId} (${status}), owner ${owner}, until ${new Date(deadline).toISOString()}`,
  );
  return [`${state.runId}: ${runStatus(state)}`, ...tasks, ...waits];
}
