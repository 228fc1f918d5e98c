// Destinations that a Project has by itself: its rooms and the Console. The strictest recipient decides.
import { addressKey, endpointRef, type Conversation, type WorkroomDefinition } from '#domain/catalog';
import type { Confidentiality } from './descriptor.js';
import {
  ANY_CATEGORY,
  sealContract,
  snapshotDigest,
  type DestinationContract,
  type DestinationTerms,
  type DisclosurePrincipal,
  type PrincipalRole,
  type Recipient,
  type RecipientSnapshot,
} from './destination.js';

export interface Destination {
  readonly contract: DestinationContract;
  readonly recipients: RecipientSnapshot | null;
}

export interface ProjectTenant {
  readonly projectId: string;
  readonly tenantId: string;
}

/** Adapters whose messages never leave this installation. */
const LOCAL_ADAPTERS: readonly string[] = ['sandbox', 'api'];

const CLEARANCES: Readonly<Record<PrincipalRole, Confidentiality>> = {
  orchestrator: 'confidential',
  executor: 'confidential',
  reviewer: 'confidential',
  sponsor: 'restricted',
  auditor: 'restricted',
  projector: 'restricted',
};

/** The clearance of a role; a sink such as `projection:workroom` is a projector. */
export const principalOf = (
  principalId: string,
  role: PrincipalRole,
  { tenantId, projectId }: ProjectTenant,
): DisclosurePrincipal => ({
  principalId,
  role,
  tenantId,
  projectId,
  clearance: CLEARANCES[role],
});

export interface RoomMembership {
  readonly revision: number;
  /** Principals with the clearance that compliance or the adapter gives each. */
  readonly members: readonly { readonly principalId: string; readonly clearance: Confidentiality }[];
}

const ownTerms = (
  { projectId, tenantId }: ProjectTenant,
  recipients: RecipientSnapshot | null,
): Omit<DestinationTerms, 'endpointId' | 'owner' | 'maxConfidentiality' | 'external' | 'supportsDeletion'> => ({
  trustDomain: 'self',
  tenantId,
  projectId,
  processingRegions: ['local'],
  allowedCategories: [ANY_CATEGORY],
  noTraining: true,
  loggingMode: 'disabled',
  maximumRetentionSeconds: 1,
  allowsRedisclosure: false,
  recipientSnapshotRevision: recipients && recipients.revision,
  recipientSnapshotDigest: recipients && snapshotDigest(recipients),
  contractRevision: '1',
});

/**
 * A room of a Project. Saving its definition declares what its members may see; without a membership the room counts as one recipient
 * with exactly that declaration. A chat platform is an external processor, bound by the declaration of the Sponsor.
 */
export function roomDestination(
  tenant: ProjectTenant,
  conversation: Conversation,
  membership: RoomMembership | null,
): Destination {
  const declared = conversation.audience.maxConfidentiality;
  const key = addressKey(conversation);
  const as = (principalId: string, clearance: Confidentiality): Recipient => ({ principalId, ...tenant, clearance });
  const recipients: RecipientSnapshot = {
    revision: membership?.revision ?? 0,
    ...tenant,
    recipients: membership
      ? membership.members.map(({ principalId, clearance }) => as(principalId, clearance))
      : [as(`audience:${key}`, declared)],
  };
  const external = !LOCAL_ADAPTERS.includes(conversation.adapter);
  const contract = sealContract({
    ...ownTerms(tenant, recipients),
    endpointId: `room:${key}`,
    owner: endpointRef(conversation),
    ...(external ? { trustDomain: conversation.adapter, processingRegions: ['platform'], loggingMode: 'full' as const } : {}),
    maxConfidentiality: declared,
    external,
    supportsDeletion: !external,
  });
  return { contract, recipients };
}

/** A page that one authenticated reader looks at: judged by that reader alone. */
export function consoleDestination(tenant: ProjectTenant, reader: DisclosurePrincipal): Destination {
  const { principalId, tenantId, projectId, clearance } = reader;
  const recipients: RecipientSnapshot = { revision: 0, ...tenant, recipients: [{ principalId, tenantId, projectId, clearance }] };
  const contract = sealContract({
    ...ownTerms(tenant, recipients),
    endpointId: `console:${principalId}`,
    owner: 'self',
    maxConfidentiality: 'restricted',
    external: false,
    supportsDeletion: true,
  });
  return { contract, recipients };
}

/** The process itself: a view or an evidence body that a trusted service reads. */
export const localDestination = (tenant: ProjectTenant, endpointId: string): Destination => ({
  contract: sealContract({
    ...ownTerms(tenant, null),
    endpointId,
    owner: 'self',
    maxConfidentiality: 'restricted',
    external: false,
    supportsDeletion: true,
  }),
  recipients: null,
});

/** The Project's own rooms as they stand now. */
export const roomsOf = (definition: WorkroomDefinition): readonly Conversation[] =>
  [definition.conversation, definition.sponsorConversation].filter((room) => room !== null);
