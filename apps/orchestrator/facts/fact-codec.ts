// Every fact that this product knows, on its way in and out of the Journal.
import { catalogEventCatalogue } from '#domain/catalog';
import { governanceEventCatalogue } from '#domain/governance';
import { inboxEventCatalogue } from '#domain/ingress';
import { profileEventCatalogue } from '#domain/profile';
import { runEventCatalogue } from '#domain/run';
import { createCodec, mergeCatalogues } from '#contracts/codec';

/** Each type that may be written, with its current version. */
export const FACT_CATALOGUE = mergeCatalogues(
  runEventCatalogue,
  inboxEventCatalogue,
  catalogEventCatalogue,
  profileEventCatalogue,
  governanceEventCatalogue,
);

export const factCodec = createCodec([FACT_CATALOGUE]);
