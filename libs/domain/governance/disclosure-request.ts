// What is asked of the disclosure decision, and the world that it is asked in.
import type { DataDescriptor, Purpose } from './descriptor.js';
import type { DestinationContract, DisclosurePrincipal, RecipientSnapshot } from './destination.js';
import type { Channel, GovernancePolicy } from './policy.js';

/** A fact of the `governance` stream; an `approved` field in a request or message is void. */
export interface ComplianceApproval {
  readonly approvalId: string;
  readonly requestDigest: string;
  readonly policyRevision: string;
  readonly expiresAt: number;
  readonly compliancePrincipalId: string;
}

export interface DisclosureRequest {
  readonly descriptor: DataDescriptor;
  readonly quarantined: boolean;
  readonly erased: boolean;
  readonly principal: DisclosurePrincipal;
  readonly purpose: Purpose;
  readonly channel: Channel;
  /** As the caller knows it; compared with the contract that is registered now. */
  readonly destination: DestinationContract;
  /** The newest membership of a room, the reader of a Console page; null where nobody but the endpoint receives. */
  readonly recipients: RecipientSnapshot | null;
  /** The revision that the Envelope or the caller stands on. */
  readonly policyRevision: string;
  readonly form: 'body' | 'metadata';
}

export interface DisclosureContext {
  readonly policy: GovernancePolicy;
  /** The contracts in force, by endpointId. */
  readonly contracts: ReadonlyMap<string, DestinationContract>;
  readonly approvals: readonly ComplianceApproval[];
  /** Epoch milliseconds. */
  readonly now: number;
}
