// Composition root of the executor: one host that pulls Assignments for its agents, from start to stop of the process.
import { Injectable, Module } from '@nestjs/common';
import type { BeforeApplicationShutdown, DynamicModule, OnApplicationBootstrap } from '@nestjs/common';
import { findStrategy, permissionGate, runAgent } from '#agent-runtime';
import type { ChatModel, CheckpointCache, PermissionRule } from '#agent-runtime';
import type { AssignmentOffer, CommandClient } from '#contracts/commands';
import type { PullHost } from '#platform/hosting';
import type { WorkspaceProvider } from '#workspaces';
import type { AgentSetup, AssignmentHost } from './assignment-run.js';
import { executorHost } from './executor-host.js';
import type { ExecutorHostOptions } from './executor-host.js';

export interface ExecutorPorts extends ExecutorHostOptions {
  readonly client: CommandClient;
  readonly workspaces: WorkspaceProvider;
  /** The model of an agent and the alias of its provider; null where none is configured for it. */
  readonly modelOf: (principalId: string) => Promise<{ readonly model: ChatModel; readonly alias: string } | null>;
  /** Rules that the Project's Profile and the agent add to the shipped ones. */
  readonly rulesOf: (projectId: string, principalId: string) => readonly PermissionRule[];
  readonly checkpoints: CheckpointCache;
  readonly now: () => number;
  readonly log: AssignmentHost['log'];
}

@Injectable()
export class Executor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #host: PullHost<AssignmentOffer>;

  constructor(ports: ExecutorPorts) {
    const { client, workspaces, now, log } = ports;
    const caller = { capability: { sub: 'system:executor-host', role: 'service' } } as const;
    this.#host = executorHost({ client, workspaces, now, log, runAgent, setup: (offer) => setup(ports, offer) }, caller, ports);
  }

  onApplicationBootstrap(): void {
    this.#host.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#host.stop();
  }
}

/** A step that a strategy does by itself needs no model, and its texts stay on this host. */
async function setup(
  { modelOf, rulesOf, checkpoints }: ExecutorPorts,
  { envelope, strategy }: AssignmentOffer,
): Promise<AgentSetup> {
  const gate = permissionGate(rulesOf(envelope.projectId, envelope.principalId));
  const found = findStrategy(strategy)?.needsModel === false ? null : await modelOf(envelope.principalId);
  if (!found) return { destination: { channel: 'context_view' }, ports: { model: null, checkpoints, gate } };
  return {
    destination: { channel: 'model_provider', destination: found.alias },
    ports: { model: found.model, checkpoints, gate },
  };
}

@Module({})
export class ExecutorModule {
  static register(ports: ExecutorPorts): DynamicModule {
    return {
      module: ExecutorModule,
      providers: [{ provide: Executor, useFactory: () => new Executor(ports) }],
      exports: [Executor],
    };
  }
}
