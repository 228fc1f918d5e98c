// What the environment says above the file. An empty variable counts as unset.
import { configRejection } from './config-problem.js';
import type { Overlay } from './parse-config.js';
import type { Config } from './schema.js';

type Env = Readonly<Record<string, string | undefined>>;
type Provider = Config['ai']['providers'][string];

const asText = (text: string): unknown => text;
const asNumber = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : text);
const asBoolean = (text: string): unknown => ({ true: true, '1': true, false: false, '0': false })[text] ?? text;
const asList = (text: string): unknown =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const VARIABLES: readonly (readonly [variable: string, path: string, read: (text: string) => unknown])[] = [
  ['WORKROOM_DATA_DIR', 'dataDir', asText],
  ['WORKROOM_HOST', 'http.host', asText],
  ['WORKROOM_PORT', 'http.port', asNumber],
  ['WORKROOM_WORKSPACE', 'workspace.path', asText],
  ['DATABASE_URL', 'database.url', asText],
  ['EVENTSTORE_URL', 'eventstore.url', asText],
  ['KAFKA_BROKERS', 'kafka.brokers', asList],
  ['KAFKA_SSL', 'kafka.ssl', asBoolean],
  ['KAFKA_SASL_MECHANISM', 'kafka.sasl.mechanism', asText],
  ['KAFKA_SASL_USERNAME', 'kafka.sasl.username', asText],
  ['KAFKA_SASL_PASSWORD', 'kafka.sasl.password', asText],
  ['WORKROOM_RPC_LISTEN', 'rpc.listen', asText],
  ['WORKROOM_ORCHESTRATOR_URL', 'rpc.orchestratorUrl', asText],
  ['WORKROOM_RPC_TLS_CA', 'rpc.tls.ca', asText],
  ['WORKROOM_RPC_TLS_CERT', 'rpc.tls.cert', asText],
  ['WORKROOM_RPC_TLS_KEY', 'rpc.tls.key', asText],
];

export const environmentOverlays = (env: Env): readonly Overlay[] =>
  VARIABLES.flatMap(([variable, path, read]) => {
    const text = env[variable];
    return text ? [{ variable, path: path.split('.'), value: read(text) }] : [];
  });

/** The first provider that the environment offers, and the variable that offers it. */
export function environmentProvider(env: Env): { readonly variable: string; readonly provider: Provider } | undefined {
  const offers: readonly (readonly [variable: string, provider: () => Provider])[] = [
    ['ANTHROPIC_API_KEY', () => ({ kind: 'anthropic', api_key_env: 'ANTHROPIC_API_KEY' })],
    [
      'OPENAI_API_KEY',
      () => ({
        kind: 'openai',
        api_key_env: 'OPENAI_API_KEY',
        ...(env['OPENAI_BASE_URL'] && { base_url: env['OPENAI_BASE_URL'] }),
      }),
    ],
    [
      'OPENROUTER_API_KEY',
      () => ({ kind: 'openai', api_key_env: 'OPENROUTER_API_KEY', base_url: 'https://openrouter.ai/api/v1' }),
    ],
    ['OLLAMA_BASE_URL', () => ({ kind: 'openai', base_url: ollamaUrl(env['OLLAMA_BASE_URL'] ?? '') })],
    ['OPENAI_BASE_URL', () => ({ kind: 'openai', base_url: env['OPENAI_BASE_URL'] ?? '' })],
    ['WORKROOM_GGUF', () => ({ kind: 'gguf', path: env['WORKROOM_GGUF'] ?? '' })],
  ];
  const first = offers.find(([variable]) => env[variable]);
  return first && { variable: first[0], provider: first[1]() };
}

/** Ollama speaks the OpenAI protocol below /v1. */
const ollamaUrl = (base: string): string => (/\/v1\/?$/.test(base) ? base : `${base.replace(/\/+$/, '')}/v1`);

/** `WORKROOM_MODEL_CONTRACT=accept` takes the shipped declaration of the hosted provider as the Sponsor's own. */
export function modelContractAccepted(env: Env): boolean {
  const said = env['WORKROOM_MODEL_CONTRACT'];
  if (!said || said === 'accept') return said === 'accept';
  const problem = 'the only value is `accept`: unset it, or set it to accept';
  throw configRejection('CONFIG_INVALID', [{ key: 'WORKROOM_MODEL_CONTRACT', place: 'environment', problem }]);
}
