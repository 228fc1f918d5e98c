// What one process runs on: the file, the environment above it, and what follows from both.
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { configRejection } from './config-problem.js';
import { environmentOverlays, modelContractAccepted, modelVariable } from './environment.js';
import { parseConfig } from './parse-config.js';
import type { Config } from './schema.js';

export type Storage =
  { readonly kind: 'sqlite' } | { readonly kind: 'postgres'; readonly url: string } | { readonly kind: 'files' };

export interface Settings {
  readonly config: Config;
  /** The document as written, for showing effective values. */
  readonly document: unknown;
  /** Absolute path of the configuration file; null when there is none. */
  readonly file: string | null;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute path of the git repository of the demo Project. */
  readonly workspace: string;
  readonly storage: Storage;
  /** The alias of the main provider and where it comes from; null: no model configured. */
  readonly mainProvider: { readonly alias: 'main'; readonly from: string } | null;
  /** WORKROOM_MODEL_CONTRACT=accept. */
  readonly modelContractAccepted: boolean;
  /** Sentences for the start log. */
  readonly warnings: readonly string[];
}

/** Throws Rejection CONFIG_INVALID or LEGACY_CONFIG. */
export function readSettings({ cwd, env }: { cwd: string; env: Readonly<Record<string, string | undefined>> }): Settings {
  const { file, text } = readFile(cwd, env['WORKROOM_CONFIG']);
  const name = file ? basename(file) : 'workroom.yml';
  const { config, document } = parseConfig({ file: name, text, env, overlays: environmentOverlays(env) });
  const mainFrom = config.ai.providers['main'] ? name : modelVariable(env);
  return {
    config,
    document,
    file,
    dataDir: resolve(cwd, config.dataDir),
    workspace: resolve(cwd, config.workspace.path ?? '.'),
    storage: storageOf(config),
    mainProvider: mainFrom === undefined ? null : { alias: 'main', from: mainFrom },
    modelContractAccepted: modelContractAccepted(env),
    warnings: warningsOf(config),
  };
}

function readFile(cwd: string, named: string | undefined): { file: string | null; text: string } {
  const path = resolve(cwd, named || 'workroom.yml');
  try {
    return { file: path, text: readFileSync(path, 'utf8') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!named && code === 'ENOENT') return { file: null, text: '' };
    const problem = `the file ${path} cannot be read (${code ?? 'unknown error'})`;
    throw configRejection('CONFIG_INVALID', [{ key: named ? 'WORKROOM_CONFIG' : 'workroom.yml', place: 'environment', problem }]);
  }
}

function storageOf({ ai, database, eventstore, kafka }: Config): Storage {
  const { url } = database;
  const needs = (key: string, what: string): never => {
    const problem = `${what} needs DATABASE_URL (PostgreSQL): set it, or remove ${key}`;
    throw configRejection('CONFIG_INVALID', [{ key, place: 'environment', problem }]);
  };
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url)) {
    const problem = 'it must begin with postgres:// or be unset (SQLite in the data directory)';
    throw configRejection('CONFIG_INVALID', [{ key: 'DATABASE_URL', place: 'environment', problem }]);
  }
  if (!ai.sessions.useDatabase) {
    if (eventstore.url) needs('EVENTSTORE_URL', 'EventStoreDB with ai.sessions.useDatabase: false');
    if (kafka.brokers.length) needs('KAFKA_BROKERS', 'Kafka with ai.sessions.useDatabase: false');
    return { kind: 'files' };
  }
  if (url !== undefined) return { kind: 'postgres', url };
  if (eventstore.url) needs('EVENTSTORE_URL', 'EventStoreDB');
  if (kafka.brokers.length) needs('KAFKA_BROKERS', 'Kafka');
  return { kind: 'sqlite' };
}

function warningsOf({ ai, database }: Config): readonly string[] {
  if (ai.sessions.useDatabase || database.url === undefined) return [];
  return [
    'ai.sessions.useDatabase is false: Catalog, Journal and chat sessions ignore DATABASE_URL; command-line threads follow it.',
  ];
}
