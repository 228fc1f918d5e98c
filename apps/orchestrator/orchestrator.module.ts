// Composition root of the orchestrator: it is handed its stores opened, and offers the command port to the other apps of its process.
import { Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { CommandBus, CqrsModule, QueryBus } from '@nestjs/cqrs';
import { CommandClient } from '#contracts/commands';
import { Feed } from '#feed';
import { Journal } from '#journal';
import type { OrchestratorPorts } from './assembly/ports.js';
import { InProcessClient } from './client/in-process-client.js';
import { HANDLERS } from './handlers/index.js';
import { Orchestrator } from './orchestrator.js';

export { Orchestrator } from './orchestrator.js';
export type { OrchestratorPorts } from './assembly/ports.js';
export type { OrchestratorSettings } from './settings.js';

/** What the orchestrator runs on, and how it is let go. */
export abstract class Runtime {
  abstract readonly ports: OrchestratorPorts;
  abstract close(): Promise<void>;
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
    try {
      await this.orchestrator.stop();
    } finally {
      await this.runtime.close();
    }
  }
}
