// One call to a chat model: messages in, one answer out. Adapters of LangChain's models and the scripted model implement it.
import type { ModelUsage } from './model-usage.js';

export interface ToolCall {
  /** The provider's id, else one that is unique for the call. */
  readonly id: string;
  readonly name: string;
  /** Whatever the model sent: it is judged by the tool's schema before anything runs. */
  readonly arguments: unknown;
  /** Set when the arguments were cut or are no JSON: such a call is never run. */
  readonly defect: 'truncated' | 'not_json' | null;
}

export type ChatMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | {
      readonly role: 'tool';
      readonly toolCallId: string;
      readonly name: string;
      readonly text: string;
      readonly failed: boolean;
    };

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ToolDefinition[];
  /** The answer must be JSON of this JSON Schema. */
  readonly responseSchema?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  readonly maxOutputTokens: number;
}

export interface ChatAnswer {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly stop: 'end' | 'tool_calls' | 'output_limit' | 'refused' | 'unknown';
  readonly usage: ModelUsage;
}

/** Thrown: Unavailable MODEL_UNAVAILABLE (no answer, rate limit, 5xx); Rejection MODEL_REFUSED (4xx: key, model name, request). */
export abstract class ChatModel {
  /** `alias/model`, e.g. `main/claude-sonnet`: for records and usage lines. */
  abstract readonly name: string;
  abstract complete(request: ChatRequest, signal?: AbortSignal): Promise<ChatAnswer>;
}
