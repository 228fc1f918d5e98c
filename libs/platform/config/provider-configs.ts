// `ai.providers` as the model registry takes it: keys resolved, names of its own.
import { configRejection } from './config-problem.js';
import type { Config } from './schema.js';

type Provider = Config['ai']['providers'][string];

export interface ResolvedProvider {
  readonly kind: Provider['kind'];
  readonly baseUrl?: string;
  readonly model?: string;
  readonly apiKey?: string;
  readonly toolCalls?: 'native' | 'structured';
}

/** By alias. Throws Rejection CONFIG_INVALID when `api_key_env` names a variable that is unset or empty. */
export const providerConfigs = (
  { ai }: Pick<Config, 'ai'>,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, ResolvedProvider>> =>
  Object.fromEntries(Object.entries(ai.providers).map(([alias, provider]) => [alias, resolved(alias, provider, env)]));

function resolved(alias: string, provider: Provider, env: Readonly<Record<string, string | undefined>>): ResolvedProvider {
  const { kind, base_url: baseUrl, default_model: model, tool_calls: toolCalls, api_key_env: variable } = provider;
  const apiKey = provider.api_key ?? (variable === undefined ? undefined : env[variable] || undefined);
  if (variable !== undefined && apiKey === undefined) {
    const problem = `the environment variable ${variable} is unset or empty: set it, or name another one`;
    throw configRejection('CONFIG_INVALID', [{ key: `ai.providers.${alias}.api_key_env`, place: 'workroom.yml', problem }]);
  }
  return {
    kind,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(model !== undefined && { model }),
    ...(apiKey !== undefined && { apiKey }),
    ...(toolCalls !== undefined && { toolCalls }),
  };
}
