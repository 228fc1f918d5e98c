// The stream `packs`: immutable, content-addressed packs; id@version never means two things.
import { Rejection, checkShape, digest, record, shapes, text } from '#domain/kernel';
import type { Command, Decider, Infer } from '#domain/kernel';
import { packKind, type PackEvent } from './profile-events.js';
import { checkPublisher, publisherAuthority } from './publisher.js';

export const publishPack = record({
  operationId: shapes.id,
  packId: shapes.id,
  version: shapes.id,
  digest: shapes.digest,
  kind: packKind,
  manifestRef: text,
  authority: publisherAuthority,
});
export type PublishPack = Command<'publish_pack', Infer<typeof publishPack>>;

export interface PacksState {
  /** Digest by `<packId>@<version>`. */
  readonly digests: Readonly<Record<string, string>>;
}

const keyOf = ({ packId, version }: { packId: string; version: string }): string => `${packId}@${version}`;

export const packDecider: Decider<PacksState, PublishPack, PackEvent> = {
  name: 'packs',
  version: 1,
  initial: { digests: {} },
  admit(_state, { data, meta }) {
    checkShape(publishPack, data, 'publish_pack');
    checkPublisher(meta, data.authority);
  },
  operation: ({ data }) => {
    const { operationId, packId, version, digest: content } = data;
    return { kind: 'operationId', key: operationId, digest: digest({ packId, version, digest: content }) };
  },
  decide(state, { data, meta }) {
    const present = state.digests[keyOf(data)];
    if (present === data.digest) return [];
    if (present !== undefined) {
      throw new Rejection('PACK_CONFLICT', `The pack ${keyOf(data)} is published with another digest: publish a new version.`, {
        packId: data.packId,
        version: data.version,
      });
    }
    const { authority: _, ...published } = data;
    return [{ type: 'pack.published', data: { ...published, publisherPrincipalId: meta.actor.principalId } }];
  },
  evolve(state, { type, data }) {
    if (type !== 'pack.published') throw new Rejection('EVENT_UNKNOWN', `The stream packs does not know ${String(type)}.`);
    return { digests: { ...state.digests, [keyOf(data)]: data.digest } };
  },
};
