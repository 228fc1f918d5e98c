// People are compared by person: all linked ids of one human are one. Whoever requested the work does not approve it.
import type { Actor } from '../../kernel/index.js';
import type { PersonAuthority } from '../records/authority.js';
import type { RunState } from '../state.js';
import { refuse, demand } from './refuse.js';

export const isSamePerson = (person: PersonAuthority, principalId: string): boolean =>
  person.principalId === principalId || person.linkedPrincipalIds.includes(principalId);

/** A Sponsor who controls the Run, or ingress on behalf of the requester. */
export function checkController(state: RunState, actor: Actor, authority: PersonAuthority): void {
  demand(
    authority.projectActive,
    'PROJECT_NOT_ACTIVE',
    `Project ${state.projectId} is not active; enable it before controlling its Runs.`,
  );
  if (actor.role === 'ingress') {
    demand(
      isSamePerson(authority, state.plan?.requesterPrincipalId ?? ''),
      'ACTOR_NOT_AUTHORIZED',
      `${authority.principalId} did not request Run ${state.runId}; only its requester is spoken for.`,
    );
    return;
  }
  demand(
    authority.isSponsor && authority.principalId === actor.principalId && !authority.agentHeld,
    'NOT_PROJECT_SPONSOR',
    `${actor.principalId} is not among the Sponsors of Project ${state.projectId}.`,
  );
}

/**
 * Whether the requester approves alone under separation solo. Throws AGENT_CANNOT_APPROVE for an identity that an agent holds,
 * REQUESTER_CANNOT_APPROVE for the requester under separation strict, or while the Catalog lists more than one Sponsor.
 */
export function checkSeparation(state: RunState, actor: Actor, authority: PersonAuthority): boolean {
  demand(
    actor.kind === 'human' && !authority.agentHeld,
    'AGENT_CANNOT_APPROVE',
    `${actor.principalId} is an identity that an agent holds; a person approves.`,
  );
  if (!isSamePerson(authority, state.plan?.requesterPrincipalId ?? '')) return false;
  if (state.plan?.separation === 'solo' && authority.sponsorCount === 1) return true;
  return refuse('REQUESTER_CANNOT_APPROVE', `${actor.principalId} requested Run ${state.runId}; another Sponsor approves it.`);
}
