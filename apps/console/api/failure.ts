// What can go wrong with a request, as one of two errors: the server's problem document, or no answer at all.
import type { Problem } from '#contracts/http';

/** The server answered with a problem document (RFC 9457). `detail` is meant to be shown. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  constructor(
    readonly problem: Problem,
    /** Seconds after which the server asks to be tried again; null where it did not say. */
    readonly retryAfter: number | null,
  ) {
    super(problem.detail || problem.title);
  }

  get code(): string {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }
}

/** No answer came: the server is down, or the connection to it is. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';

  constructor(cause?: unknown) {
    super('The Workroom server does not answer. Check that it is running (npm start), then try again.', { cause });
  }
}

/** True for failures that the same request may survive later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  return error instanceof ProblemError && (error.status === 503 || error.status === 502 || error.status === 504);
}

/** A problem for an answer that is not a problem document: a proxy's page, a cut body. */
export function problemOf(status: number, body: unknown, instance: string): Problem {
  if (typeof body === 'object' && body !== null && 'code' in body && 'detail' in body) return body as Problem;
  return {
    type: 'about:blank',
    title: `HTTP ${status}`,
    status,
    detail: `The server answered ${status} to ${instance} without saying why.`,
    instance,
    code: `HTTP_${status}`,
    traceId: '',
  };
}
