// Tool use for endpoints that follow a JSON schema but not tool calls: the next call is the structured answer.
import { dataBlock } from '../context/data-block.js';
import type { ChatAnswer, ChatMessage, ChatRequest, ToolDefinition } from './chat-model.js';
import { readTextToolCalls } from './text-tool-calls.js';

const describe = ({ name, description, parameters }: ToolDefinition): string =>
  `- ${name}: ${description} Arguments: ${JSON.stringify(parameters)}`;

const INSTRUCTION = 'Answer with one JSON object {"tool": <name>, "arguments": {…}}: the one tool to use next. The tools:';

/** Bounds that grammars of small servers unfold; the tool checks its arguments in any case. */
const BOUNDS = new Set(['minLength', 'maxLength', 'minimum', 'maximum']);

/** Small models fill a list for as long as they may. */
const MAX_ITEMS = 8;

function forGrammar(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forGrammar);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (BOUNDS.has(key)) return [];
      return [[key, key === 'maxItems' ? Math.min(Number(value), MAX_ITEMS) : forGrammar(value)]];
    }),
  );
}

const callSchema = ({ name, parameters }: ToolDefinition) => ({
  type: 'object',
  properties: { tool: { type: 'string', enum: [name] }, arguments: forGrammar(parameters) },
  required: ['tool', 'arguments'],
  additionalProperties: false,
});

function plain(message: ChatMessage): ChatMessage {
  if (message.role === 'assistant' && message.toolCalls.length > 0) {
    const calls = message.toolCalls.map(({ name, arguments: given }) => JSON.stringify({ tool: name, arguments: given ?? {} }));
    return { role: 'assistant', text: calls.join('\n'), toolCalls: [] };
  }
  if (message.role !== 'tool') return message;
  return {
    role: 'user',
    text: `${message.name} ${message.failed ? 'failed' : 'answered'}:\n${dataBlock(message.name, message.text)}`,
  };
}

/** Neighbours of one role become one message: chat templates of small models want turns to alternate. */
function merged(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const result: ChatMessage[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last?.role === 'user' && message.role === 'user')
      result[result.length - 1] = { role: 'user', text: `${last.text}\n${message.text}` };
    else result.push(message);
  }
  return result;
}

/** The same request without tools. */
export function asStructuredRequest(request: ChatRequest): ChatRequest {
  const { tools = [], responseSchema: _schema, ...rest } = request;
  const instruction = [INSTRUCTION, ...tools.map(describe)].join('\n');
  const [first, ...others] = request.messages;
  const system = first?.role === 'system' ? `${first.text}\n\n${instruction}` : instruction;
  const history = first?.role === 'system' ? others : request.messages;
  const calls = tools.map(callSchema);
  return {
    ...rest,
    messages: [{ role: 'system', text: system }, ...merged(history.map(plain))],
    responseSchema: { name: 'next_call', schema: calls.length === 1 && calls[0] ? calls[0] : { oneOf: calls } },
  };
}

/** The structured answer as a tool call; a cut one is marked and carries the name that can still be read. */
export function asToolAnswer(answer: ChatAnswer, tools: readonly ToolDefinition[]): ChatAnswer {
  const names = tools.map(({ name }) => name);
  if (answer.stop === 'output_limit') {
    const name = /"tool"\s*:\s*"([^"]+)"/.exec(answer.text)?.[1];
    if (name !== undefined && names.includes(name)) {
      const cut = { id: 'call-cut', name, arguments: answer.text.slice(0, 400), defect: 'truncated' as const };
      return { ...answer, text: '', toolCalls: [cut] };
    }
    return answer;
  }
  const toolCalls = readTextToolCalls(answer.text, names);
  return toolCalls.length > 0 ? { ...answer, text: '', toolCalls, stop: 'tool_calls' } : answer;
}
