// The facts of `profile-<projectId>` and `packs`: one closed shape a type. Manifests, overlays and policies lie in the vault.
import { catalogueOf, list, optional, record, shapes, text, word } from '#domain/kernel';
import type { DomainEvent, Infer } from '#domain/kernel';

const { id, digest, natural } = shapes;

export const PACKS_STREAM = 'packs';
export const profileStream = (projectId: string): string => `profile-${projectId}`;

export const packKind = word('domain', 'competency', 'integration', 'policy');
export const governanceRoute = word('policy', 'sponsor');
export const packReference = record({ id, version: id, digest });
/** What a revision comes from; discussion and unaccepted reports are none. */
export const provenance = record({
  source: word('acceptance_record', 'accepted_task_memory', 'sponsor_decision', 'trusted_pack_publication'),
  ref: id,
  principalId: id,
});

export const PACK_EVENTS = {
  'pack.published': record({
    operationId: id,
    packId: id,
    version: id,
    digest,
    kind: packKind,
    publisherPrincipalId: id,
    manifestRef: text,
  }),
} as const;

export const PROFILE_EVENTS = {
  'profile.revision_registered': record({
    operationId: id,
    profileRevisionId: id,
    parentRevisionId: optional(id),
    restoredFromRevisionId: optional(id),
    digest,
    charterRevision: id,
    packs: list(packReference),
    overlayRef: text,
    provenance,
    governanceRoute,
    registryRevision: natural,
  }),
  'profile.revision_activated': record({
    operationId: id,
    profileRevisionId: id,
    digest,
    authorizedBy: id,
    registryRevision: natural,
  }),
  'profile.policy_published': record({
    operationId: id,
    profileRevisionId: id,
    policyRevisionId: id,
    digest,
    previousDigest: optional(digest),
    policyRef: text,
  }),
} as const;

export const profileEventCatalogue = catalogueOf({ ...PACK_EVENTS, ...PROFILE_EVENTS });

export type PackPublished = Infer<(typeof PACK_EVENTS)['pack.published']>;
export type PackEvent = DomainEvent<'pack.published', PackPublished>;
export type ProfileEventType = keyof typeof PROFILE_EVENTS;
export type ProfileEventData<T extends ProfileEventType> = Infer<(typeof PROFILE_EVENTS)[T]>;
export type ProfileEventOf<T extends ProfileEventType> = { [K in T]: DomainEvent<K, ProfileEventData<K>> }[T];
export type ProfileEvent = ProfileEventOf<ProfileEventType>;
