// The stream `catalog`: which definitions are in force. Facts hold the revision and a reference; the definitions lie in the vault.
import { Rejection, checkId, digest } from '#domain/kernel';
import type { Command, Decider, DomainEvent, PayloadReference } from '#domain/kernel';

export const CATALOG_STREAM = 'catalog';

export interface CatalogReplaced {
  /** 64 hex digits without prefix. */
  readonly revision: string;
  readonly previousRevision: string | null;
  readonly definitionsRef: PayloadReference;
  readonly changedProjectIds: readonly string[];
  readonly principalId: string;
}
export type CatalogEvent = DomainEvent<'catalog.replaced', CatalogReplaced>;

/** Definitions are read and checked (`readDefinitions`) and registered in the vault before this command is made. */
export type ReplaceCatalog = Command<
  'replace_catalog',
  {
    readonly operationId: string;
    /** The revision that the editor saw; null where there was none. */
    readonly expectedRevision: string | null;
    readonly revision: string;
    readonly definitionsRef: PayloadReference;
    readonly changedProjectIds: readonly string[];
  }
>;

export interface CatalogState {
  readonly revision: string | null;
  readonly definitionsRef: PayloadReference | null;
}

const REVISION = /^[0-9a-f]{64}$/;

export const catalogDecider: Decider<CatalogState, ReplaceCatalog, CatalogEvent> = {
  name: 'catalog',
  version: 1,
  initial: { revision: null, definitionsRef: null },
  admit(_state, { meta, data }) {
    checkId(data.operationId, 'operationId');
    if (!REVISION.test(data.revision)) {
      throw new Rejection('VALUE_INVALID', `revision must match ${REVISION.source}.`, { field: 'revision' });
    }
    if (meta.actor.kind !== 'human') {
      throw new Rejection('ACTOR_NOT_AUTHORIZED', `Only a person may replace the Catalog, not ${meta.actor.principalId}.`, {
        principalId: meta.actor.principalId,
      });
    }
  },
  operation: ({ data }) => ({
    kind: 'operationId',
    key: data.operationId,
    digest: digest({ expectedRevision: data.expectedRevision, revision: data.revision }),
  }),
  decide(state, { data, meta }) {
    if (data.expectedRevision !== state.revision) {
      throw new Rejection(
        'CATALOG_REVISION_CONFLICT',
        `The Catalog is at revision ${state.revision ?? 'none'}, not ${data.expectedRevision ?? 'none'}: refresh and save again.`,
        { expectedRevision: data.expectedRevision, actualRevision: state.revision },
      );
    }
    if (data.revision === state.revision) return [];
    const { revision, definitionsRef, changedProjectIds } = data;
    const principalId = meta.actor.principalId;
    return [
      {
        type: 'catalog.replaced',
        data: { revision, previousRevision: state.revision, definitionsRef, changedProjectIds, principalId },
      },
    ];
  },
  evolve(_state, { type, data }) {
    if (type !== 'catalog.replaced') throw new Rejection('EVENT_UNKNOWN', `The stream catalog does not know ${String(type)}.`);
    return { revision: data.revision, definitionsRef: data.definitionsRef };
  },
};
