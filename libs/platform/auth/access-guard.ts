// The one guard of every HTTP route: token → principal → what the route asks → rate limit.
import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS } from './access.js';
import type { AuthenticatedRequest } from './access.js';
import { checkAccess } from './principal.js';
import type { RouteAccess } from './principal.js';
import { RateLimits } from './rate-limits.js';
import { TokenBook } from './token-book.js';

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenBook,
    private readonly limits: RateLimits,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const access =
      this.reflector.getAllAndOverride<RouteAccess | undefined>(ACCESS, [context.getHandler(), context.getClass()]) ?? {};
    if (access.open) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const principal = await this.tokens.authenticate(
      bearerOf(request) ?? (access.queryToken ? queryTokenOf(request) : undefined),
    );
    this.limits.take(principal.tokenId, request.method === 'GET' || request.method === 'HEAD' ? 'reads' : 'writes');
    checkAccess(principal, access);
    request.principal = principal;
    return true;
  }
}

function bearerOf({ headers }: AuthenticatedRequest): string | undefined {
  const { authorization } = headers;
  return typeof authorization === 'string' ? /^Bearer +(\S+)$/i.exec(authorization)?.[1] : undefined;
}

function queryTokenOf({ query }: AuthenticatedRequest): string | undefined {
  const token = (query as { token?: unknown } | undefined)?.token;
  return typeof token === 'string' ? token : undefined;
}
