// What the environment says above the file. An empty variable counts as unset.
import { configRejection } from './config-problem.js';
import type { Overlay } from './parse-config.js';

type Env = Readonly<Record<string, string | undefined>>;

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

/** The variable that offers the first model provider; the registry of `agent-runtime` makes the provider of it. */
export function modelVariable(env: Env): string | undefined {
  const order = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY', 'OLLAMA_BASE_URL', 'OPENAI_BASE_URL'];
  return order.find((variable) => env[variable]);
}

/** `WORKROOM_MODEL_CONTRACT=accept` takes the shipped declaration of the hosted provider as the Sponsor's own. */
export function modelContractAccepted(env: Env): boolean {
  const said = env['WORKROOM_MODEL_CONTRACT'];
  if (!said || said === 'accept') return said === 'accept';
  const problem = 'the only value is `accept`: unset it, or set it to accept';
  throw configRejection('CONFIG_INVALID', [{ key: 'WORKROOM_MODEL_CONTRACT', place: 'environment', problem }]);
}
