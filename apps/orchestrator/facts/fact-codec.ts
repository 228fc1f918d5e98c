// Every fact that this product knows, on its way in and out of the Journal.
import { catalogEventCatalogue } from '#domain/catalog';
import { governanceEventCatalogue } from '#domain/governance';
import { inboxEventCatalogue } from '#domain/ingress';
import { profileEventCatalogue } from '#domain/profile';
import { runEventCatalogue } from '#domain/run';
import { createCodec } from '#contracts/codec';

export const factCodec = createCodec([
  runEventCatalogue,
  inboxEventCatalogue,
  catalogEventCatalogue,
  profileEventCatalogue,
  governanceEventCatalogue,
]);
