// Every error of every HTTP route becomes one problem+json answer; a defect is logged with the trace id that the caller sees.
import { Catch } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter, LoggerService } from '@nestjs/common';
import { problemOf } from './problem.js';
import { wireError } from './wire-error.js';

interface Request {
  /** The trace id: see `traceIdOf`. */
  readonly id: string;
  readonly method: string;
  readonly url: string;
}

interface Reply {
  readonly sent: boolean;
  code(status: number): Reply;
  header(name: string, value: string): Reply;
  send(body: unknown): unknown;
}

@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #logger: LoggerService;
  readonly #allowed: (path: string) => readonly string[];

  /** `allowed` tells the methods of a path, so that a known path with another method is 405 and not 404. */
  constructor(logger: LoggerService, allowed: (path: string) => readonly string[] = () => []) {
    this.#logger = logger;
    this.#allowed = allowed;
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const reply = http.getResponse<Reply>();
    const instance = request.url.split('?', 1)[0] ?? '/';
    const methods = this.#allowed(instance);
    let known = wireError(error);
    if ((known as { code?: unknown }).code === 'ROUTE_NOT_FOUND' && methods.length > 0) known = wireError({ statusCode: 405 });
    const { kind, problem, retryAfter } = problemOf(known, { instance, traceId: request.id });
    if (kind === 'defect')
      this.#logger.error(error instanceof Error ? error : new Error('A handler threw no error.'), request.id);
    if (reply.sent) return;
    if (problem.status === 405) void reply.header('allow', methods.join(', '));
    if (retryAfter !== null) void reply.header('retry-after', String(retryAfter));
    void reply.code(problem.status).header('content-type', 'application/problem+json; charset=utf-8').send(problem);
  }
}
