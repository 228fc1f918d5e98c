// What Fastify and Nest throw before a handler runs, as refusals of ours. Their own words may quote the body and are not passed on.
import { HttpException } from '@nestjs/common';
import { Rejection, Unavailable } from '#domain/kernel';

/** Anything that it does not know comes back as it is. */
export function wireError(error: unknown): unknown {
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown;
    statusCode?: unknown;
  };
  const status = error instanceof HttpException ? error.getStatus() : typeof statusCode === 'number' ? statusCode : undefined;
  if (status === undefined || error instanceof Rejection || error instanceof Unavailable) return error;
  if (status === 413) return new Rejection('BODY_TOO_LARGE', 'The body is larger than this route takes: send at most 256 KiB.');
  if (status === 415) return new Rejection('MEDIA_TYPE', 'This route takes application/json only.');
  if (status === 404) return new Rejection('ROUTE_NOT_FOUND', 'There is nothing at this address: see /api/openapi.json.');
  if (status === 405) return new Rejection('METHOD_NOT_ALLOWED', 'This address does not take this method.');
  if (status === 401) return new Rejection('TOKEN_INVALID', 'The token is missing or unknown.');
  if (status === 403) return new Rejection('TOKEN_SCOPE', 'This token does not reach that far.');
  if (status === 503) return new Unavailable('RUNTIME_NOT_READY', 'This server is starting or stopping: try again soon.');
  if (status < 400 || status >= 500) return error;
  const why = code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ? 'is empty' : 'is not what this route takes';
  const fields = fieldsOf(error);
  const list = fields.length > 0 ? ` Mend: ${fields.join('; ')}.` : '';
  return new Rejection('VALUE_INVALID', `The request ${why}.${list}`, fields.length > 0 ? { fields } : {});
}

/** class-validator's sentences name fields and constraints, never values. */
function fieldsOf(error: unknown): readonly string[] {
  if (!(error instanceof HttpException)) return [];
  const response = error.getResponse() as { message?: unknown };
  const { message } = typeof response === 'object' ? response : {};
  return Array.isArray(message) ? message.filter((part) => typeof part === 'string') : [];
}
