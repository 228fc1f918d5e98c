// How tools and structured answers are asked for, one dialect a family of providers.
import type { ChatRequest, ToolDefinition } from './chat-model.js';
import type { Dialect } from './langchain-chat-model.js';
import { anthropicUsage, openAiUsage } from './usage-from-raw.js';

const asFunction = ({ name, description, parameters }: ToolDefinition) => ({
  type: 'function',
  function: { name, description, parameters },
});

/** Keywords that the strict mode of OpenAI does not take. */
const NOT_STRICT = new Set(['minLength', 'maxLength']);

function strictSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strictSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => (NOT_STRICT.has(key) ? [] : [[key, strictSchema(value)]])),
  );
}

const responseFormat = ({ responseSchema }: ChatRequest, strict: boolean) =>
  responseSchema
    ? {
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: responseSchema.name,
            schema: strict ? strictSchema(responseSchema.schema) : responseSchema.schema,
            strict: true,
          },
        },
      }
    : {};

export const openAiDialect = (kind: { readonly hosted: boolean }): Dialect => ({
  options: (request) => ({
    ...(request.tools && request.tools.length > 0 ? { tools: request.tools.map(asFunction) } : {}),
    ...responseFormat(request, kind.hosted),
  }),
  answerTool: () => null,
  // Without streaming the client parses a structured answer itself, and throws a cut one away.
  streams: ({ responseSchema }) => responseSchema !== undefined,
  usage: openAiUsage,
});

const asAnthropicTool = ({ name, description, parameters }: ToolDefinition) => ({ name, description, input_schema: parameters });

export const ANTHROPIC_DIALECT: Dialect = {
  options({ tools = [], responseSchema }) {
    const answer = responseSchema
      ? [{ name: responseSchema.name, description: 'Gives the answer.', input_schema: responseSchema.schema }]
      : [];
    const all = [...tools.map(asAnthropicTool), ...answer];
    return {
      ...(all.length > 0 ? { tools: all } : {}),
      ...(responseSchema ? { tool_choice: { type: 'tool', name: responseSchema.name } } : {}),
    };
  },
  answerTool: ({ responseSchema }) => responseSchema?.name ?? null,
  streams: () => false,
  usage: anthropicUsage,
};
