// The stream `catalog`: which definitions are in force. Facts hold the revision and a reference; the definitions lie in the vault.
import { Rejection, checkShape, digest, list, nullable, record, shapes, text } from '#domain/kernel';
import type { Command, Decider, Infer, TextRef } from '#domain/kernel';
import { catalogRevision, type CatalogEvent } from './catalog-events.js';

export const CATALOG_STREAM = 'catalog';

/** Definitions are read and checked (`readDefinitions`) and registered in the vault before this command is made. */
export const replaceCatalog = record({
  operationId: shapes.id,
  /** The revision that the editor saw; null where there was none. */
  expectedRevision: nullable(catalogRevision),
  revision: catalogRevision,
  definitionsRef: text,
  changedProjectIds: list(shapes.projectId),
});
export type ReplaceCatalog = Command<'replace_catalog', Infer<typeof replaceCatalog>>;

export interface CatalogState {
  readonly revision: string | null;
  readonly definitionsRef: TextRef;
}

export const catalogDecider: Decider<CatalogState, ReplaceCatalog, CatalogEvent> = {
  name: 'catalog',
  version: 1,
  initial: { revision: null, definitionsRef: null },
  admit(_state, { meta, data }) {
    checkShape(replaceCatalog, data, 'replace_catalog');
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
