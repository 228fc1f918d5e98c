// The kinds of model providers that can be asked.

export const PROVIDER_KINDS = ['anthropic', 'openai', 'openrouter', 'ollama', 'openai_compatible'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];
