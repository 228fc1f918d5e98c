// Composition root of the control plane: the Sponsors' API, live events, the OpenAPI document and the Console.
import { Module } from '@nestjs/common';
import type { DynamicModule, LoggerService, Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, HttpAdapterHost, RouterModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import type { FastifyInstance } from 'fastify';
import { CommandClient } from '#contracts/commands';
import type { Feed } from '#feed';
import { Journal } from '#journal';
import { AccessGuard, checkHostHeader, RateLimits, SigningKeys, TokenBook } from '#platform/auth';
import { allowedMethods, ProblemFilter, traceIdOf } from '#platform/errors';
import { OperationsController, Readiness } from '#platform/health';
import { Metrics } from '#platform/metrics';
import { pause } from '#read-models';
import type { ReadModelStore } from '#read-models';
import { CatalogCopy } from './access/catalog-copy.js';
import { ProjectAccess } from './access/project-access.js';
import { ConsoleFiles } from './console/console-files.js';
import { installEdge } from './edge/edge-hooks.js';
import { IdentityGuard } from './edge/identity-guard.js';
import { HANDLERS } from './handlers/handlers.js';
import { RunRows } from './handlers/run-queries.js';
import { AboutController, INSTALLATION } from './http/about.controller.js';
import type { Installation } from './http/about.controller.js';
import { ConsoleController } from './http/console.controller.js';
import { ControlController } from './http/control.controller.js';
import { InboxController } from './http/inbox.controller.js';
import { LiveEventsController } from './http/live-events.controller.js';
import { OpenapiController } from './http/openapi.controller.js';
import { OversightController } from './http/oversight.controller.js';
import { CursorSigner } from './http/request/cursor.js';
import { RunsController } from './http/runs.controller.js';
import { SandboxController } from './http/sandbox.controller.js';
import { LiveLifecycle } from './live/live-lifecycle.js';
import { LiveStreams } from './live/live-streams.js';
import { OpenapiDocument } from './openapi/openapi-document.js';
import { ViewReader } from './reading/view-reader.js';

export interface ControlPlanePorts {
  readonly client: CommandClient;
  /** Read only: streams, position and the store's clock. */
  readonly journal: Journal;
  readonly feed: Feed;
  readonly readModels: ReadModelStore;
  readonly tokens: TokenBook;
  readonly limits: RateLimits;
  readonly tokenKeys: SigningKeys;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly logger: LoggerService;
  readonly installation: Installation;
  /** `http.base`, e.g. `/api`. */
  readonly base: string;
  /** The address in use: what the Host header is compared with. */
  listening(): { readonly host: string; readonly port: number };
  /** The folder of the built Console. */
  readonly consoleRoot: string;
  /** Signs page cursors; the same in every process of an installation. */
  readonly cursorKey: Uint8Array;
  /** How long a read waits for minPosition, milliseconds. */
  readonly projectionWaitMs: number;
}

/** What the Fastify adapter that hosts these routes is made with. */
export const HTTP_SERVER_OPTIONS = {
  genReqId: traceIdOf,
  /** Ids have up to 256 characters, each of them up to three in a path. */
  routerOptions: { maxParamLength: 768 },
  /** A stopping server has ended its streams; it waits for no connection that a browser opened ahead of time. */
  forceCloseConnections: true,
} as const;

@Module({ controllers: [RunsController, OversightController, InboxController, ControlController, LiveEventsController] })
class WorkroomApi {}

@Module({ controllers: [SandboxController] })
class SandboxApi {}

@Module({ controllers: [AboutController, OpenapiController] })
class EdgeApi {}

function liveStreams({ feed, journal, logger }: ControlPlanePorts, catalog: CatalogCopy): LiveStreams {
  return new LiveStreams({
    feed,
    pause,
    position: () => journal.position(),
    catalogChanged: () => catalog.changed(),
    defect: (error) => logger.error(error, 'live events'),
  });
}

function providers(ports: ControlPlanePorts): readonly Provider[] {
  const catalog = new CatalogCopy(ports.client, () => ports.journal.now());
  const access = new ProjectAccess(catalog);
  const signer = new CursorSigner(ports.cursorKey);
  const views = new ViewReader(ports.readModels, signer, ports.projectionWaitMs);
  return [
    { provide: CommandClient, useValue: ports.client },
    { provide: Journal, useValue: ports.journal },
    { provide: TokenBook, useValue: ports.tokens },
    { provide: RateLimits, useValue: ports.limits },
    { provide: SigningKeys, useValue: ports.tokenKeys },
    { provide: Readiness, useValue: ports.readiness },
    { provide: Metrics, useValue: ports.metrics },
    { provide: INSTALLATION, useValue: ports.installation },
    { provide: CatalogCopy, useValue: catalog },
    { provide: ProjectAccess, useValue: access },
    { provide: CursorSigner, useValue: signer },
    { provide: ViewReader, useValue: views },
    { provide: RunRows, useValue: new RunRows(access, views) },
    { provide: ConsoleFiles, useValue: new ConsoleFiles(ports.consoleRoot) },
    { provide: LiveStreams, useValue: liveStreams(ports, catalog) },
  ];
}

/** The edge hooks have to stand before the first route is registered, so they are installed while providers are made. */
const edge = ({ base, listening, logger }: ControlPlanePorts): readonly Provider[] => [
  { provide: APP_GUARD, useClass: AccessGuard },
  { provide: APP_GUARD, useClass: IdentityGuard },
  {
    provide: APP_FILTER,
    inject: [HttpAdapterHost],
    useFactory: ({ httpAdapter }: HttpAdapterHost) => {
      const server = httpAdapter.getInstance<FastifyInstance>();
      installEdge(server, { base, checkHost: (host) => checkHostHeader(host, listening()) });
      return new ProblemFilter(logger, allowedMethods(server));
    },
  },
];

@Module({})
export class ControlPlaneModule {
  static register(ports: ControlPlanePorts): DynamicModule {
    const shared = [...providers(ports), ...HANDLERS, OpenapiDocument];
    return {
      module: ControlPlaneModule,
      global: true,
      imports: [
        CqrsModule.forRoot(),
        WorkroomApi,
        SandboxApi,
        EdgeApi,
        RouterModule.register([
          { path: `${ports.base}/agent/workroom`, module: WorkroomApi },
          { path: `${ports.base}/sandbox`, module: SandboxApi },
          { path: ports.base, module: EdgeApi },
        ]),
      ],
      controllers: [ConsoleController, OperationsController],
      providers: [...shared, ...edge(ports), LiveLifecycle],
      exports: shared.map((provider) => ('provide' in provider ? provider.provide : provider)),
    };
  }
}
