// The governance policy of a Project: ceilings of its channels, and from where on an external delivery needs an approval.
import { digest } from '#domain/kernel';
import { lowest, type Confidentiality } from './descriptor.js';

export type Channel =
  | 'context_view'
  | 'evidence_port'
  | 'workroom_projection'
  | 'sponsor_projection'
  | 'console'
  | 'model_provider'
  | 'a2a'
  | 'repository_projection';

export interface ChannelPolicy {
  readonly ceiling: Confidentiality;
  /** Whether kind, size and state may still be shown where the body may not. */
  readonly metadataAllowed: boolean;
}

/** A named, trusted, minimizing transform: what it takes, and how low its output is. */
export interface MinimizingTransform {
  readonly transformRef: string;
  readonly fromKinds: readonly string[];
  readonly output: Confidentiality;
  /** Categories that it removes. */
  readonly removes: readonly string[];
}

export interface GovernancePolicy {
  readonly version: 1;
  readonly revision: string;
  readonly tenantId: string;
  readonly projectId: string;
  readonly channels: Partial<Readonly<Record<Channel, ChannelPolicy>>>;
  readonly externalApprovalFloor: Confidentiality;
  readonly transforms: readonly MinimizingTransform[];
  readonly digest: string;
}

const CHANNELS: Readonly<Record<Channel, ChannelPolicy>> = {
  context_view: { ceiling: 'confidential', metadataAllowed: true },
  evidence_port: { ceiling: 'confidential', metadataAllowed: true },
  workroom_projection: { ceiling: 'restricted', metadataAllowed: true },
  sponsor_projection: { ceiling: 'restricted', metadataAllowed: true },
  console: { ceiling: 'restricted', metadataAllowed: true },
  model_provider: { ceiling: 'confidential', metadataAllowed: false },
  a2a: { ceiling: 'project_internal', metadataAllowed: false },
  repository_projection: { ceiling: 'project_internal', metadataAllowed: true },
};

const seal = (body: Omit<GovernancePolicy, 'digest'>): GovernancePolicy => ({ ...body, digest: digest(body) });

/** `workroom:<projectId>` unless the configuration names a tenant. */
export const defaultTenant = (projectId: string): string => `workroom:${projectId}`;

/** Rooms are bounded by their own audience, the Console by its reader; the channel's ceiling leaves both to them. */
export const defaultGovernancePolicy = (projectId: string, tenantId = defaultTenant(projectId)): GovernancePolicy =>
  seal({
    version: 1,
    revision: `governance:${projectId}:1`,
    tenantId,
    projectId,
    channels: CHANNELS,
    externalApprovalFloor: 'confidential',
    transforms: [],
  });

export interface Tightening {
  /** A revision id of its own: whoever pinned the looser one is refused. */
  readonly revision: string;
  readonly ceilings?: Partial<Readonly<Record<Channel, Confidentiality>>>;
  readonly externalApprovalFloor?: Confidentiality;
}

/** A Profile may only tighten: a looser ceiling or floor leaves what was there. */
export function tighten(
  policy: GovernancePolicy,
  { revision, ceilings = {}, externalApprovalFloor }: Tightening,
): GovernancePolicy {
  const channels = Object.fromEntries(
    Object.entries(policy.channels).map(([channel, present]) => {
      const ceiling = ceilings[channel as Channel];
      return [channel, ceiling ? { ...present, ceiling: lowest([present.ceiling, ceiling]) } : present];
    }),
  );
  const floor = externalApprovalFloor
    ? lowest([policy.externalApprovalFloor, externalApprovalFloor])
    : policy.externalApprovalFloor;
  const { digest: _, ...body } = policy;
  return seal({ ...body, revision, channels, externalApprovalFloor: floor });
}
