// Serves everything in one process: opens the stores, starts the orchestrator, then the apps around it, and stops them the other way round.
import { createServer } from 'node:net';
import { join } from 'node:path';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CommandClient } from '#contracts/commands';
import { Rejection } from '#domain/kernel';
import { HeadSigner } from '#journal';
import { readSettings } from '#platform/config';
import type { Settings } from '#platform/config';
import { createLogger, NestLogger } from '#platform/logging';
import { DataDirectory } from '#platform/process';
import { HTTP_SERVER_OPTIONS } from '../control-plane/control-plane.module.js';
import { OrchestratorModule } from '../orchestrator/orchestrator.module.js';
import { openEmbeddedStores } from './stores.module.js';
import type { EmbeddedStores } from './stores.module.js';
import { orchestratorPorts, prepareGround, WorkroomModule } from './workroom.module.js';
import type { Ground } from './workroom.module.js';

export interface RunningWorkroom {
  /** Without a path. */
  readonly url: string;
  /** The bootstrap Sponsor's. */
  readonly token: string;
  readonly workspace: string;
  readonly dataDir: string;
  /** Which model is in force, or how to set one. */
  readonly model: string;
  /** Resolves when a defect makes the process end: a restart finds everything in the Journal. */
  readonly broken: Promise<void>;
  stop(): Promise<void>;
}

const CONSOLE_ROOT = join(import.meta.dirname, '../console');

/** Throws what refuses the start; nothing stays open or half-written then. */
export async function serve(at: { readonly env: NodeJS.ProcessEnv; readonly cwd: string }): Promise<RunningWorkroom> {
  const settings = readSettings(at);
  checkStorage(settings);
  const { host, port } = settings.config.http;
  await checkPort(host, port);
  const data = new DataDirectory(settings.dataDir);
  const pino = createLogger({ level: settings.config.log_level });
  const stores = await openEmbeddedStores(data.path, settings.config.ai.workroom.disclosure.tenantId);
  const ends: (() => Promise<void>)[] = [() => stores.close()];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const logger = new NestLogger(pino);
    const ground = await prepareGround({
      settings,
      env: at.env,
      data,
      stores,
      logger,
      log: (level, message, fields) => pino[level](fields, message),
    });
    ends.push(startHeadSigner(stores, logger));
    const { client, broken, end } = await startOrchestrator(ground);
    ends.push(end);
    const url = await startEdge(ground, client, ends);
    data.announceServer({ url, pid: process.pid, startedAt: Date.now() });
    ends.push(() => Promise.resolve(data.withdrawServer(process.pid)));
    const { token } = data.bootstrapToken(() => '');
    return { url, token, workspace: settings.workspace, dataDir: data.path, model: ground.models.line, broken, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The end of what it starts: signs what is left, and lets the stores close even when that fails. */
function startHeadSigner({ journal, heads, headKeys }: EmbeddedStores, logger: NestLogger): () => Promise<void> {
  const onError = (error: unknown): void =>
    logger.error(error instanceof Error ? error : String(error), 'signing of stream heads');
  const signer = new HeadSigner({ journal, store: heads, keys: headKeys, onError });
  signer.start();
  return () => signer.stop().catch(onError);
}

async function startOrchestrator(
  ground: Ground,
): Promise<{ client: CommandClient; broken: Promise<void>; end: () => Promise<void> }> {
  let breaks: () => void = () => undefined;
  const broken = new Promise<void>((resolve) => (breaks = resolve));
  const ports = orchestratorPorts(ground, (name, error) => {
    ground.logger.error(error instanceof Error ? error : String(error), `loop ${name}`);
    breaks();
  });
  // The stores outlive the orchestrator: who opened them closes them.
  const runtime = { ports, close: () => Promise.resolve() };
  const module = OrchestratorModule.register(() => Promise.resolve(runtime));
  const app = await NestFactory.createApplicationContext(module, { logger: ground.logger, abortOnError: false });
  return { client: app.get(CommandClient), broken, end: () => app.close() };
}

async function startEdge(ground: Ground, client: CommandClient, ends: (() => Promise<void>)[]): Promise<string> {
  const { host, port } = ground.settings.config.http;
  let listening = { host, port };
  const module = WorkroomModule.register(ground, client, { listening: () => listening, consoleRoot: CONSOLE_ROOT });
  const adapter = new FastifyAdapter({ ...HTTP_SERVER_OPTIONS, bodyLimit: 256 * 1024 });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { logger: ground.logger, abortOnError: false });
  ends.push(() => app.close());
  await app.listen(port, host);
  const address = app.getHttpServer().address();
  if (typeof address === 'object' && address) listening = { host, port: address.port };
  return `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}`;
}

function checkStorage({ storage }: Settings): void {
  if (storage.kind === 'sqlite') return;
  const what = storage.kind === 'postgres' ? 'DATABASE_URL is set' : 'ai.sessions.useDatabase is false';
  throw new Rejection('CONFIG_INVALID', `${what}, and this version of "workroom up" keeps its data in SQLite only. Unset it.`);
}

/** Asks before anything is opened, so that a port in use leaves nothing half-written. */
async function checkPort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
