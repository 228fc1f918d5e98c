// Opens the model of a provider. LangChain is loaded here and nowhere on a start-up path.
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { Unavailable } from '#domain/kernel';
import type { ChatModel, ChatRequest } from './chat-model.js';
import { ANTHROPIC_DIALECT, openAiDialect } from './dialects.js';
import { LangChainChatModel } from './langchain-chat-model.js';
import { switchTracingOff } from './no-tracing.js';
import type { Provider } from './provider.js';

const LISTING_MS = 5_000;
/** A model on this machine may be slow, and asking again would only make it slower. */
const HOSTED = { maxRetries: 2, timeout: 300_000 };
const LOCAL = { maxRetries: 0, timeout: 1_200_000 };
/** Hosted models may think before they answer, within the same limit. */
const REASONING_TOKENS = 8_192;

/** The first model that an OpenAI-compatible endpoint lists. */
async function firstModel(provider: Provider, apiKey: string | null): Promise<string> {
  const failed = (cause?: unknown) =>
    new Unavailable(
      'MODEL_UNAVAILABLE',
      `${provider.baseUrl} lists no model; start it, or name one with WORKROOM_MODEL.`,
      5_000,
      { alias: provider.alias },
      { cause },
    );
  let body: unknown;
  try {
    const response = await fetch(`${provider.baseUrl}/models`, {
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(LISTING_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    body = await response.json();
  } catch (cause) {
    throw failed(cause);
  }
  const listed = (body as { data?: readonly { id?: unknown }[] } | null)?.data?.[0]?.id;
  if (typeof listed !== 'string') throw failed();
  return listed;
}

/** LangChain fixes the output limit when a model is made: one is made for each limit. */
function perLimit(make: (maxTokens: number) => BaseChatModel): (request: ChatRequest) => BaseChatModel {
  const made = new Map<number, BaseChatModel>();
  return ({ maxOutputTokens }) => {
    const known = made.get(maxOutputTokens) ?? make(maxOutputTokens);
    made.set(maxOutputTokens, known);
    return known;
  };
}

/** Throws Unavailable MODEL_UNAVAILABLE where the model's name has to be asked for and nobody answers. */
export async function openChatModel(provider: Provider, apiKey: string | null): Promise<ChatModel> {
  switchTracingOff();
  const model = provider.model ?? (await firstModel(provider, apiKey));
  const name = `${provider.alias}/${model}`;
  const { maxRetries, timeout } = provider.loopback ? LOCAL : HOSTED;
  const common = { model, apiKey: apiKey ?? 'none', maxRetries };
  if (provider.kind === 'anthropic') {
    const { ChatAnthropic } = await import('@langchain/anthropic');
    const modelFor = perLimit((maxTokens) => new ChatAnthropic({ ...common, maxTokens, anthropicApiUrl: provider.baseUrl }));
    return new LangChainChatModel(name, modelFor, ANTHROPIC_DIALECT, provider.toolCalls);
  }
  const { ChatOpenAI } = await import('@langchain/openai');
  const hosted = provider.kind === 'openai';
  const modelFor = perLimit((maxTokens) => {
    const limits = { maxTokens: maxTokens + (hosted ? REASONING_TOKENS : 0), timeout, streamUsage: true };
    return new ChatOpenAI({ ...common, ...limits, configuration: { baseURL: provider.baseUrl }, useResponsesApi: false });
  });
  return new LangChainChatModel(name, modelFor, openAiDialect({ hosted }), provider.toolCalls);
}
