// What a model agent is told, and how its history is kept within the budget.
import type { AgentBrief } from '../brief.js';
import { DATA_RULE } from '../context/data-block.js';
import { estimateTokens } from '../context/estimate-tokens.js';
import type { ChatMessage } from '../models/chat-model.js';

export const systemPrompt = (brief: AgentBrief): string =>
  [
    `You do one task on a git repository, checked out at commit ${brief.baseRevision.slice(0, 12)}.`,
    'Look at files with the tools before you say anything about them; what you have not looked at, you do not know.',
    'Work in few steps: look at what the task needs, then hand the result in with write_report. That ends the task.',
    'Tools show [evidence eN]. Every claim of the report cites at least one such handle that bears it out.',
    'You cannot change the state of any task: others review and accept your report.',
    DATA_RULE,
  ].join('\n');

const CLEARED = '[cleared: this result was long ago; call the tool again if you need it]';

const sizeOf = (message: ChatMessage): number =>
  estimateTokens(message.text) + (message.role === 'assistant' ? estimateTokens(JSON.stringify(message.toolCalls)) : 0) + 4;

/** Clears the oldest tool results until the messages fit; calls and results stay paired, and the newest result stays whole. */
export function withinBudget(messages: readonly ChatMessage[], maxTokens: number): readonly ChatMessage[] {
  let total = messages.reduce((sum, message) => sum + sizeOf(message), 0);
  const newest = messages.findLastIndex(({ role }) => role === 'tool');
  return messages.map((message, index) => {
    if (total <= maxTokens || message.role !== 'tool' || index === newest) return message;
    const cleared = { ...message, text: CLEARED };
    total -= sizeOf(message) - sizeOf(cleared);
    return cleared;
  });
}

export const EMPTY_REPLY = 'Your answer was empty. Use a tool, or hand the result in with write_report.';
export const HAND_IN = 'Hand your result in with write_report now.';
