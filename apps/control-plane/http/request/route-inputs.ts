// What a route takes from its request, each read closed: path ids, query fields, a body, and the person whom the token names.
import { Body, createParamDecorator, Param } from '@nestjs/common';
import type { ExecutionContext, PipeTransform } from '@nestjs/common';
import { Rejection } from '#domain/kernel';
import type { AuthenticatedRequest } from '#platform/auth';
import type { Person } from '../../access/person.js';
import { ClosedBody } from './closed-body.js';
import type { BodyName } from './closed-body.js';
import type { QueryShape } from './query-shape.js';

/** Where the OpenAPI document finds what a handler reads. */
export const QUERY_SHAPE = 'workroom:query-shape';
export const BODY_NAME = 'workroom:body-name';

const requestOf = (context: ExecutionContext): AuthenticatedRequest => context.switchToHttp().getRequest<AuthenticatedRequest>();

const queryFields = createParamDecorator((shape: QueryShape<unknown>, context: ExecutionContext): unknown =>
  shape.read((requestOf(context).query ?? {}) as Record<string, unknown>),
);

/** The query fields of the route, as `shape` reads them. */
export const Fields =
  (shape: QueryShape<unknown>): ParameterDecorator =>
  (target, key, index) => {
    if (key !== undefined) Reflect.defineMetadata(QUERY_SHAPE, shape, target, key);
    queryFields(shape)(target, key, index);
  };

/** The body, checked against the closed class of that name. */
export const Closed =
  (name: BodyName): ParameterDecorator =>
  (target, key, index) => {
    if (key !== undefined) Reflect.defineMetadata(BODY_NAME, name, target, key);
    Body(new ClosedBody(name))(target, key, index);
  };

class PathId implements PipeTransform<string, string> {
  constructor(
    private readonly name: string,
    private readonly pattern: RegExp,
  ) {}

  transform(value: string): string {
    if (this.pattern.test(value)) return value;
    throw new Rejection('VALUE_INVALID', `${this.name} in the path must match ${this.pattern.source}.`, { field: this.name });
  }
}

export const PathParam = (name: string, pattern: RegExp): ParameterDecorator => Param(name, new PathId(name, pattern));

/** The person who asks. The guard has let nobody through to such a route without a principal. */
export const Asker = createParamDecorator((_data: unknown, context: ExecutionContext): Person => {
  const { principal, headers } = requestOf(context);
  if (!principal?.principalId) throw new Rejection('PRINCIPAL_REQUIRED', 'This token names no principal; use one that does.');
  const { traceparent } = headers;
  const { principalId, tokenId } = principal;
  return { principalId, tokenId, ...(typeof traceparent === 'string' ? { traceparent } : {}) };
});

/** The text of the token itself: for asking again while a stream is open. */
export const TokenText = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { headers, query } = requestOf(context);
  const { authorization } = headers;
  const bearer = typeof authorization === 'string' ? /^Bearer +(\S+)$/i.exec(authorization)?.[1] : undefined;
  return bearer ?? String((query as { token?: unknown } | undefined)?.token ?? '');
});
