// The stream `governance`: disclosure authority of each Project, and approvals by compliance.
import { Rejection, catalogueOf, checkShape, digest, nullable, pattern, record, shapes } from '#domain/kernel';
import type { Command, Decider, DomainEvent, Infer } from '#domain/kernel';

const { id, projectId, count, time, flag } = shapes;
const catalogRevision = pattern('Catalog revision', /^[0-9a-f]{64}$/);

export const GOVERNANCE_STREAM = 'governance';

export const GOVERNANCE_EVENTS = {
  'authority.published': record({
    projectId,
    /** From 1, without gaps in each Project. */
    authorityRevision: count,
    previousDigest: nullable(shapes.digest),
    digest: shapes.digest,
    catalogRevision,
    sponsorPrincipalId: id,
  }),
  'approval.recorded': record({
    approvalId: id,
    requestDigest: shapes.digest,
    policyRevision: id,
    expiresAt: time,
    compliancePrincipalId: id,
  }),
} as const;

export const governanceEventCatalogue = catalogueOf(GOVERNANCE_EVENTS);

type EventData<T extends keyof typeof GOVERNANCE_EVENTS> = Infer<(typeof GOVERNANCE_EVENTS)[T]>;
export type AuthorityPublished = EventData<'authority.published'>;
export type ApprovalRecorded = EventData<'approval.recorded'>;
export type GovernanceEvent =
  DomainEvent<'authority.published', AuthorityPublished> | DomainEvent<'approval.recorded', ApprovalRecorded>;

const commands = {
  publish_authority: record({
    operationId: id,
    projectId,
    expectedPreviousDigest: nullable(shapes.digest),
    catalogRevision,
    /** Digest of the governance policy that the authority covers. */
    policyDigest: shapes.digest,
  }),
  record_approval: record({
    operationId: id,
    approvalId: id,
    requestDigest: shapes.digest,
    policyRevision: id,
    /** Who asked for the disclosure; never the approver. */
    requesterPrincipalId: id,
    /** Whether approver and requester are one human (identity.links), resolved by the handler. */
    samePerson: flag,
    expiresAt: time,
  }),
} as const;

export type PublishAuthority = Command<'publish_authority', Infer<typeof commands.publish_authority>>;
export type RecordApproval = Command<'record_approval', Infer<typeof commands.record_approval>>;
export type GovernanceCommand = PublishAuthority | RecordApproval;

export interface GovernanceState {
  /** The newest of each Project. */
  readonly authorities: Readonly<Record<string, AuthorityPublished>>;
  /** By requestDigest: what `decideDisclosure` takes as approvals. */
  readonly approvals: Readonly<Record<string, ApprovalRecorded>>;
}

function publish(state: GovernanceState, { data, meta }: PublishAuthority): readonly GovernanceEvent[] {
  const present = state.authorities[data.projectId];
  const previousDigest = present?.digest ?? null;
  if (data.expectedPreviousDigest !== previousDigest) {
    const is = `is ${previousDigest ?? 'none'}, not ${data.expectedPreviousDigest ?? 'none'}`;
    throw new Rejection('PROFILE_REVISION_STALE', `The disclosure authority of Project ${data.projectId} ${is}: read it again.`, {
      projectId: data.projectId,
    });
  }
  const body = {
    projectId: data.projectId,
    authorityRevision: (present?.authorityRevision ?? 0) + 1,
    previousDigest,
    catalogRevision: data.catalogRevision,
    sponsorPrincipalId: meta.actor.principalId,
  };
  return [{ type: 'authority.published', data: { ...body, digest: digest({ ...body, policyDigest: data.policyDigest }) } }];
}

/** At most one approval of a request holds: a later one is attached to it. */
function approve(state: GovernanceState, { data, meta }: RecordApproval, now: number): readonly GovernanceEvent[] {
  if (data.samePerson || data.requesterPrincipalId === meta.actor.principalId) {
    throw new Rejection(
      'REQUESTER_CANNOT_APPROVE',
      `${meta.actor.principalId} asked for this disclosure; another person approves it.`,
    );
  }
  if (data.expiresAt <= now) throw new Rejection('VALUE_INVALID', 'expiresAt must lie ahead.', { field: 'expiresAt' });
  const { approvalId, requestDigest, policyRevision, expiresAt } = data;
  const present = state.approvals[requestDigest];
  if (present && present.expiresAt > now && present.policyRevision === policyRevision) return [];
  const compliancePrincipalId = meta.actor.principalId;
  return [{ type: 'approval.recorded', data: { approvalId, requestDigest, policyRevision, expiresAt, compliancePrincipalId } }];
}

export const governanceDecider: Decider<GovernanceState, GovernanceCommand, GovernanceEvent> = {
  name: 'governance',
  version: 1,
  initial: { authorities: {}, approvals: {} },
  admit(_state, { type, data, meta }) {
    checkShape(commands[type], data, type);
    if (meta.actor.kind === 'human') return;
    const code = type === 'record_approval' ? 'AGENT_CANNOT_APPROVE' : 'ACTOR_NOT_AUTHORIZED';
    throw new Rejection(code, `Only a person may send ${type}, not ${meta.actor.principalId}.`);
  },
  operation: ({ type, data }) => ({ kind: 'operationId', key: data.operationId, digest: digest({ type, data }) }),
  decide: (state, command, { now }) =>
    command.type === 'publish_authority' ? publish(state, command) : approve(state, command, now),
  evolve(state, event) {
    if (event.type === 'approval.recorded') {
      return { ...state, approvals: { ...state.approvals, [event.data.requestDigest]: event.data } };
    }
    if (event.type === 'authority.published') {
      return { ...state, authorities: { ...state.authorities, [event.data.projectId]: event.data } };
    }
    throw new Rejection('EVENT_UNKNOWN', `The stream governance does not know ${String((event as { type: unknown }).type)}.`);
  },
};
