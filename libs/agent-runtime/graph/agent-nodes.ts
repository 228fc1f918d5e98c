// What happens at each node of the agent graph.
import type { AgentBrief } from '../brief.js';
import type { EvidenceLog } from '../evidence/evidence-log.js';
import type { ChatMessage, ChatModel, ToolCall } from '../models/chat-model.js';
import type { AgentPorts } from '../ports.js';
import { invokeTool } from '../tools/invoke-tool.js';
import type { InvokedTool } from '../tools/invoke-tool.js';
import type { Tool, ToolContext } from '../tools/tool.js';
import { toolDefinition } from '../tools/tool-registry.js';
import { EMPTY_REPLY, HAND_IN, systemPrompt, withinBudget } from './agent-prompt.js';
import type { AgentStateUpdate, AgentStateValue } from './agent-state.js';

const MAX_EMPTY_REPROMPTS = 1;
const MAX_REPEATS = 2;
const MAX_ARGUMENTS = 200_000;
const PREVIEW = 120;
const MIN_TOOL_TOKENS = 500;
const MAX_TOOL_TOKENS = 8_000;

export interface AgentRun {
  readonly brief: AgentBrief;
  readonly ports: AgentPorts;
  readonly model: ChatModel;
  readonly tools: readonly Tool<never>[];
  readonly evidence: EvidenceLog;
  /** The Context View. */
  readonly view: string;
  readonly signal: AbortSignal;
}

/**
 * A report needs evidence: it is offered once there is some, and alone when it is time to hand in. A tool that was only called over
 * and over is left out once.
 */
function offeredTools(run: AgentRun, state: AgentStateValue, handIn: boolean): readonly Tool<never>[] {
  const some = run.evidence.handles().length > 0;
  const offered = run.tools.filter(({ name }) => (name === 'write_report' ? some : !handIn || !some));
  const others = offered.filter(({ name }) => !state.barred.includes(name));
  return others.length > 0 ? others : offered;
}

const lastCalls = (state: AgentStateValue): readonly ToolCall[] => {
  const message = state.messages.at(-1);
  return message?.role === 'assistant' ? message.toolCalls : [];
};

export async function agentNode(run: AgentRun, state: AgentStateValue): Promise<AgentStateUpdate> {
  const { brief, model, signal } = run;
  const left = brief.budget.maxModelCalls - state.usage.calls;
  if (left <= 0) {
    const detail = `${model.name} handed no report in within ${brief.budget.maxModelCalls} calls.`;
    return { failure: { reasonCode: 'budget_exhausted', detail } };
  }
  const handIn = state.handIn || left <= 1 || state.toolCalls >= brief.budget.maxToolCalls;
  const history: ChatMessage[] = [
    { role: 'system', text: systemPrompt(brief) },
    { role: 'user', text: run.view },
    ...state.messages,
    ...(handIn && state.messages.at(-1)?.role === 'tool' ? [{ role: 'user', text: HAND_IN } as const] : []),
  ];
  const answer = await model.complete(
    {
      messages: withinBudget(history, brief.budget.maxContextTokens),
      tools: offeredTools(run, state, handIn).map(toolDefinition),
      maxOutputTokens: brief.budget.maxOutputTokens,
    },
    signal,
  );
  const isEmpty = answer.text.trim() === '' && answer.toolCalls.length === 0;
  if (isEmpty && state.empty >= MAX_EMPTY_REPROMPTS) {
    const detail = `${model.name} gave an empty answer ${state.empty + 1} times in a row.`;
    return { usage: answer.usage, failure: { reasonCode: 'no_candidate', detail } };
  }
  if (isEmpty) return { usage: answer.usage, empty: state.empty + 1 };
  const message: ChatMessage = { role: 'assistant', text: answer.text, toolCalls: answer.toolCalls.map(shortened) };
  return { usage: answer.usage, empty: 0, messages: [message], handIn: state.handIn || answer.toolCalls.length === 0 };
}

