// Who asks: the principal of the token, found anew with each request, and how the orchestrator is told of it.
import type { Caller } from '#contracts/commands';

export interface Person {
  readonly principalId: string;
  /** Names the token without being it; streams are counted by it. */
  readonly tokenId: string;
  /** W3C trace context of the request. */
  readonly traceparent?: string;
}

/** The control plane speaks for the person whom the token proved. */
export const callerFor = ({ principalId, traceparent }: Person): Caller => ({
  capability: { sub: 'system:control-plane', role: 'control_plane' },
  onBehalfOf: { principalId, provenBy: 'token' },
  ...(traceparent ? { traceparent } : {}),
});

/** Questions of the control plane itself, on behalf of nobody. */
export const CONTROL_PLANE: Caller = { capability: { sub: 'system:control-plane', role: 'control_plane' } };
