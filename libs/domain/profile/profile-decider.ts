// The stream `profile-<projectId>`: Profile revisions, which one is active, and the planning policy. Running Runs keep their pins.
import { Rejection, checkShape, digest, list, nullable, optional, record, shapes, text } from '#domain/kernel';
import type { Command, Decider, Infer } from '#domain/kernel';
import { governanceRoute, packReference, provenance, type ProfileEvent, type ProfileEventData } from './profile-events.js';
import { checkPublisher, publisherAuthority } from './publisher.js';

const { id, flag, sequence } = shapes;

export const PROFILE_COMMANDS = {
  /**
   * `activate` writes both facts in one batch; what already stands with this digest is not written again. A rollback names restoredFromRevisionId and goes the same way.
   */
  publish_profile: record({
    operationId: id,
    /** Compared with the registry's revision; -1 for a Project without any. */
    expectedRegistryRevision: sequence,
    profileRevisionId: id,
    parentRevisionId: optional(id),
    restoredFromRevisionId: optional(id),
    digest: shapes.digest,
    charterRevision: id,
    packs: list(packReference),
    overlayRef: text,
    provenance,
    governanceRoute,
    activate: flag,
    authority: publisherAuthority,
  }),
  activate_profile: record({
    operationId: id,
    expectedRegistryRevision: sequence,
    profileRevisionId: id,
    authority: publisherAuthority,
  }),
  publish_policy: record({
    operationId: id,
    profileRevisionId: id,
    policyRevisionId: id,
    digest: shapes.digest,
    /** null for the first policy. */
    expectedPreviousDigest: nullable(shapes.digest),
    policyRef: text,
    authority: publisherAuthority,
  }),
} as const;

type Data<T extends keyof typeof PROFILE_COMMANDS> = Infer<(typeof PROFILE_COMMANDS)[T]>;
export type PublishProfile = Command<'publish_profile', Data<'publish_profile'>>;
export type ActivateProfile = Command<'activate_profile', Data<'activate_profile'>>;
export type PublishPolicy = Command<'publish_policy', Data<'publish_policy'>>;
export type ProfileCommand = PublishProfile | ActivateProfile | PublishPolicy;

export type RegisteredProfile = ProfileEventData<'profile.revision_registered'>;
export type PublishedPolicy = ProfileEventData<'profile.policy_published'>;

export interface ProfileState {
  readonly registryRevision: number;
  readonly revisions: Readonly<Record<string, RegisteredProfile>>;
  readonly active: { readonly profileRevisionId: string; readonly digest: string } | null;
  readonly policy: PublishedPolicy | null;
}

function checkRegistry(state: ProfileState, expected: number): void {
  if (expected === state.registryRevision) return;
  throw new Rejection(
    'PROFILE_REVISION_STALE',
    `The Profile registry is at revision ${state.registryRevision}, not ${expected}: read it again.`,
    {
      expectedRegistryRevision: expected,
      actualRegistryRevision: state.registryRevision,
    },
  );
}

const unknownRevision = (profileRevisionId: string): Rejection =>
  new Rejection('VALUE_INVALID', `No Profile revision ${profileRevisionId} is registered: publish it first.`, {
    profileRevisionId,
  });

function publishProfile(state: ProfileState, { data, meta }: PublishProfile): readonly ProfileEvent[] {
  checkRegistry(state, data.expectedRegistryRevision);
  const { expectedRegistryRevision: _, activate, authority: __, ...revision } = data;
  const { operationId, profileRevisionId, restoredFromRevisionId } = revision;
  if (restoredFromRevisionId !== undefined && !state.revisions[restoredFromRevisionId])
    throw unknownRevision(restoredFromRevisionId);
  const present = state.revisions[profileRevisionId];
  if (present && present.digest !== data.digest) {
    throw new Rejection(
      'PROFILE_CONFLICT',
      `The Profile revision ${profileRevisionId} is registered with another digest: choose a new id.`,
      {
        profileRevisionId,
      },
    );
  }
  const registryRevision = state.registryRevision + (present ? 0 : 1);
  const registered: readonly ProfileEvent[] = present
    ? []
    : [{ type: 'profile.revision_registered', data: { ...revision, registryRevision } }];
  if (!activate || state.active?.profileRevisionId === profileRevisionId) return registered;
  const authorizedBy = meta.actor.principalId;
  const activated = { operationId, profileRevisionId, digest: data.digest, authorizedBy, registryRevision: registryRevision + 1 };
  return [...registered, { type: 'profile.revision_activated', data: activated }];
}

function activateProfile(state: ProfileState, { data, meta }: ActivateProfile): readonly ProfileEvent[] {
  checkRegistry(state, data.expectedRegistryRevision);
  const { operationId, profileRevisionId } = data;
  const revision = state.revisions[profileRevisionId];
  if (!revision) throw unknownRevision(profileRevisionId);
  if (state.active?.profileRevisionId === profileRevisionId) return [];
  const registryRevision = state.registryRevision + 1;
  const authorizedBy = meta.actor.principalId;
  const activated = { operationId, profileRevisionId, digest: revision.digest, authorizedBy, registryRevision };
  return [{ type: 'profile.revision_activated', data: activated }];
}

function publishPolicy(state: ProfileState, { data }: PublishPolicy): readonly ProfileEvent[] {
  const previous = state.policy?.digest ?? null;
  if (previous === data.digest) return [];
  if (data.expectedPreviousDigest !== previous) {
    throw new Rejection('PROFILE_REVISION_STALE', `The planning policy in force is ${previous ?? 'none'}: read it again.`, {
      actualPreviousDigest: previous,
    });
  }
  if (!state.revisions[data.profileRevisionId]) throw unknownRevision(data.profileRevisionId);
  const { operationId, profileRevisionId, policyRevisionId, policyRef } = data;
  const published = { operationId, profileRevisionId, policyRevisionId, digest: data.digest, policyRef };
  return [{ type: 'profile.policy_published', data: previous === null ? published : { ...published, previousDigest: previous } }];
}

export const profileDecider: Decider<ProfileState, ProfileCommand, ProfileEvent> = {
  name: 'profile',
  version: 1,
  initial: { registryRevision: -1, revisions: {}, active: null, policy: null },
  admit(_state, { type, data, meta }) {
    if (meta.projectId === null) throw new Rejection('CONTROL_SCOPE_NOT_EXACT', `The command ${type} names no Project.`);
    checkShape(PROFILE_COMMANDS[type], data, type);
    checkPublisher(meta, data.authority);
  },
  operation: ({ type, data }) => {
    const { authority: _, ...given } = data;
    const asked = { ...given, expectedRegistryRevision: null, expectedPreviousDigest: null };
    return { kind: 'operationId', key: data.operationId, digest: digest({ type, asked }) };
  },
  decide(state, command) {
    if (command.type === 'publish_profile') return publishProfile(state, command);
    return command.type === 'activate_profile' ? activateProfile(state, command) : publishPolicy(state, command);
  },
  evolve(state, event) {
    switch (event.type) {
      case 'profile.revision_registered': {
        const { profileRevisionId, registryRevision } = event.data;
        return { ...state, registryRevision, revisions: { ...state.revisions, [profileRevisionId]: event.data } };
      }
      case 'profile.revision_activated': {
        const { profileRevisionId, digest, registryRevision } = event.data;
        return { ...state, registryRevision, active: { profileRevisionId, digest } };
      }
      case 'profile.policy_published':
        return { ...state, policy: event.data };
      default:
        throw new Rejection('EVENT_UNKNOWN', `A Profile stream does not know ${String((event as { type: unknown }).type)}.`);
    }
  },
};
