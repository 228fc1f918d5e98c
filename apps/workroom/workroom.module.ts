// Composition root of the one process: every app as a module, over the stores of the embedded mode.
import { Module } from '@nestjs/common';
import type { DynamicModule, LoggerService } from '@nestjs/common';
import { DEMO_RULES, planRequest } from '#agent-runtime';
import { memoryCheckpoints } from '#agent-runtime/checkpoints';
import type { CommandClient } from '#contracts/commands';
import { DEMO_PROJECT_ID } from '#domain/catalog';
import { newTokenText, RateLimits, TokenBook } from '#platform/auth';
import type { Settings } from '#platform/config';
import { Readiness } from '#platform/health';
import { Metrics } from '#platform/metrics';
import type { DataDirectory } from '#platform/process';
import type { WorkspaceProvider } from '#workspaces';
import { GitWorkspaceProvider } from '#workspaces/git';
import { Sandbox } from '#workspaces/sandbox';
import { v7 } from 'uuid';
import { ControlPlaneModule } from '../control-plane/control-plane.module.js';
import type { ControlPlanePorts } from '../control-plane/control-plane.module.js';
import { ExecutorModule } from '../executor/executor.module.js';
import { GatewayModule } from '../gateway/gateway.module.js';
import type { OrchestratorPorts } from '../orchestrator/orchestrator.module.js';
import { ProjectorModule } from '../projector/projector.module.js';
import { ReviewerModule } from '../reviewer/reviewer.module.js';
import { modelSettings } from './embedded/model-settings.js';
import type { ModelSettings } from './embedded/model-settings.js';
import { orchestratorSettings } from './embedded/orchestrator-settings.js';
import { runDirectory } from './embedded/run-directory.js';
import type { EmbeddedStores } from './stores.module.js';

export const VERSION = '0.1.0';
/** How long a stop waits for attempts and reviews that are under way. */
const DRAIN_MS = 5_000;
const PROJECTION_WAIT_MS = 5_000;
const SLOTS = 4;
const REVIEW_SLOTS = 2;

export type Log = OrchestratorPorts['log'];

/** What all apps of this process stand on. */
export interface Ground {
  readonly settings: Settings;
  readonly env: NodeJS.ProcessEnv;
  readonly data: DataDirectory;
  readonly stores: EmbeddedStores;
  readonly models: ModelSettings;
  readonly workspaces: WorkspaceProvider;
  readonly sandbox: Sandbox;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly logger: LoggerService;
  readonly log: Log;
}

export async function prepareGround(
  base: Pick<Ground, 'settings' | 'env' | 'data' | 'stores' | 'logger' | 'log'>,
): Promise<Ground> {
  const sandbox = await Sandbox.detect(base.data.file('sandbox'));
  const workspaces = await GitWorkspaceProvider.open({ dataDir: base.data.path, sandbox });
  const models = modelSettings(base.settings, base.env);
  return { ...base, sandbox, workspaces, models, readiness: new Readiness(), metrics: new Metrics({ processMetrics: true }) };
}

export function orchestratorPorts(
  { stores, models, workspaces, sandbox, settings, log }: Ground,
  onDefect: OrchestratorPorts['onDefect'],
): OrchestratorPorts {
  const { journal, feed, workingSet, vault, conversations, readModels, catalogTable } = stores;
  return {
    ...{ journal, feed, workingSet, vault, conversations, planRequest, log, onDefect },
    plannerModel: models.planner && { alias: models.planner.alias, open: models.openPlanner },
    resolveBaseRevision: (source) => workspaces.resolveBaseRevision(source),
    directory: runDirectory(readModels),
    catalogTable,
    settings: orchestratorSettings(settings, models, sandbox.status.works),
    newId: () => v7(),
  };
}

@Module({})
export class WorkroomModule {
  static register(
    ground: Ground,
    client: CommandClient,
    edge: Pick<ControlPlanePorts, 'listening' | 'consoleRoot'>,
  ): DynamicModule {
    const { stores, logger, log, metrics, readiness, workspaces, models } = ground;
    const { journal, feed, cursors, readModels } = stores;
    const now = (): number => journal.now();
    const agents = agentPrincipals(ground.settings);
    const host = { client, workspaces, log, agents, hostId: ground.data.hostId(), drainMs: DRAIN_MS, modelOf: models.modelOf };
    return {
      module: WorkroomModule,
      imports: [
        ProjectorModule.register({ readModels, feed, now, metrics, readiness, logger }),
        GatewayModule.register({ client, feed, journal, cursors, log }),
        ControlPlaneModule.register({ ...controlPlanePorts(ground, client), ...edge }),
        ExecutorModule.register({
          ...host,
          slots: SLOTS,
          now,
          checkpoints: memoryCheckpoints(),
          rulesOf: (projectId) => (projectId === DEMO_PROJECT_ID ? DEMO_RULES : []),
        }),
        ReviewerModule.register({ ...host, slots: REVIEW_SLOTS }),
      ],
    };
  }
}

/** Built-in agents, and those of `ai.agents`: which of them may take a task or a review is the Catalog's word. */
const agentPrincipals = ({ config }: Settings): readonly string[] =>
  [...new Set(['executor', 'reviewer', 'orchestrator', ...Object.keys(config.ai.agents)])].map((agent) => `agent:${agent}`);

function controlPlanePorts(
  { settings, stores, data, models, readiness, metrics, logger }: Ground,
  client: CommandClient,
): Omit<ControlPlanePorts, 'listening' | 'consoleRoot'> {
  const { http } = settings.config;
  const { journal, feed, readModels, tokens, tokenKeys, rootKey } = stores;
  const { token: bootstrap } = data.bootstrapToken(newTokenText);
  const { planner, line } = models;
  return {
    ...{ client, journal, feed, readModels, tokenKeys, readiness, metrics, logger },
    tokens: new TokenBook({ http, bootstrap, store: tokens }),
    limits: new RateLimits(http.rateLimits, () => journal.now()),
    installation: {
      version: VERSION,
      mode: 'embedded',
      workspace: settings.workspace,
      model: { configured: planner !== null, alias: planner?.alias ?? null, hint: planner === null ? line : null },
    },
    base: http.base,
    cursorKey: rootKey.cursorKey(),
    projectionWaitMs: PROJECTION_WAIT_MS,
  };
}
