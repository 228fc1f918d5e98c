// The Project that runs with no configuration: its Catalog record, its room and the four initialize steps, brought in line at every start.
import {
  BOOTSTRAP_SPONSOR,
  CATALOG_STREAM,
  catalogDecider,
  catalogRevisionOf,
  changedProjects,
  DEMO_PROJECT_ID,
  demoDefinition,
  readDefinitions,
} from '#domain/catalog';
import type { CatalogContext, Definitions } from '#domain/catalog';
import { canonicalJson } from '#domain/kernel';
import type { Actor, CommandMeta } from '#domain/kernel';
import type { ConversationAddress } from '#contracts/commands';
import type { Vault } from '#vault';
import type { Catalog } from '../catalog/catalog.js';
import type { Commands } from '../facts/commands.js';
import { withTexts } from '../payloads/texts.js';
import type { Initializer } from '../registry/initializer.js';
import type { Registry } from '../registry/registry.js';
import { settleRoom } from '../rooms/room-space.js';
import type { SpacePorts } from '../rooms/room-space.js';

export interface BootstrapPorts extends SpacePorts {
  readonly catalog: Catalog;
  readonly registry: Registry;
  readonly commands: Commands;
  readonly vault: Vault;
  readonly initializer: Initializer;
  readonly context: CatalogContext;
  readonly lastSequence: (conversationKey: string) => Promise<number>;
}

const SPONSOR: Actor = { principalId: BOOTSTRAP_SPONSOR, kind: 'human', role: 'sponsor' };
const ROOM: ConversationAddress = { adapter: 'sandbox', endpoint: 'local', kind: 'group', id: 'demo' };
const ROOM_KEY = 'sandbox:local:group:demo';

/** Idempotent: what already stands is not written again. `workspacePath` is the repository that the Project works on. */
export async function bootstrapDemo(ports: BootstrapPorts, workspacePath: string): Promise<void> {
  const { catalog, registry, initializer, lastSequence, newId } = ports;
  const { definitions } = await catalog.refresh();
  const wanted = withDemo(definitions, workspacePath);
  if (wanted) await replaceCatalog(ports, definitions, wanted);
  await registry.refreshAuthorities();
  await settleRoom(ports, catalog.view, ROOM, (await lastSequence(ROOM_KEY)) + 1);
  if (!catalog.find(DEMO_PROJECT_ID)?.enabled) return;
  if (await initializer.isInitialized(DEMO_PROJECT_ID, BOOTSTRAP_SPONSOR)) return;
  const operationId = `bootstrap:${DEMO_PROJECT_ID}:${newId()}`;
  await initializer.initialize(SPONSOR, { operationId, projectId: DEMO_PROJECT_ID, expectedRegistryRevision: null });
}

/** The definitions as they should be; null when they are. What a Sponsor edited stays, but the repository follows the start. */
function withDemo(definitions: Definitions, workspacePath: string): Definitions | null {
  const present = definitions[DEMO_PROJECT_ID];
  if (!present) return { ...definitions, [DEMO_PROJECT_ID]: demoDefinition(workspacePath) };
  const { workspace } = present;
  if (!workspace || workspace.path === null || workspace.path === workspacePath) return null;
  return { ...definitions, [DEMO_PROJECT_ID]: { ...present, workspace: { ...workspace, path: workspacePath } } };
}

async function replaceCatalog(ports: BootstrapPorts, before: Definitions, wanted: Definitions): Promise<void> {
  const { commands, vault, catalog, context, newId } = ports;
  const after = readDefinitions(wanted, context);
  const revision = catalogRevisionOf(after);
  const meta: CommandMeta = {
    commandId: newId(),
    projectId: null,
    actor: SPONSOR,
    capability: null,
    correlationId: null,
    causationId: null,
    traceparent: null,
  };
  const owner = { projectId: '_', streamId: CATALOG_STREAM, commandId: meta.commandId };
  const text = { fieldPath: 'definitionsRef', body: canonicalJson(after) };
  await withTexts(vault, owner, [text], ([definitionsRef]) => {
    if (!definitionsRef) throw new Error('The vault registered the definitions and answered no reference.');
    const expectedRevision = catalog.view.revision;
    const changedProjectIds = changedProjects(before, after);
    const operationId = `bootstrap:catalog:${revision.slice(0, 32)}:${expectedRevision?.slice(0, 32) ?? 'none'}`;
    const data = { operationId, expectedRevision, revision, definitionsRef, changedProjectIds };
    return commands.execute(catalogDecider, CATALOG_STREAM, { type: 'replace_catalog', data, meta });
  });
  await catalog.refresh();
}
