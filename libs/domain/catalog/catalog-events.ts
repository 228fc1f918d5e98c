// The facts of the streams `catalog` and `space-<addressHash>`: one closed shape a type.
import { catalogueOf, list, nullable, pattern, record, shapes, text, word } from '#domain/kernel';
import type { DomainEvent, Infer } from '#domain/kernel';

const { id, projectId, count, natural } = shapes;

export const catalogRevision = pattern('Catalog revision', /^[0-9a-f]{64}$/);
export const boundSpace = word('workroom', 'sponsor_room');

const spaceBinding = record({
  /** From 1, without gaps. */
  bindingRevision: count,
  space: boundSpace,
  projectId,
  /** `adapter:endpoint`. */
  endpointRef: id,
  effectiveAfterConversationSequence: natural,
  catalogRevision,
});

export const CATALOG_EVENTS = {
  'catalog.replaced': record({
    revision: catalogRevision,
    /** null for the first. */
    previousRevision: nullable(catalogRevision),
    definitionsRef: text,
    changedProjectIds: list(projectId),
    principalId: id,
  }),
} as const;

export const SPACE_EVENTS = { 'space.bound': spaceBinding, 'space.released': spaceBinding } as const;

export const catalogEventCatalogue = catalogueOf({ ...CATALOG_EVENTS, ...SPACE_EVENTS });

export type CatalogReplaced = Infer<(typeof CATALOG_EVENTS)['catalog.replaced']>;
export type CatalogEvent = DomainEvent<'catalog.replaced', CatalogReplaced>;
export type BoundSpace = Infer<typeof boundSpace>;
export type SpaceBinding = Infer<typeof spaceBinding>;
export type SpaceEvent = DomainEvent<'space.bound', SpaceBinding> | DomainEvent<'space.released', SpaceBinding>;
