// One way to the HTTP API: bearer token on every request, JSON both ways, every failure one of the two of failure.ts.
import type { Success } from '#contracts/http';
import { ProblemError, Unreachable, problemOf } from './failure.js';
import type { ServerClock } from './server-clock.js';
import type { TokenKeeper } from './token-keeper.js';

export type QueryFields = Readonly<Record<string, string | number | null | undefined>>;

export interface RequestOptions {
  readonly query?: QueryFields | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export function addressOf(path: string, query: QueryFields = {}): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') fields.set(name, String(value));
  }
  const text = fields.toString();
  return text ? `${path}?${text}` : path;
}

export class ApiClient {
  constructor(
    private readonly tokens: TokenKeeper,
    private readonly send: typeof fetch,
    private readonly clock: ServerClock,
  ) {}

  /** The raw answer of a request that succeeded; the caller reads its body (live events do). */
  async open(path: string, options: RequestOptions & { headers?: Record<string, string> } = {}): Promise<Response> {
    const { token } = this.tokens.current();
    const address = addressOf(path, options.query);
    const headers: Record<string, string> = { Accept: 'application/json, application/problem+json', ...options.headers };
    if (token) headers['Authorization'] = `Bearer ${token}`;
    const init: RequestInit = { method: options.body === undefined ? 'GET' : 'POST', headers, cache: 'no-store' };
    if (options.signal) init.signal = options.signal;
    if (options.body !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(options.body);
    }
    const answer = await this.fetched(address, init);
    if (answer.ok) return answer;
    if (answer.status === 401 && token) this.tokens.refuse(token);
    const body: unknown = await answer.json().catch(() => null);
    throw new ProblemError(problemOf(answer.status, body, path), retryAfterOf(answer));
  }

  async get<Data>(path: string, query?: QueryFields, signal?: AbortSignal): Promise<Success<Data>> {
    return this.json(path, { query, signal });
  }

  async post<Data>(path: string, body: unknown): Promise<Success<Data>> {
    return this.json(path, { body });
  }

  private async json<Data>(path: string, options: RequestOptions): Promise<Success<Data>> {
    const answer = await this.open(path, options);
    try {
      return (await answer.json()) as Success<Data>;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new Unreachable(error);
    }
  }

  private async fetched(address: string, init: RequestInit): Promise<Response> {
    const sent = this.clock.local();
    try {
      const answer = await this.send(address, init);
      this.clock.note(answer.headers.get('Date'), sent);
      return answer;
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new Unreachable(error);
    }
  }
}

function retryAfterOf(answer: Response): number | null {
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
