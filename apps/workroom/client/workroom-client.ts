// The command line's view of a server: typed requests, answers unwrapped, refusals as sentences.
import type {
  AboutDto,
  AttentionDto,
  LeaseDto,
  PlanningDiagnosticsDto,
  PostInboxDto,
  Problem,
  ProjectDto,
  ProposalDto,
  ReceiptDto,
  RunContentDto,
  RunDetailDto,
  RunEventDto,
  RunHeaderDto,
  Success,
} from '#contracts/http';
import { CliFailure, EXIT } from '../cli/exit.js';
import { serverSentEvents } from './server-sent-events.js';
import type { ServerSentEvent } from './server-sent-events.js';

export interface Connection {
  /** Without a path, e.g. `http://127.0.0.1:8086`. */
  readonly url: string;
  readonly token: string;
}

/** A refusal of the server, with its stable code. */
export class ServerRefusal extends CliFailure {
  constructor(readonly problem: Problem) {
    const usage = problem.status === 400 || problem.status === 413;
    super(
      usage ? EXIT.usage : problem.status >= 500 || problem.status === 401 ? EXIT.error : EXIT.refused,
      `${problem.code}: ${problem.detail}`,
    );
  }
}

const BASE = '/api/agent/workroom';

export class WorkroomClient {
  constructor(private readonly connection: Connection) {}

  about = (): Promise<AboutDto> => this.#get('/api/about');
  projects = (): Promise<readonly ProjectDto[]> => this.#get(`${BASE}/projects?limit=200`);
  runs = (projectId: string, query: { status?: string; limit?: number } = {}): Promise<readonly RunHeaderDto[]> =>
    this.#get(`${BASE}/runs?${search({ projectId, ...query })}`);
  run = (projectId: string, runId: string, minPosition?: number): Promise<RunDetailDto> =>
    this.#get(`${BASE}/runs/${encodeURIComponent(runId)}?${search({ projectId, minPosition })}`);
  content = (projectId: string, runId: string): Promise<RunContentDto> =>
    this.#get(`${BASE}/runs/${encodeURIComponent(runId)}/content?${search({ projectId })}`);
  attention = (projectId: string): Promise<readonly AttentionDto[]> =>
    this.#get(`${BASE}/attention?${search({ projectId, limit: 200 })}`);
  leases = (projectId: string): Promise<readonly LeaseDto[]> => this.#get(`${BASE}/leases?${search({ projectId, limit: 200 })}`);
  proposal = (projectId: string, proposalId: string): Promise<ProposalDto> =>
    this.#get(`${BASE}/inbox/${encodeURIComponent(proposalId)}?${search({ projectId })}`);
  diagnostics = (projectId: string): Promise<PlanningDiagnosticsDto> =>
    this.#get(`${BASE}/planning/diagnostics?${search({ projectId })}`);
  submit = (body: PostInboxDto): Promise<{ readonly proposalId: string }> => this.#post(`${BASE}/inbox`, body);
  command = (path: string, body: object): Promise<ReceiptDto> => this.#post(`${BASE}${path}`, body);

  /** Facts of a Run with a revision above `after`, rising; one page. */
  history = (projectId: string, runId: string, after: number): Promise<readonly RunEventDto[]> =>
    this.#get(`${BASE}/runs/${encodeURIComponent(runId)}/events?${search({ projectId, after, limit: 200 })}`);

  /** Facts of a Project (or of one Run) after a position, live, until the signal aborts or the connection ends. */
  async *facts(projectId: string, after: number, signal: AbortSignal, runId?: string): AsyncIterable<ServerSentEvent> {
    const answer = await this.#fetch(`${BASE}/events?${search({ projectId, runId, after })}`, {
      signal,
      headers: { accept: 'text/event-stream' },
    });
    if (answer.body) yield* serverSentEvents(answer.body);
  }

  /** The globalPosition that a view has read up to. */
  async asOf(projectId: string): Promise<number> {
    const answer = await this.#fetch(`${BASE}/runs?${search({ projectId, limit: 1 })}`);
    return ((await answer.json()) as Success<unknown>).page?.asOf ?? 0;
  }

  async #get<T>(path: string): Promise<T> {
    return data<T>(await this.#fetch(path));
  }

  async #post<T>(path: string, body: object): Promise<T> {
    return data<T>(
      await this.#fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    );
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    let answer: Response;
    try {
      answer = await fetch(this.connection.url + path, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${this.connection.token}` },
      });
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new CliFailure(
        EXIT.error,
        `No answer from ${this.connection.url}. Start a server with "workroom up", or name one with --url.`,
        { cause },
      );
    }
    if (answer.ok) return answer;
    throw new ServerRefusal(await problemOf(answer));
  }
}

async function data<T>(answer: Response): Promise<T> {
  return ((await answer.json()) as Success<T>).data;
}

async function problemOf(answer: Response): Promise<Problem> {
  const text = await answer.text();
  try {
    const problem = JSON.parse(text) as Problem;
    if (typeof problem.code === 'string') return problem;
  } catch {
    // Not ours: told below by its status.
  }
  const { status } = answer;
  const detail = `The server at this address answered with status ${status}; is it a Workroom server?`;
  return { type: '', title: '', status, detail, instance: '', code: `HTTP_${status}`, traceId: '' };
}

function search(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  return new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)])).toString();
}
