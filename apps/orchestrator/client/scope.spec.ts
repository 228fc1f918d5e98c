import { Rejection } from '#domain/kernel';
import type { Capability } from '#domain/kernel';
import type { Caller } from '#contracts/commands';
import { actorOf, checkScope, personActor } from './scope.js';
import type { Scope } from './scope.js';

const NOW = 1_700_000_000_000;
const executor: Capability = {
  sub: 'agent:executor',
  role: 'executor',
  project: 'demo',
  run: 'r1',
  assignment: 'a1',
  exp: NOW / 1000 + 60,
};
const target: Scope = { roles: ['executor'], projectId: 'demo', runId: 'r1', assignmentId: 'a1' };
const refusal = (caller: Caller, scope: Scope): string => {
  try {
    checkScope(caller, scope, NOW);
    return 'allowed';
  } catch (error) {
    if (error instanceof Rejection) return error.code;
    throw error;
  }
};

describe('the scope of a caller', () => {
  it('allows exactly what the token was made for', () => {
    expect(refusal({ capability: executor }, target)).toBe('allowed');
  });

  it('refuses a token that has expired', () => {
    expect(refusal({ capability: { ...executor, exp: NOW / 1000 } }, target)).toBe('TOKEN_EXPIRED');
  });

  it('[WK-03] refuses a command without a Project, and one for another Project than the token’s', () => {
    expect(refusal({ capability: executor }, { ...target, projectId: '' })).toBe('CONTROL_SCOPE_NOT_EXACT');
    expect(refusal({ capability: executor }, { ...target, projectId: 'other' })).toBe('CONTROL_SCOPE_NOT_EXACT');
    const { projectId: _, ...without } = target;
    expect(refusal({ capability: executor }, without)).toBe('CONTROL_SCOPE_NOT_EXACT');
  });

  it('[WK-06] refuses an Executor’s token on the acceptance port, and on another Run or Assignment', () => {
    expect(refusal({ capability: executor }, { ...target, roles: ['reviewer'] })).toBe('TOKEN_SCOPE');
    expect(refusal({ capability: executor }, { ...target, runId: 'r2' })).toBe('TOKEN_SCOPE');
    expect(refusal({ capability: executor }, { ...target, assignmentId: 'a2' })).toBe('TOKEN_SCOPE');
  });

  it('lets only the edges speak for a person', () => {
    const onBehalfOf = { principalId: 'sandbox:ada', provenBy: 'token' };
    expect(refusal({ capability: executor, onBehalfOf }, target)).toBe('TOKEN_SCOPE');
    const gateway: Caller = { capability: { sub: 'system:gateway', role: 'gateway' }, onBehalfOf };
    expect(refusal(gateway, { roles: ['gateway'], projectId: 'demo' })).toBe('allowed');
    expect(personActor(gateway, 'sponsor')).toEqual({ principalId: 'sandbox:ada', kind: 'human', role: 'sponsor' });
    expect(() => personActor({ capability: gateway.capability }, 'sponsor')).toThrow(/PRINCIPAL|principal/);
  });

  it('[F-GV-07] takes the kind of an actor from its principal: an agent’s stays an agent', () => {
    const onBehalfOf = { principalId: 'agent:executor', provenBy: 'token' };
    expect(actorOf({ capability: { sub: 'system:gateway', role: 'gateway' }, onBehalfOf }, 'sponsor').kind).toBe('agent');
  });
});
