// The registry of model providers: the first that the environment names is `main`, configuration stands above the environment. Keys
// stay inside.
import { Rejection } from '#domain/kernel';
import type { ChatModel } from './chat-model.js';
import { shippedContract } from './model-contract.js';
import { isLoopback } from './provider.js';
import type { Provider, ProviderConfig } from './provider.js';
import type { ProviderKind } from './provider-kind.js';

const HOSTED_URL: Readonly<Record<ProviderKind, string | null>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  ollama: 'http://127.0.0.1:11434',
  openai_compatible: null,
};

const DEFAULT_MODEL: Readonly<Record<ProviderKind, string | null>> = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-5-mini',
  openrouter: 'openrouter/auto',
  ollama: null,
  openai_compatible: null,
};

const HOST_OF_OPENAI = 'api.openai.com';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Entry {
  readonly provider: Provider;
  readonly apiKey: string | null;
}

function entry(alias: string, from: string, config: ProviderConfig): Entry {
  const given = config.baseUrl ?? HOSTED_URL[config.kind];
  if (given === null || !URL.canParse(given)) {
    throw new Rejection('CONFIG_INVALID', `${from} needs a base URL such as http://127.0.0.1:8089/v1.`, { field: from });
  }
  const trimmed = given.replace(/\/+$/, '');
  const baseUrl = config.kind === 'ollama' && !trimmed.endsWith('/v1') ? `${trimmed}/v1` : trimmed;
  const loopback = isLoopback(baseUrl);
  const provider: Provider = {
    alias,
    kind: config.kind,
    baseUrl,
    model: config.model ?? DEFAULT_MODEL[config.kind],
    loopback,
    toolCalls: config.toolCalls ?? (['ollama', 'openai_compatible'].includes(config.kind) ? 'structured' : 'native'),
    contract: shippedContract(config.kind, baseUrl, loopback),
    from,
  };
  return { provider, apiKey: config.apiKey ?? null };
}

/** In the order in which they become `main`. */
function fromEnvironment(env: Environment): Entry[] {
  const set = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const model = set('WORKROOM_MODEL');
  const found: (readonly [name: string, config: ProviderConfig])[] = [];
  const key = set('OPENAI_API_KEY');
  const compatible = set('OPENAI_BASE_URL');
  const elsewhere = compatible !== undefined && URL.canParse(compatible) && new URL(compatible).hostname !== HOST_OF_OPENAI;
  if (set('ANTHROPIC_API_KEY')) found.push(['ANTHROPIC_API_KEY', { kind: 'anthropic', apiKey: set('ANTHROPIC_API_KEY') }]);
  if (key !== undefined && !elsewhere) found.push(['OPENAI_API_KEY', { kind: 'openai', apiKey: key, baseUrl: compatible }]);
  if (set('OPENROUTER_API_KEY')) found.push(['OPENROUTER_API_KEY', { kind: 'openrouter', apiKey: set('OPENROUTER_API_KEY') }]);
  if (set('OLLAMA_BASE_URL')) found.push(['OLLAMA_BASE_URL', { kind: 'ollama', baseUrl: set('OLLAMA_BASE_URL') }]);
  if (compatible !== undefined && (elsewhere || key === undefined)) {
    found.push(['OPENAI_BASE_URL', { kind: 'openai_compatible', baseUrl: compatible, apiKey: key }]);
  }
  return found.map(([name, config], index) => entry(index === 0 ? 'main' : name.toLowerCase(), name, { model, ...config }));
}

export class ModelProviders {
  private readonly entries: readonly Entry[];

  /** Throws Rejection CONFIG_INVALID naming the variable or key. */
  constructor(env: Environment, configured: Readonly<Record<string, ProviderConfig>> = {}) {
    const own = Object.entries(configured).map(([alias, config]) => entry(alias, `ai.providers.${alias}`, config));
    const taken = new Set(own.map(({ provider }) => provider.alias));
    this.entries = [...own, ...fromEnvironment(env).filter(({ provider }) => !taken.has(provider.alias))];
  }

  list(): readonly Provider[] {
    return this.entries.map(({ provider }) => provider);
  }

  /** The one called `main`, else the first; null without any. */
  main(): Provider | null {
    return this.find('main')?.provider ?? this.entries[0]?.provider ?? null;
  }

  /** Asks the endpoint for its models where none was named. Throws Rejection PROVIDER_UNKNOWN; Unavailable MODEL_UNAVAILABLE. */
  async open(alias: string): Promise<ChatModel> {
    const found = this.find(alias);
    if (!found) throw new Rejection('PROVIDER_UNKNOWN', `No model provider is called ${alias}; see ai.providers.`, { alias });
    const { openChatModel } = await import('./open-chat-model.js');
    return openChatModel(found.provider, found.apiKey);
  }

  private find(alias: string): Entry | undefined {
    return this.entries.find(({ provider }) => provider.alias === alias);
  }
}
