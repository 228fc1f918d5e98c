// Tool calls that a model wrote into its text as JSON, as small models do.
import type { ToolCall } from './chat-model.js';
import { readJsonAnswer } from './json-answer.js';
import { withUniqueIds } from './tool-call-ids.js';

type Call = Omit<ToolCall, 'id'> & { readonly id: null };

function callOf(value: unknown, tools: ReadonlySet<string>): Call | null {
  if (typeof value !== 'object' || value === null) return null;
  const record = value as Readonly<Record<string, unknown>>;
  const inner = typeof record['function'] === 'object' ? (record['function'] as Readonly<Record<string, unknown>>) : record;
  const name = inner['name'] ?? inner['tool'] ?? inner['tool_name'];
  if (typeof name !== 'string' || !tools.has(name)) return null;
  const given = inner['arguments'] ?? inner['parameters'] ?? inner['args'] ?? inner['input'] ?? {};
  const parsed = typeof given === 'string' ? (readJsonAnswer(given)?.value ?? given) : given;
  return { id: null, name, arguments: parsed, defect: null };
}

/** The parts of a text that may each be one call. */
function chunks(text: string): readonly string[] {
  const tagged = [...text.matchAll(/<tool_call>([^]*?)(?:<\/tool_call>|$)/g)].map((match) => match[1] ?? '');
  if (tagged.length > 0) return tagged;
  const fenced = [...text.matchAll(/```(?:json|tool_call)?\s*\n([^]*?)```/g)].map((match) => match[1] ?? '');
  return fenced.length > 0 ? fenced : [text];
}

/** Only calls of tools that were offered count; [] when the text is an answer and no call. */
export function readTextToolCalls(text: string, offered: readonly string[]): readonly ToolCall[] {
  const tools = new Set(offered);
  const calls = chunks(text).flatMap((chunk) => {
    const value = readJsonAnswer(chunk)?.value;
    return (Array.isArray(value) ? value : [value]).flatMap((each) => callOf(each, tools) ?? []);
  });
  return withUniqueIds(calls);
}
