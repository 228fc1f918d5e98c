// Decorators: what a route asks of its caller, and the caller as a parameter. Without one a route asks for scope full and a principal.
import { createParamDecorator, SetMetadata } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Principal, RouteAccess } from './principal.js';

export const ACCESS = 'workroom:access';

/** On a controller or a handler; a handler's own stands above its controller's. */
export const Access = (access: RouteAccess): ReturnType<typeof SetMetadata> => SetMetadata(ACCESS, access);

/** The request as the guard leaves it. */
export interface AuthenticatedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly query?: unknown;
  principal?: Principal;
}

export const CurrentPrincipal = createParamDecorator((_data: unknown, context: ExecutionContext): Principal | undefined => {
  return context.switchToHttp().getRequest<AuthenticatedRequest>().principal;
});
