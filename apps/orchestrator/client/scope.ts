// What a caller's token allows: Project, role, expiry, and the one Assignment that it was made for. Deciders check the actor again.
import { Rejection } from '#domain/kernel';
import type { Actor, ActorKind, ActorRole, Capability, CommandMeta } from '#domain/kernel';
import { isAgentIdentity } from '#domain/catalog';
import type { Caller } from '#contracts/commands';

export type CallerRole = Capability['role'];

export interface Scope {
  readonly roles: readonly CallerRole[];
  /** Left out for commands without a Project (the Catalog, an ordinary chat). */
  readonly projectId?: string;
  readonly runId?: string;
  readonly assignmentId?: string;
}

/** Tokens of these edges speak for the person whom the channel or token proved. */
const SPEAKS_FOR_OTHERS: readonly CallerRole[] = ['gateway', 'control_plane'];

const outside = (what: string, details: Readonly<Record<string, unknown>>): Rejection =>
  new Rejection('TOKEN_SCOPE', `The token does not allow ${what}; use the one that was made for it.`, details);

/**
 * Throws Rejection TOKEN_EXPIRED, CONTROL_SCOPE_NOT_EXACT (no Project, or another one than the token's), TOKEN_SCOPE (any other claim).
 * `now` in epoch milliseconds.
 */
export function checkScope({ capability, onBehalfOf }: Caller, scope: Scope, now: number): void {
  if (capability.exp !== undefined && capability.exp * 1000 <= now) {
    throw new Rejection('TOKEN_EXPIRED', `The token of ${capability.sub} has expired; ask for a new one.`, {
      sub: capability.sub,
    });
  }
  if (!scope.roles.includes(capability.role)) throw outside(`role ${capability.role} to do this`, { role: capability.role });
  if (onBehalfOf && !SPEAKS_FOR_OTHERS.includes(capability.role)) {
    throw outside(`role ${capability.role} to speak for another principal`, { role: capability.role });
  }
  if (scope.projectId === '' || (capability.project !== undefined && capability.project !== scope.projectId)) {
    throw new Rejection(
      'CONTROL_SCOPE_NOT_EXACT',
      `The command is for Project ${scope.projectId || '(none)'}, the token for ${capability.project ?? 'any'}: name exactly that Project.`,
      { projectId: scope.projectId ?? null, tokenProject: capability.project ?? null },
    );
  }
  if (capability.run !== undefined && capability.run !== scope.runId) {
    throw outside(`Run ${scope.runId ?? '(none)'}`, { runId: scope.runId ?? null });
  }
  if (capability.assignment !== undefined && capability.assignment !== scope.assignmentId) {
    throw outside(`Assignment ${scope.assignmentId ?? '(none)'}`, { assignmentId: scope.assignmentId ?? null });
  }
}

const kindOf = (principalId: string): ActorKind =>
  principalId.startsWith('system:') ? 'system' : isAgentIdentity(principalId) ? 'agent' : 'human';

/** The principal who speaks: the proven person, else the token's own subject. */
export const principalOf = ({ capability, onBehalfOf }: Caller): string => onBehalfOf?.principalId ?? capability.sub;

export const actorOf = (caller: Caller, role: ActorRole): Actor => {
  const principalId = principalOf(caller);
  return { principalId, kind: kindOf(principalId), role };
};

/** Throws Rejection PRINCIPAL_REQUIRED when an edge speaks for nobody. */
export function personActor(caller: Caller, role: 'participant' | 'sponsor'): Actor {
  if (!caller.onBehalfOf && SPEAKS_FOR_OTHERS.includes(caller.capability.role)) {
    throw new Rejection('PRINCIPAL_REQUIRED', 'The token is bound to no principal; use one that names who acts.');
  }
  return actorOf(caller, role);
}

/** The meta of a command that came over an edge. */
export function edgeMeta(
  caller: Caller,
  actor: Actor,
  projectId: string | null,
  ids: { readonly commandId: string; readonly correlationId?: string },
): CommandMeta {
  return {
    commandId: ids.commandId,
    projectId,
    actor,
    capability: caller.capability,
    correlationId: ids.correlationId ?? null,
    causationId: null,
    traceparent: caller.traceparent ?? null,
  };
}
