// The control plane over memory drivers, with the projector beside it and a recording client in the orchestrator's place.
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { TailFeed } from '#feed/tail';
import { MemoryJournal } from '#journal/memory';
import { RateLimits, SigningKeys, TokenBook } from '#platform/auth';
import { MemorySigningKeyStore, MemoryTokenStore } from '#platform/auth/memory';
import { traceIdOf } from '#platform/errors';
import { Readiness } from '#platform/health';
import { Metrics } from '#platform/metrics';
import { pause, ProjectionRunner } from '#read-models';
import type { Projection, ReadModelStore } from '#read-models';
import { MemoryReadModelStore } from '#read-models/stores/memory';
import { storyEnvelopes } from '#read-models/suite';
import { inboxView, runsView } from '#read-models/views';
import type { RunStory } from '#testing/run';
import { ControlPlaneModule } from '../control-plane.module.js';
import { RecordingClient } from './recording-client.suite.js';

export const SAM = { authorization: 'Bearer sam', host: '127.0.0.1:8086' };

export class Served {
  readonly client = new RecordingClient();
  readonly feed: TailFeed;
  readonly logged: unknown[][] = [];
  readonly views: readonly ProjectionRunner[];
  app!: NestFastifyApplication;
  listening = { host: '127.0.0.1', port: 8086 };

  constructor(
    readonly store: ReadModelStore = new MemoryReadModelStore(),
    readonly journal = new MemoryJournal(),
  ) {
    this.feed = new TailFeed(journal);
    const ports = { store, feed: this.feed, pause, now: () => this.journal.now(), observe: () => undefined };
    const defect = (_view: string, error: unknown): void => {
      throw error;
    };
    const views: readonly Projection<unknown>[] = [runsView, inboxView];
    this.views = views.map((view) => new ProjectionRunner({ ...ports, defect }, view));
  }

  async start(limits = { writes: 0, reads: 0 }): Promise<this> {
    const full = { scope: 'full' } as const;
    const tokens = new TokenBook({
      http: {
        token: 'plain',
        tokens: [
          { token: 'sam', principalId: 'sandbox:sam', ...full },
          { token: 'olga', principalId: 'sandbox:olga', ...full },
          { token: 'guest', scope: 'demo' },
        ],
      },
      bootstrap: null,
      store: new MemoryTokenStore(),
    });
    const logger = { error: (...parts: unknown[]) => void this.logged.push(parts) } as unknown as LoggerService;
    const module = ControlPlaneModule.register({
      client: this.client,
      journal: this.journal,
      feed: this.feed,
      readModels: this.store,
      tokens,
      limits: new RateLimits(limits, () => 0),
      tokenKeys: new SigningKeys('tokens', new MemorySigningKeyStore(), { wrap: () => 'w', unwrap: () => undefined }, () => 0),
      readiness: new Readiness(),
      metrics: new Metrics(),
      logger,
      installation: {
        version: '0.1.0',
        mode: 'embedded',
        workspace: 'a repository',
        model: { configured: false, alias: null, hint: 'Set ANTHROPIC_API_KEY.' },
      },
      base: '/api',
      listening: () => this.listening,
      consoleRoot: import.meta.dirname,
      cursorKey: new Uint8Array(32).fill(7),
      projectionWaitMs: 40,
    });
    const adapter = new FastifyAdapter({ genReqId: traceIdOf });
    this.app = await NestFactory.create<NestFastifyApplication>(module, adapter, { logger: false });
    for (const view of this.views) view.start();
    await this.app.init();
    await this.app.getHttpAdapter().getInstance().ready();
    return this;
  }

  async stop(): Promise<void> {
    await this.app.close();
    for (const view of this.views) await view.stop();
    await this.store.close();
    await this.journal.close();
  }

  /** Stores a Run's facts; `n` keeps the ids of several stories apart. Resolves with the position of the last. */
  async tell(story: RunStory, n = 1): Promise<number> {
    let position = 0;
    for (const envelope of storyEnvelopes(story, n)) {
      const { streamId } = envelope;
      const receipt = await this.journal.append({
        streamId,
        expected: await this.journal.head(streamId),
        events: [envelope],
        operation: null,
      });
      position = receipt.position ?? position;
    }
    return position;
  }

  async get(url: string, headers: Record<string, string> = SAM) {
    const { statusCode: status, body, headers: answered } = await this.app.inject({ method: 'GET', url, headers });
    return { status, body: JSON.parse(body || 'null'), headers: answered };
  }

  async send(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: unknown, headers: Record<string, string> = SAM) {
    const body =
      payload === undefined
        ? {}
        : { payload: JSON.stringify(payload), headers: { 'content-type': 'application/json', ...headers } };
    const answer = await this.app.inject({ method, url, headers, ...body });
    return { status: answer.statusCode, body: JSON.parse(answer.body || 'null'), headers: answer.headers };
  }
}
