// Composition root of the orchestrator: which drivers it stands on, and what it offers the other apps of its process.
import { v7 } from 'uuid';
import { Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { CommandBus, CqrsModule, QueryBus } from '@nestjs/cqrs';
import { planRequest } from '#agent-runtime';
import type { ModelProviders } from '#agent-runtime';
import { CommandClient } from '#contracts/commands';
import { SqliteConversationEvents } from '#conversation/inbound/sqlite';
import { Feed } from '#feed';
import { SqliteWorkingSet } from '#feed/sqlite';
import { TailFeed } from '#feed/tail';
import { Journal } from '#journal';
import { SqliteJournal } from '#journal/sqlite';
import type { SqliteJournalOptions } from '#journal/sqlite';
import type { Settings } from '#platform/config';
import { EncryptedVault, openRootKey } from '#vault';
import { SqliteVaultStore } from '#vault/sqlite';
import type { WorkspaceProvider } from '#workspaces';
import type { Log, OrchestratorPorts } from './assembly/ports.js';
import { InProcessClient } from './client/in-process-client.js';
import { orchestratorSettings } from './config.js';
import { HANDLERS } from './handlers/index.js';
import { Orchestrator } from './orchestrator.js';
import type { RunDirectory } from './queries/run-answers.js';

/** What the orchestrator runs on, and how it is let go. */
export abstract class Runtime {
  abstract readonly ports: OrchestratorPorts;
  abstract close(): Promise<void>;
}

/** What the one process of the embedded mode has opened already. */
export interface EmbeddedSurroundings {
  /** workroom.db, from openWorkroomDatabase; whoever opened it closes it, after the runtime. */
  readonly database: SqliteJournalOptions['database'];
  readonly settings: Settings;
  readonly providers: ModelProviders;
  readonly workspaces: WorkspaceProvider;
  /** Whether commands run in a process sandbox here. */
  readonly sandbox: boolean;
  readonly directory: RunDirectory;
  readonly log: Log;
  readonly onDefect: OrchestratorPorts['onDefect'];
}

/** Throws the Rejection or Unavailable that refuses the start: STORE_LOCKED, LEGACY_JOURNAL, ROOT_KEY_*, STORE_VERSION. */
export async function embeddedRuntime(given: EmbeddedSurroundings): Promise<Runtime> {
  const { database, settings, providers, workspaces, sandbox, directory, log, onDefect } = given;
  const ownSettings = orchestratorSettings({ settings, providers: providers.list(), sandbox });
  const journal = new SqliteJournal({ database });
  try {
    const store = new SqliteVaultStore(database);
    const rootKey = openRootKey(settings.dataDir, await store.rootKeyIds());
    const { tenantId, provider } = ownSettings;
    const now = (): number => journal.now();
    const vault = new EncryptedVault(store, { rootKey, now, ...(tenantId === null ? {} : { tenantId }) });
    const ports: OrchestratorPorts = {
      journal,
      feed: new TailFeed(journal),
      workingSet: new SqliteWorkingSet(database),
      vault,
      conversations: new SqliteConversationEvents(database),
      planRequest,
      plannerModel: provider === null ? null : { alias: provider, open: () => providers.open(provider) },
      resolveBaseRevision: (source) => workspaces.resolveBaseRevision(source),
      ...{ directory, settings: ownSettings, newId: () => v7(), log, onDefect },
    };
    return { ports, close: async () => void (await Promise.all([vault.close(), journal.close()])) };
  } catch (error) {
    await journal.close();
    throw error;
  }
}

@Module({})
export class OrchestratorModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly orchestrator: Orchestrator,
    private readonly runtime: Runtime,
  ) {}

  /** `open` opens the stores; it may refuse the start by a Rejection. */
  static register(open: () => Promise<Runtime>): DynamicModule {
    return {
      module: OrchestratorModule,
      imports: [CqrsModule],
      providers: [
        { provide: Runtime, useFactory: open },
        { provide: Orchestrator, useFactory: ({ ports }: Runtime) => new Orchestrator(ports), inject: [Runtime] },
        { provide: Journal, useFactory: ({ ports }: Runtime) => ports.journal, inject: [Runtime] },
        { provide: Feed, useFactory: ({ ports }: Runtime) => ports.feed, inject: [Runtime] },
        {
          provide: CommandClient,
          useFactory: (commands: CommandBus, queries: QueryBus, orchestrator: Orchestrator) =>
            new InProcessClient(commands, queries, orchestrator),
          inject: [CommandBus, QueryBus, Orchestrator],
        },
        ...HANDLERS,
      ],
      exports: [CommandClient, Journal, Feed, Orchestrator],
    };
  }

  onApplicationBootstrap(): Promise<void> {
    return this.orchestrator.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.orchestrator.stop();
    await this.runtime.close();
  }
}
