// Serves the built Console and speaks the HTTP API's DTOs from a world in memory. For browser tests; never shipped.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Problem } from '#contracts/http';
import { LiveStreams } from './live-streams.js';
import { PROJECT, ROOM, type World } from './world.js';

export const TOKEN = 'wr_fixture_token';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** As strict as the product's own. */
const GUARDED = {
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
}

export class FixtureServer {
  readonly requests: SeenRequest[] = [];
  readonly live: LiveStreams;
  /** How far the server's clock is ahead of this machine's, ms. */
  clockAhead = 0;
  /** Problems for the next requests, by `METHOD path`, used up one by one. */
  readonly failures = new Map<string, Problem[]>();
  private readonly server: Server;

  constructor(
    readonly world: World,
    private readonly dist: string,
  ) {
    this.live = new LiveStreams(world);
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  seen(method: string, path: string): readonly SeenRequest[] {
    return this.requests.filter((request) => request.method === method && request.path === path);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Date', new Date(Date.now() + this.clockAhead).toUTCString());
    const url = new URL(request.url ?? '/', 'http://fixture');
    if (!url.pathname.startsWith('/api/')) return this.file(url.pathname, response);
    const body = await bodyOf(request);
    this.requests.push({ method: request.method ?? '', path: url.pathname, query: url.searchParams, body });
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      return problem(response, problemOf(401, 'TOKEN_INVALID', 'The token is missing or unknown.'));
    }
    const failure = this.failures.get(`${request.method} ${url.pathname}`)?.shift();
    if (failure) return problem(response, failure);
    if (url.pathname === '/api/agent/workroom/events') return this.live.join(request, response);
    const answer = request.method === 'GET' ? this.read(url) : this.write(url.pathname, body);
    if ('code' in answer) return problem(response, answer as Problem);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ success: true, ...answer }));
  }

  private write(path: string, body: Record<string, unknown>): object {
    const write = this.world.writes.get(path);
    if (!write) return problemOf(405, 'METHOD_NOT_ALLOWED', `Nothing may be written to ${path}.`);
    const result = write(body);
    return 'code' in result ? result : { data: result };
  }

  private read({ pathname, searchParams }: URL): object {
    const { world } = this;
    const whole = (data: unknown) => ({ data, page: { asOf: world.position } });
    const run = /^\/api\/agent\/workroom\/runs\/([^/]+)(\/content|\/events)?$/.exec(pathname);
    if (run) return this.readRun(String(run[1]), run[2] ?? '', searchParams);
    switch (pathname) {
      case '/api/about':
        return { data: world.about };
      case '/api/agent/workroom/projects':
        return whole(world.projects);
      case '/api/agent/workroom/runs': {
        const status = searchParams.get('status');
        return this.page(
          world.runs.filter((one) => status === null || one.status === status),
          searchParams,
        );
      }
      case '/api/agent/workroom/attention':
        return this.page(world.attention, searchParams);
      case '/api/agent/workroom/leases':
        return this.page(world.leases, searchParams);
      case '/api/agent/workroom/planning/diagnostics':
        return whole(world.planning);
    }
    if (pathname === '/api/sandbox/rooms') {
      return { data: [{ room: ROOM, projectId: PROJECT, lastSequence: world.messages.at(-1)?.sequence ?? 0 }] };
    }
    if (/^\/api\/sandbox\/rooms\/[^/]+\/messages$/.test(pathname)) {
      const after = Number(searchParams.get('after') ?? 0);
      return {
        data: world.messages.filter(({ sequence }) => sequence > after).slice(0, Number(searchParams.get('limit') ?? 50)),
      };
    }
    return problemOf(404, 'ROUTE_NOT_FOUND', `There is nothing at ${pathname}.`);
  }

  private readRun(runId: string, part: string, query: URLSearchParams): object {
    const { world } = this;
    const run = world.runs.find((one) => one.runId === runId);
    if (!run) return problemOf(404, 'RUN_NOT_FOUND', `There is no Run ${runId} in this Project.`);
    const page = { asOf: world.position };
    if (part === '') return { data: run, page };
    if (part === '/content') return { data: world.contents.get(runId), page };
    const after = Number(query.get('after') ?? -1);
    const facts = (world.facts.get(runId) ?? []).filter(({ revision }) => revision > after);
    return { data: facts.slice(0, Number(query.get('limit') ?? 50)), page };
  }

  private page(all: readonly unknown[], query: URLSearchParams): object {
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? 50);
    const page = { asOf: this.world.position, ...(to < all.length ? { nextCursor: String(to) } : {}) };
    return { data: all.slice(from, to), page };
  }

  private async file(path: string, response: ServerResponse): Promise<void> {
    const inside = normalize(path.replace(/^\/console\/?/, '/'));
    const name = extname(inside) ? inside : '/index.html';
    const bytes = await readFile(join(this.dist, name)).catch(() => null);
    response.writeHead(bytes ? 200 : 404, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream', ...GUARDED });
    response.end(bytes ?? '');
  }
}

export function problemOf(status: number, code: string, detail: string): Problem {
  return {
    type: `urn:workroom:problem:${code}`,
    title: code,
    status,
    detail,
    instance: '/',
    code,
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  };
}

function problem(response: ServerResponse, body: Problem): void {
  response.writeHead(body.status, { 'Content-Type': 'application/problem+json' });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length ? (JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>) : {};
}
