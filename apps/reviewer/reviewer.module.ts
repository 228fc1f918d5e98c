// Composition root of the reviewer: one host that pulls reviewer waits for its agents, from start to stop of the process.
import { Injectable, Module } from '@nestjs/common';
import type { BeforeApplicationShutdown, DynamicModule, OnApplicationBootstrap } from '@nestjs/common';
import { reviewCandidate } from '#agent-runtime';
import type { ChatModel } from '#agent-runtime';
import type { CommandClient, ReviewOffer } from '#contracts/commands';
import { Rejection } from '#domain/kernel';
import type { PullHost } from '#platform/hosting';
import type { RepositorySource, WorkspaceProvider } from '#workspaces';
import type { ReviewHost } from './review-run.js';
import { reviewerHost } from './reviewer-host.js';
import type { ReviewerHostOptions } from './reviewer-host.js';

export interface ReviewerPorts extends ReviewerHostOptions {
  readonly client: CommandClient;
  readonly workspaces: WorkspaceProvider;
  /** The model of a reviewer and the alias of its provider; null: evidence is recomputed and nothing is judged by a model. */
  readonly modelOf: (principalId: string) => Promise<{ readonly model: ChatModel; readonly alias: string } | null>;
  readonly log: ReviewHost['log'];
}

@Injectable()
export class Reviewer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #host: PullHost<ReviewOffer>;

  constructor(ports: ReviewerPorts) {
    const { client, log } = ports;
    const caller = { capability: { sub: 'system:reviewer-host', role: 'service' } } as const;
    this.#host = reviewerHost({ client, log, reviewerOf: (offer) => reviewerOf(ports, offer) }, caller, ports);
  }

  onApplicationBootstrap(): void {
    this.#host.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#host.stop();
  }
}

async function reviewerOf({ workspaces, modelOf }: ReviewerPorts, offer: ReviewOffer): ReturnType<ReviewHost['reviewerOf']> {
  const found = await modelOf(offer.reviewerPrincipalId);
  const source = sourceOf(offer);
  const revision = offer.baseRevision ?? '';
  return {
    destination: found ? { channel: 'model_provider', destination: found.alias } : { channel: 'evidence_port' },
    judge: async (view, signal) =>
      reviewCandidate(
        view,
        {
          files: await workspaces.snapshot(source, revision),
          repeatCommands: (use) => workspaces.repeatCommands(source, revision, use),
          model: found?.model ?? null,
        },
        signal,
      ),
  };
}

function sourceOf({ projectId, taskKey, workspace }: ReviewOffer): RepositorySource {
  if (workspace?.url) return { url: workspace.url };
  if (workspace?.path) return { path: workspace.path };
  throw new Rejection(
    'WORKSPACE_MISSING',
    `Project ${projectId} has no repository on which ${taskKey} could be reviewed; give its definition a workspace.`,
  );
}

@Module({})
export class ReviewerModule {
  static register(ports: ReviewerPorts): DynamicModule {
    return {
      module: ReviewerModule,
      providers: [{ provide: Reviewer, useFactory: () => new Reviewer(ports) }],
      exports: [Reviewer],
    };
  }
}
