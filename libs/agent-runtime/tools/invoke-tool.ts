// Runs one call of a model: judged by schema and gate before anything happens; whatever is wrong becomes an error result that the
// model can read, and the loop goes on.
import { Rejection } from '#domain/kernel';
import { estimateTokens } from '../context/estimate-tokens.js';
import type { ToolCall } from '../models/chat-model.js';
import type { AgentReport } from '../report.js';
import type { Tool, ToolContext } from './tool.js';
import type { ToolGate } from './tool-gate.js';
import { TOOL_IDENTITIES } from './tool-identities.js';

export interface InvokedTool {
  readonly text: string;
  readonly failed: boolean;
  readonly report: AgentReport | null;
}

const PREVIEW = 120;

const failed = (text: string): InvokedTool => ({ text, failed: true, report: null });

function preview(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > PREVIEW ? `${text.slice(0, PREVIEW)}… (${text.length} characters)` : text;
}

/** 70 % from the head and 30 % from the tail, with a line that says how much is missing; no surrogate pair is split. */
export function capTokens(text: string, maxTokens: number): string {
  const tokens = estimateTokens(text);
  if (tokens <= maxTokens) return text;
  const characters = Math.floor((text.length * maxTokens) / tokens);
  const head = text.slice(0, Math.floor(characters * 0.7)).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(text.length - Math.floor(characters * 0.3)).replace(/^[\udc00-\udfff]/, '');
  return `${head}\n[… about ${tokens - maxTokens} tokens left out …]\n${tail}`;
}

const wrongShape = (tool: Tool<never>, call: ToolCall, issues: readonly string[]): InvokedTool =>
  failed(`The arguments of ${tool.name} are not valid: ${issues.join('; ')}. They were: ${preview(call.arguments)}`);

function readArguments(tool: Tool<never>, call: ToolCall): { readonly args: Readonly<Record<string, unknown>> } | InvokedTool {
  if (call.defect === 'truncated') {
    return failed(`${tool.name} was not run: the arguments were cut at the output limit. Send a shorter call.`);
  }
  if (call.defect === 'not_json') return wrongShape(tool, call, ['they are no JSON']);
  if (typeof call.arguments !== 'object' || call.arguments === null || Array.isArray(call.arguments)) {
    return wrongShape(tool, call, ['a JSON object is needed']);
  }
  const parsed = tool.schema.safeParse(call.arguments);
  if (parsed.success) return { args: parsed.data as Readonly<Record<string, unknown>> };
  return wrongShape(
    tool,
    call,
    parsed.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`),
  );
}

/** Throws only what the signal was aborted with, and defects. */
export async function invokeTool(
  call: ToolCall,
  offered: readonly Tool<never>[],
  gate: ToolGate,
  context: ToolContext,
  maxTokens: number,
): Promise<InvokedTool> {
  const tool = offered.find(({ name }) => name === call.name);
  if (!tool) return failed(`There is no tool ${preview(call.name)}; there are ${offered.map(({ name }) => name).join(', ')}.`);
  const read = readArguments(tool, call);
  if (!('args' in read)) return read;
  const decision = await gate({ identity: TOOL_IDENTITIES[tool.name], arguments: read.args }).catch(
    () => ({ decision: 'deny', reason: 'the permission gate failed' }) as const,
  );
  if (decision.decision === 'deny') return failed(`${tool.name} was not run: ${decision.reason}`);
  try {
    context.signal.throwIfAborted();
    const { text, report } = await tool.run(read.args as never, context);
    return { text: capTokens(text, maxTokens), failed: false, report: report ?? null };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Rejection) return failed(capTokens(`${error.code}: ${error.message}`, maxTokens));
    throw error;
  }
}