/** Arguments that no tool will take are kept as a preview: history goes back to the model. */
function shortened(call: ToolCall): ToolCall {
  const isObject = typeof call.arguments === 'object' && call.arguments !== null && !Array.isArray(call.arguments);
  const text = JSON.stringify(call.arguments) ?? '';
  if (text.length <= PREVIEW || (isObject && call.defect === null && text.length <= MAX_ARGUMENTS)) return call;
  return { ...call, arguments: `${text.slice(0, PREVIEW)}… (${text.length} characters)` };
}

/** How often the same call was made before. */
function timesMade(state: AgentStateValue, call: ToolCall): number {
  const key = (each: ToolCall) => `${each.name} ${JSON.stringify(each.arguments)}`;
  const earlier = state.messages.slice(0, -1).flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
  return earlier.filter((each) => key(each) === key(call)).length;
}

const describe = ({ name, arguments: given }: ToolCall): string => `${name} ${JSON.stringify(given ?? null).slice(0, 80)}`;

async function callTool(run: AgentRun, state: AgentStateValue, call: ToolCall, made: number): Promise<InvokedTool> {
  const { brief, ports, evidence, signal } = run;
  if (state.toolCalls + made >= brief.budget.maxToolCalls) {
    return { text: 'No tool call is left. Hand the result in with write_report.', failed: true, report: null };
  }
  if (call.defect === null && timesMade(state, call) >= MAX_REPEATS) {
    const text = `${describe(call)} was made before with this result. Use another tool, or hand the result in with write_report.`;
    return { text, failed: true, report: null };
  }
  const context: ToolContext = {
    ...{ files: ports.files, commands: ports.commands, evidence, signal },
    commandTimeoutMs: brief.budget.commandTimeoutMs,
  };
  const share = Math.floor(brief.budget.maxContextTokens / 4);
  const offered = offeredTools(run, { ...state, barred: [] }, state.handIn);
  return invokeTool(call, offered, ports.gate, context, Math.min(Math.max(share, MIN_TOOL_TOKENS), MAX_TOOL_TOKENS));
}

export async function toolsNode(run: AgentRun, state: AgentStateValue): Promise<AgentStateUpdate> {
  const results: ChatMessage[] = [];
  const calls = lastCalls(state);
  for (const [index, call] of calls.entries()) {
    const { text, failed, report } = await callTool(run, state, call, index);
    results.push({ role: 'tool', toolCallId: call.id, name: call.name, text, failed });
    if (report) return { messages: results, toolCalls: index + 1, evidence: run.evidence.all(), report };
  }
  const repeated = calls.filter((call) => call.defect === null && timesMade(state, call) >= MAX_REPEATS);
  const stuck = calls.length > 0 && repeated.length === calls.length;
  const barred = repeated.map(({ name }) => name);
  return { messages: results, toolCalls: calls.length, evidence: run.evidence.all(), handIn: state.handIn || stuck, barred };
}

export function repromptNode(_run: AgentRun, state: AgentStateValue): AgentStateUpdate {
  return { messages: [{ role: 'user', text: state.empty > 0 ? EMPTY_REPLY : HAND_IN }] };
}

export function afterAgent(state: AgentStateValue): 'tools' | 'reprompt' | '__end__' {
  if (state.failure) return '__end__';
  return state.empty === 0 && lastCalls(state).length > 0 ? 'tools' : 'reprompt';
}

export const afterTools = (state: AgentStateValue): 'agent' | '__end__' => (state.report ? '__end__' : 'agent');

/** One line for people: which tools were used. */
export const progressOf = (update: AgentStateUpdate): string =>
  ((update.messages ?? []) as readonly ChatMessage[])
    .flatMap((message) => (message.role === 'tool' ? [`${message.name}${message.failed ? ' (failed)' : ''}`] : []))
    .join(', ');
