// A LangChain chat model behind our port.
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import { Rejection, Unavailable } from '#domain/kernel';
import { ChatModel } from './chat-model.js';
import type { ChatAnswer, ChatMessage, ChatRequest, ToolCall } from './chat-model.js';
import type { ModelUsage } from './model-usage.js';
import { asStructuredRequest, asToolAnswer } from './structured-tool-calls.js';
import { readTextToolCalls } from './text-tool-calls.js';
import { withUniqueIds } from './tool-call-ids.js';

/** What differs between providers. */
export interface Dialect {
  /** Call options for a request: tools, and how a structured answer is asked for. */
  options(request: ChatRequest): Readonly<Record<string, unknown>>;
  /** The tool whose arguments are the structured answer; null where it comes as text. */
  answerTool(request: ChatRequest): string | null;
  /** Whether the answer is put together from a stream. */
  streams(request: ChatRequest): boolean;
  usage(raw: unknown): ModelUsage;
}

const toMessage = (message: ChatMessage): BaseMessage => {
  switch (message.role) {
    case 'system':
      return new SystemMessage(message.text);
    case 'user':
      return new HumanMessage(message.text);
    case 'assistant':
      return new AIMessage({ content: message.text, tool_calls: message.toolCalls.map(asLangChainCall) });
    case 'tool':
      return new ToolMessage({
        content: message.text,
        tool_call_id: message.toolCallId,
        name: message.name,
        status: message.failed ? 'error' : 'success',
      });
  }
};

/** Providers refuse histories whose arguments are no object. */
const asLangChainCall = (call: ToolCall) => {
  const isObject = typeof call.arguments === 'object' && call.arguments !== null && !Array.isArray(call.arguments);
  return {
    id: call.id,
    name: call.name,
    args: isObject ? (call.arguments as Record<string, unknown>) : {},
    type: 'tool_call' as const,
  };
};

/** Visible text only: thinking blocks are none. */
function visibleText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (typeof part === 'string' ? part : (part as { type?: unknown; text?: unknown })))
    .map((part) => (typeof part === 'string' ? part : part.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

const STOPS: Readonly<Record<string, ChatAnswer['stop']>> = {
  stop: 'end',
  end_turn: 'end',
  stop_sequence: 'end',
  tool_calls: 'tool_calls',
  tool_use: 'tool_calls',
  function_call: 'tool_calls',
  length: 'output_limit',
  max_tokens: 'output_limit',
  content_filter: 'refused',
  refusal: 'refused',
};

function stopOf(message: AIMessage): ChatAnswer['stop'] {
  const metadata = message.response_metadata as Readonly<Record<string, unknown>>;
  const reason = metadata['finish_reason'] ?? metadata['stop_reason'] ?? message.additional_kwargs['stop_reason'];
  return typeof reason === 'string' ? (STOPS[reason] ?? 'unknown') : 'unknown';
}

/** At the output limit the last call may have been cut, also where it still parses. */
function toolCallsOf(message: AIMessage, stop: ChatAnswer['stop']): readonly ToolCall[] {
  const valid = (message.tool_calls ?? []).map(({ id, name, args }) => ({
    ...{ id: id ?? null, name, arguments: args as unknown, defect: null },
  }));
  const invalid = (message.invalid_tool_calls ?? []).map(({ id, name, args }) => ({
    ...{ id: id ?? null, name: name ?? '', arguments: args as unknown },
    defect: stop === 'output_limit' ? ('truncated' as const) : ('not_json' as const),
  }));
  const calls: (Omit<ToolCall, 'id'> & { id: string | null })[] = [...valid, ...invalid];
  const last = calls.at(-1);
  if (last && stop === 'output_limit') calls[calls.length - 1] = { ...last, defect: 'truncated' };
  return withUniqueIds(calls);
}

/** Bodies and keys of failed requests never reach the message. */
function failure(error: unknown, name: string): Error {
  const { status } = error as { status?: unknown };
  const code = typeof status === 'number' ? status : null;
  if (code !== null && code >= 400 && code < 500 && ![408, 409, 425, 429].includes(code)) {
    const mend = code === 401 || code === 403 ? 'check its key' : code === 404 ? 'check its model name' : 'check its settings';
    return new Rejection(
      'MODEL_REFUSED',
      `${name} refused the request with status ${code}; ${mend}.`,
      { status: code },
      { cause: error },
    );
  }
  const what = code === null ? 'could not be reached' : `answered with status ${code}`;
  return new Unavailable('MODEL_UNAVAILABLE', `${name} ${what}; try again later.`, 5_000, { status: code }, { cause: error });
}

export class LangChainChatModel extends ChatModel {
  constructor(
    readonly name: string,
    private readonly modelFor: (request: ChatRequest) => BaseChatModel,
    private readonly dialect: Dialect,
    private readonly toolCalls: 'native' | 'structured',
  ) {
    super();
  }

  async complete(request: ChatRequest, signal?: AbortSignal): Promise<ChatAnswer> {
    const { tools = [] } = request;
    if (tools.length === 0 || this.toolCalls === 'native') return this.ask(request, signal);
    return asToolAnswer(await this.ask(asStructuredRequest(request), signal), tools);
  }

  private async ask(request: ChatRequest, signal?: AbortSignal): Promise<ChatAnswer> {
    const message = await this.invoke(request, signal);
    const stop = stopOf(message);
    const usage = this.dialect.usage((message.response_metadata as Readonly<Record<string, unknown>>)['usage']);
    const answerTool = this.dialect.answerTool(request);
    const calls = toolCallsOf(message, stop);
    if (answerTool !== null) {
      const answer = calls.find(({ name }) => name === answerTool);
      return { text: answer ? JSON.stringify(answer.arguments) : visibleText(message.content), toolCalls: [], stop, usage };
    }
    const text = visibleText(message.content);
    const offered = (request.tools ?? []).map(({ name }) => name);
    if (calls.length > 0 || offered.length === 0) return { text, toolCalls: calls, stop, usage };
    const written = readTextToolCalls(text, offered);
    return written.length > 0
      ? { text: '', toolCalls: written, stop: 'tool_calls', usage }
      : { text, toolCalls: [], stop, usage };
  }

  private async invoke(request: ChatRequest, signal?: AbortSignal): Promise<AIMessage> {
    const model = this.modelFor(request);
    const messages = request.messages.map(toMessage);
    // A signal of its own for each call: clients leave their listeners on it.
    const options = { ...this.dialect.options(request), ...(signal ? { signal: AbortSignal.any([signal]) } : {}) };
    try {
      if (!this.dialect.streams(request)) return (await model.invoke(messages, options)) as AIMessage;
      let whole: AIMessageChunk | null = null;
      for await (const chunk of await model.stream(messages, options)) whole = whole ? whole.concat(chunk) : chunk;
      signal?.throwIfAborted();
      if (whole) return whole;
      throw new Error('The stream ended before its first piece.');
    } catch (error) {
      signal?.throwIfAborted();
      throw failure(error, this.name);
    }
  }
}
