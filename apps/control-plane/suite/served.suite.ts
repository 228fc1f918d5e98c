// The control plane over memory drivers, with the projector beside it and a recording client in the orchestrator's place.
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { plainCodec, ZERO_HASH } from '#contracts/codec';
import type { Envelope } from '#contracts/codec';
import { TailFeed } from '#feed/tail';
import { MemoryJournal } from '#journal/memory';
import { RateLimits, SigningKeys, TokenBook } from '#platform/auth';
import { MemorySigningKeyStore, MemoryTokenStore } from '#platform/auth/memory';
import { Readiness } from '#platform/health';
import { Metrics } from '#platform/metrics';
import { pause, ProjectionRunner } from '#read-models';
import type { Projection, ReadModelStore } from '#read-models';
import { MemoryReadModelStore } from '#read-models/stores/memory';
import { storyEnvelopes } from '#read-models/suite';
import { inboxView, runsView } from '#read-models/views';
import { commandIdOf, contentHashOf, person, textOf } from '#testing';
import type { RunStory } from '#testing/run';
import { ControlPlaneModule, HTTP_SERVER_OPTIONS } from '../control-plane.module.js';
import { RecordingClient } from './recording-client.suite.js';

export const SAM = { authorization: 'Bearer sam', host: '127.0.0.1:8086' };

/** One fact at the beginning of a stream. */
function firstFact(
  streamId: string,
  n: number,
  projectId: string | null,
  fact: { readonly type: string; readonly data: object },
): Envelope {
  const commandId = commandIdOf(n);
  const [envelope] = plainCodec.seal([fact], {
    streamId,
    head: { revision: -1, hash: ZERO_HASH },
    metadata: {
      recordedAt: 1,
      actor: person('olga'),
      commandId,
      correlationId: null,
      causationId: null,
      projectId,
      traceparent: null,
    },
    eventId: () => commandId,
  });
  if (!envelope) throw new Error('Nothing was sealed.');
  return envelope;
}

/** A save of the Catalog, as the Journal tells it. */
export const catalogReplaced = (): Envelope =>
  firstFact('catalog', 9, null, {
    type: 'catalog.replaced',
    data: {
      revision: 'd'.repeat(64),
      previousRevision: null,
      definitionsRef: textOf('definitionsRef', '{}'),
      changedProjectIds: ['demo'],
      principalId: 'sandbox:olga',
    },
  });

/** A work request of Project `demo`. */
export const aProposal = (proposalId: string, principalId: string): Envelope =>
  firstFact('inbox-demo', 8, 'demo', {
    type: 'project_inbox.proposed',
    data: {
      proposalId,
      sourceEvent: {
        ref: 'conversation-event:1',
        digest: contentHashOf('/work audit'),
        sequence: 1,
        conversationKey: 'sandbox:local:group:demo',
      },
      principal: { principalId, kind: 'human', sponsor: false, catalogRevision: null },
      intent: 'work_request',
      spaceDecision: { space: 'workroom', projectId: 'demo', addressHash: null, bindingRevision: null },
      authorityRequirement: 'none',
    },
  });

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
          { token: 'rita', principalId: 'sandbox:rita', ...full },
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
    const adapter = new FastifyAdapter(HTTP_SERVER_OPTIONS);
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
    for (const envelope of storyEnvelopes(story, n)) position = (await this.append(envelope)) ?? position;
    return position;
  }

  async append(envelope: Envelope): Promise<number | null> {
    const { streamId } = envelope;
    const expected = await this.journal.head(streamId);
    return (await this.journal.append({ streamId, expected, events: [envelope], operation: null })).position;
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
