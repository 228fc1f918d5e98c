// Who calls over HTTP, as the token proves it, and what a route asks of them. Nothing in a body is identity.
import { Rejection } from '#domain/kernel';
import type { PLANES } from '#platform/config';

export type Plane = (typeof PLANES)[number];
export type TokenScope = 'full' | 'demo';

export interface Principal {
  /** Names the token without giving it away: key of rate limits and streams. */
  readonly tokenId: string;
  readonly principalId: string | null;
  readonly scope: TokenScope;
  /** null: every plane that its authority allows. */
  readonly planes: readonly Plane[] | null;
}

export interface RouteAccess {
  /** No token at all. */
  readonly open?: boolean;
  /** On the read-only allow-list of scope demo. */
  readonly demo?: boolean;
  /** false: a token without principal will do. */
  readonly principal?: boolean;
  readonly plane?: Plane;
  /** Also takes `?token=`: live events and Console pages only. */
  readonly queryToken?: boolean;
}

/** Agents' identities can never approve. */
export const isAgent = ({ principalId }: Principal): boolean => principalId?.startsWith('agent:') ?? false;

/** Throws Rejection TOKEN_SCOPE, PRINCIPAL_REQUIRED, INTERNAL_PRINCIPAL or TOKEN_PLANE. */
export function checkAccess(principal: Principal, route: RouteAccess): void {
  const { principalId, scope, planes } = principal;
  if (principalId !== null && /^(system:|root$)/.test(principalId)) {
    throw new Rejection('INTERNAL_PRINCIPAL', `${principalId} is internal and never calls over HTTP: use the token of a person.`);
  }
  if (scope === 'demo') {
    if (route.demo) return;
    throw new Rejection('TOKEN_SCOPE', 'A token of scope demo only reads what is shown to guests: use one of scope full.');
  }
  if (principalId === null && !route.demo && route.principal !== false) {
    throw new Rejection('PRINCIPAL_REQUIRED', 'This token names no principal: use one of http.tokens[] with a principalId.');
  }
  if (route.plane && planes && !planes.includes(route.plane)) {
    throw new Rejection(
      'TOKEN_PLANE',
      `This token is limited to the planes ${planes.join(', ') || 'none'}, not ${route.plane}.`,
      {
        plane: route.plane,
      },
    );
  }
}
