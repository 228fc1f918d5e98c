// Classification by trusted code: a proposal may raise what the floors demand, never lower it; what cannot be classified is quarantined.
import { compareIds } from '#domain/kernel';
import { ANY_REGION, highest, type Confidentiality, type DataDescriptor, type ObjectKind } from './descriptor.js';

export type QuarantineReason =
  | 'classification_unknown'
  | 'category_unknown'
  | 'registry_tenant_mismatch'
  | 'kind_floor_missing'
  | 'descriptor_malformed'
  | 'retention_window_invalid';

export interface ClassificationRegistry {
  readonly tenantId: string;
  readonly revision: string;
  readonly kindFloors: Partial<Readonly<Record<ObjectKind, Confidentiality>>>;
  /** A Profile may add categories, never remove one. */
  readonly categoryFloors: Readonly<Record<string, Confidentiality>>;
}

const KIND_FLOORS: Readonly<Record<ObjectKind, Confidentiality>> = {
  source_message: 'project_internal',
  workroom_fact: 'project_internal',
  context_digest: 'project_internal',
  task_report: 'project_internal',
  artifact: 'project_internal',
  evidence: 'project_internal',
  execution_trace: 'confidential',
  projection_payload: 'project_internal',
};

const CATEGORY_FLOORS: Readonly<Record<string, Confidentiality>> = {
  personal_data: 'confidential',
  credential: 'restricted',
  financial_data: 'confidential',
  customer_content: 'confidential',
  market_sensitive: 'restricted',
  direct_identifier: 'confidential',
};

export const defaultRegistry = (tenantId: string): ClassificationRegistry => ({
  tenantId,
  revision: '1',
  kindFloors: KIND_FLOORS,
  categoryFloors: CATEGORY_FLOORS,
});

export interface Classification {
  readonly confidentiality: Confidentiality;
  /** Not empty: no body to anyone until a data steward reclassifies. */
  readonly quarantine: readonly QuarantineReason[];
}

export interface Proposal {
  readonly tenantId: string;
  readonly kind: string;
  readonly confidentiality: string;
  readonly categories: readonly string[];
  readonly retention: { readonly minimumRetainUntil: number; readonly deleteAfter: number };
}

const LEVELS: readonly Confidentiality[] = ['public', 'project_internal', 'confidential', 'restricted'];

/** max(proposed, floor of the kind, floors of the categories). */
export function classify(proposal: Proposal, registry: ClassificationRegistry): Classification {
  const proposed = LEVELS.find((level) => level === proposal.confidentiality);
  const kindFloor = Object.hasOwn(registry.kindFloors, proposal.kind)
    ? registry.kindFloors[proposal.kind as ObjectKind]
    : undefined;
  const unknown = proposal.categories.filter((category) => !Object.hasOwn(registry.categoryFloors, category));
  const { minimumRetainUntil, deleteAfter } = proposal.retention;
  const malformed = !Number.isSafeInteger(minimumRetainUntil) || !Number.isSafeInteger(deleteAfter);
  const reasons: readonly (QuarantineReason | false)[] = [
    proposed === undefined && 'classification_unknown',
    unknown.length > 0 && 'category_unknown',
    proposal.tenantId !== registry.tenantId && 'registry_tenant_mismatch',
    kindFloor === undefined && 'kind_floor_missing',
    malformed && 'descriptor_malformed',
    !malformed && minimumRetainUntil > deleteAfter && 'retention_window_invalid',
  ];
  const floors = proposal.categories.map((category) => registry.categoryFloors[category] ?? 'unknown');
  return {
    confidentiality: highest([proposed ?? 'unknown', kindFloor ?? 'unknown', ...floors]),
    quarantine: reasons.filter((reason) => reason !== false),
  };
}

export type DerivedWindow = Pick<
  DataDescriptor,
  'confidentiality' | 'categories' | 'subjectRefs' | 'allowedPurposes' | 'allowedRegions' | 'retention' | 'lineage'
>;

const union = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())].toSorted(compareIds);
const common = (lists: readonly (readonly string[])[]): readonly string[] =>
  (lists[0] ?? []).filter((item) => lists.every((list) => list.includes(item)));

function commonRegions(sources: readonly DataDescriptor[]): readonly string[] {
  const bound = sources.map(({ allowedRegions }) => allowedRegions).filter((regions) => !regions.includes(ANY_REGION));
  return bound.length === 0 ? [ANY_REGION] : common(bound);
}

/**
 * What an object made from `sources` (at least one) inherits: the highest confidentiality, all categories and subjects, and the common
 * purposes, regions and retention window. null when nothing is common: deriving is forbidden.
 */
export function derive(sources: readonly DataDescriptor[]): DerivedWindow | null {
  const [first] = sources;
  if (!first) return null;
  const allowedPurposes = common(sources.map((source) => source.allowedPurposes));
  const allowedRegions = commonRegions(sources);
  const minimumRetainUntil = Math.max(...sources.map(({ retention }) => retention.minimumRetainUntil));
  const deleteAfter = Math.min(...sources.map(({ retention }) => retention.deleteAfter));
  if (allowedPurposes.length === 0 || allowedRegions.length === 0 || minimumRetainUntil > deleteAfter) return null;
  const shortest = sources.toSorted((one, other) => one.retention.deleteAfter - other.retention.deleteAfter)[0] ?? first;
  return {
    confidentiality: highest(sources.map(({ confidentiality }) => confidentiality)),
    categories: union(sources.map(({ categories }) => categories)),
    subjectRefs: union(sources.map(({ subjectRefs }) => subjectRefs)),
    allowedPurposes,
    allowedRegions,
    retention: { class: shortest.retention.class, minimumRetainUntil, deleteAfter },
    lineage: { sourceObjectIds: sources.map(({ objectId }) => objectId).toSorted(compareIds) },
  };
}
