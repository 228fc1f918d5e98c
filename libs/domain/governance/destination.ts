// Where a body would go, and who would read it there. A name such as "local model" or "internal" decides nothing: the contract does.
import { digest } from '#domain/kernel';
import type { Confidentiality } from './descriptor.js';

export interface DestinationTerms {
  readonly endpointId: string;
  readonly owner: string;
  readonly trustDomain: string;
  readonly tenantId: string;
  readonly projectId: string;
  readonly processingRegions: readonly string[];
  readonly maxConfidentiality: Confidentiality;
  /** Categories that may go there; `any` allows all. */
  readonly allowedCategories: readonly string[];
  readonly external: boolean;
  readonly noTraining: boolean;
  readonly loggingMode: 'disabled' | 'metadata_only' | 'full';
  readonly maximumRetentionSeconds: number;
  readonly allowsRedisclosure: boolean;
  readonly supportsDeletion: boolean;
  /** The membership that the contract stands on; null where the destination is no room. */
  readonly recipientSnapshotRevision: number | null;
  readonly recipientSnapshotDigest: string | null;
  readonly contractRevision: string;
}

export interface DestinationContract extends DestinationTerms {
  readonly contractDigest: string;
}

export interface Recipient {
  readonly principalId: string;
  readonly tenantId: string;
  readonly projectId: string;
  readonly clearance: Confidentiality;
}

export type PrincipalRole = 'orchestrator' | 'executor' | 'reviewer' | 'sponsor' | 'auditor' | 'projector';

/** Who asks for the body, on whose clearance. */
export interface DisclosurePrincipal {
  readonly principalId: string;
  readonly role: PrincipalRole;
  readonly tenantId: string;
  readonly projectId: string;
  readonly clearance: Confidentiality;
}

/** The newest membership of a room, or the one reader of a Console page. */
export interface RecipientSnapshot {
  readonly revision: number;
  readonly tenantId: string;
  readonly projectId: string;
  readonly recipients: readonly Recipient[];
}

export const ANY_CATEGORY = 'any';

export const sealContract = (terms: DestinationTerms): DestinationContract => ({ ...terms, contractDigest: digest(terms) });

export const snapshotDigest = (snapshot: RecipientSnapshot): string => digest(snapshot);
