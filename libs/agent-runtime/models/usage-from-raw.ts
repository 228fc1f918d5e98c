// Tokens from what the provider itself sent: adapters in between add or drop some.
import type { ModelUsage, TokenCount } from './model-usage.js';

type Raw = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null;

const number = (raw: unknown, ...path: readonly string[]): number | null => {
  let value: unknown = raw;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
};

const count = (value: number | null): TokenCount =>
  value === null ? { known: 0, complete: false } : { known: value, complete: true };

/** A detail that a provider leaves out beside stated totals was not used. */
const detail = (value: number | null, stated: boolean): TokenCount => count(value ?? (stated ? 0 : null));

/** Anthropic counts cache reads and writes beside its input tokens. */
export function anthropicUsage(raw: unknown): ModelUsage {
  const input = number(raw, 'input_tokens');
  const output = number(raw, 'output_tokens');
  const read = number(raw, 'cache_read_input_tokens');
  const write = number(raw, 'cache_creation_input_tokens');
  return {
    calls: 1,
    inputTokens: count(input === null ? null : input + (read ?? 0) + (write ?? 0)),
    outputTokens: count(output),
    cacheReadTokens: detail(read, input !== null),
    cacheWriteTokens: detail(write, input !== null),
    reasoningTokens: count(number(raw, 'output_tokens_details', 'thinking_tokens')),
  };
}

/** OpenAI and those who speak like it count cached tokens inside their prompt tokens. */
export function openAiUsage(raw: unknown): ModelUsage {
  const input = number(raw, 'prompt_tokens');
  const output = number(raw, 'completion_tokens');
  const details = isObject(raw) ? raw['prompt_tokens_details'] : undefined;
  return {
    calls: 1,
    inputTokens: count(input),
    outputTokens: count(output),
    cacheReadTokens: detail(number(details, 'cached_tokens'), input !== null),
    cacheWriteTokens: detail(number(details, 'cache_write_tokens') ?? number(raw, 'cache_creation_input_tokens'), input !== null),
    reasoningTokens: detail(number(raw, 'completion_tokens_details', 'reasoning_tokens'), output !== null),
  };
}
