// Puts a Catalog on a disk before the first process starts on it.
import { v7 } from 'uuid';
import {
  BOOTSTRAP_SPONSOR,
  CATALOG_STREAM,
  catalogDecider,
  catalogRevisionOf,
  changedProjects,
  demoDefinition,
} from '#domain/catalog';
import type { WorkroomDefinition } from '#domain/catalog';
import { canonicalJson } from '#domain/kernel';
import { handle } from '#journal';
import type { Journal } from '#journal';
import type { Vault } from '#vault';

export async function seedCatalog(
  journal: Journal,
  vault: Vault,
  workspace: string,
  change: Partial<WorkroomDefinition>,
): Promise<void> {
  const definitions = { demo: { ...demoDefinition(workspace), ...change } };
  const commandId = v7();
  const definitionsRef = await vault.register({
    ...{ projectId: '_', kind: 'workroom_fact', fieldPath: 'definitionsRef', body: canonicalJson(definitions) },
    ...{ streamId: CATALOG_STREAM, commandId },
  });
  await handle(journal, catalogDecider, CATALOG_STREAM, {
    type: 'replace_catalog',
    data: {
      operationId: 'seed',
      expectedRevision: null,
      revision: catalogRevisionOf(definitions),
      definitionsRef,
      changedProjectIds: changedProjects({}, definitions),
    },
    meta: {
      commandId,
      projectId: null,
      actor: { principalId: BOOTSTRAP_SPONSOR, kind: 'human', role: 'sponsor' },
      ...{ capability: null, correlationId: null, causationId: null, traceparent: null },
    },
  });
}
