// Who may publish: a person who is a Sponsor of the Project and a trusted publisher, both resolved by the handler.
import { Rejection, record, shapes } from '#domain/kernel';
import type { CommandMeta, Infer } from '#domain/kernel';

export const publisherAuthority = record({ isSponsor: shapes.flag, isTrustedPublisher: shapes.flag });
export type PublisherAuthority = Infer<typeof publisherAuthority>;

export function checkPublisher({ actor }: CommandMeta, authority: PublisherAuthority): void {
  const { principalId } = actor;
  const details = { principalId };
  if (actor.kind !== 'human') {
    throw new Rejection(
      'ACTOR_NOT_AUTHORIZED',
      `Only a person publishes packs, Profiles and policies, not ${principalId}.`,
      details,
    );
  }
  if (!authority.isSponsor) {
    throw new Rejection('NOT_PROJECT_SPONSOR', `${principalId} is no Sponsor of this Project: add it to sponsors[].`, details);
  }
  if (!authority.isTrustedPublisher) {
    const mend = 'add it to ai.workroom.trustedPackPublishers';
    throw new Rejection('NOT_TRUSTED_PUBLISHER', `${principalId} is no trusted publisher: ${mend}.`, details);
  }
}
