// Who decides a gate: a Sponsor with a current proof; approving is for somebody else than the requester.
import type { RunCommandOf } from '../commands/run-command.js';
import type { PersonAuthority } from '../records/authority.js';
import type { Authorization } from '../records/acceptance.js';
import type { RunState } from '../state.js';
import { checkSeparation } from './person.js';
import { proves } from './proof.js';
import { demand } from './refuse.js';

type GateCommand = RunCommandOf<'decide_plan_gate' | 'reopen_plan_gate' | 'decide_sponsor_gate' | 'reopen_sponsor_gate'>;

export interface GateAuthority {
  readonly authority: PersonAuthority;
  readonly authorization: Authorization;
  readonly soloApproval: boolean;
}

export function checkGateAuthority(state: RunState, command: GateCommand): GateAuthority {
  const { data, meta } = command;
  const { actor } = meta;
  const { authority, authorization } = data;
  demand(
    authority !== null && authorization !== null,
    'GATE_AUTHORITY_MISSING',
    'No gate authority port is installed; nobody can be proven to be a Sponsor.',
  );
  const decision = 'decision' in data ? data.decision : 'reopen';
  const person = actor.role === 'sponsor' && (actor.kind === 'human' || decision === 'approve');
  demand(
    person && authority.isSponsor && authority.principalId === actor.principalId,
    'GATE_UNAUTHORIZED',
    `${actor.principalId} is not among the Sponsors of Project ${state.projectId}; a Sponsor decides gate ${data.gateId}.`,
    {
      reason: authority.isSponsor ? 'actor' : 'not_a_sponsor',
    },
  );
  const soloApproval = decision === 'approve' && checkSeparation(state, actor, authority);
  const proven = proves(authorization, {
    action: decision,
    role: actor.role,
    principalId: actor.principalId,
    projectId: meta.projectId ?? '',
    runId: data.runId,
    taskKey: data.taskKey,
    targetId: data.gateId,
    expectedSequence: data.expectedSequence,
  });
  demand(
    proven && authorization.catalogRevision === authority.catalogRevision,
    'GATE_PROOF_STALE',
    `The proof of ${actor.principalId} is not for this decision on gate ${data.gateId}; decide again from the current card.`,
  );
  return { authority, authorization, soloApproval };
}
