// Who acts. Every part of it comes from an authenticated transport, never from what a message or a body says.

export type ActorKind = 'human' | 'agent' | 'system';

export type ActorRole =
  | 'sponsor'
  | 'participant'
  | 'orchestrator'
  | 'executor'
  | 'integration'
  | 'reviewer'
  | 'planning'
  | 'scheduler'
  | 'supply'
  | 'clock'
  | 'acceptance'
  | 'ingress'
  | 'workspace';

export interface Actor {
  /** `agent:<key>`, `system:<role>`, `workroom-admin`, or `<adapter>:<id>` for people. */
  readonly principalId: string;
  readonly kind: ActorKind;
  readonly role: ActorRole;
}

/** The claims of a capability token; those that do not apply are absent. In-process clients pass the same claims, unsigned. */
export interface Capability {
  readonly sub: string;
  readonly role: ActorRole | 'gateway' | 'control_plane' | 'service';
  readonly project?: string;
  readonly run?: string;
  readonly task?: string;
  readonly assignment?: string;
  readonly attempt?: number;
  readonly fence?: number;
  /** Seconds since the epoch, as in a JWT. */
  readonly exp?: number;
  readonly jti?: string;
}

export const systemActor = (role: ActorRole): Actor => ({ principalId: `system:${role}`, kind: 'system', role });
