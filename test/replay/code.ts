// What reads a Journal today: the codec with its upcasters, the shapes of all facts, the decider of each stream, the views.
import type { Decider, DomainEvent, Shape } from '#domain/kernel';
import { catalogDecider, CATALOG_EVENTS, SPACE_EVENTS, spaceDecider } from '#domain/catalog';
import { GOVERNANCE_EVENTS, governanceDecider } from '#domain/governance';
import { INBOX_EVENTS, inboxDecider } from '#domain/ingress';
import { PACK_EVENTS, packDecider, PROFILE_EVENTS, profileDecider } from '#domain/profile';
import { RUN_EVENTS, runDecider } from '#domain/run';
import type { Codec, EventCatalogue } from '#contracts/codec';
import type { Projection } from '#read-models';
import { inboxView, runsView } from '#read-models/views';
import { FACT_CATALOGUE, factCodec } from '../../apps/orchestrator/facts/fact-codec.js';

/** Only the fold is asked here. */
export type Fold = Pick<Decider<unknown, never, DomainEvent>, 'name' | 'version' | 'initial' | 'evolve'>;

export interface Code {
  readonly codec: Codec;
  /** Each type that may be written, with its current version. */
  readonly catalogue: EventCatalogue;
  readonly shapes: Readonly<Record<string, Shape>>;
  /** By what the name of the stream begins with. */
  readonly folds: Readonly<Record<string, Fold>>;
  readonly views: ReadonlyArray<Projection<unknown>>;
}

export const TODAY: Code = {
  codec: factCodec,
  catalogue: FACT_CATALOGUE,
  shapes: {
    ...RUN_EVENTS,
    ...INBOX_EVENTS,
    ...CATALOG_EVENTS,
    ...SPACE_EVENTS,
    ...PACK_EVENTS,
    ...PROFILE_EVENTS,
    ...GOVERNANCE_EVENTS,
  },
  folds: {
    'run-': runDecider,
    'inbox-': inboxDecider,
    'space-': spaceDecider,
    'profile-': profileDecider,
    catalog: catalogDecider,
    packs: packDecider,
    governance: governanceDecider,
  } as unknown as Readonly<Record<string, Fold>>,
  views: [runsView, inboxView] as unknown as ReadonlyArray<Projection<unknown>>,
};
