// The id that ties an answer, its log lines and its spans together: of the caller's traceparent, else a new one.
import { randomBytes } from 'node:crypto';

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** 32 hex digits. Fits Fastify's `genReqId`, so that `request.id` is the trace id. */
export function traceIdOf(request: {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}): string {
  const { traceparent } = request.headers;
  const given = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  return given && !/^0+$/.test(given) ? given : randomBytes(16).toString('hex');
}
