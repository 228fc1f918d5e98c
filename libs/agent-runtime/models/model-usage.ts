// Tokens as providers state them: null is unknown and never zero.

export interface ModelUsage {
  readonly calls: number;
  /** Cache reads and writes are inside. */
  readonly inputTokens: TokenCount;
  /** Reasoning is inside. */
  readonly outputTokens: TokenCount;
  readonly cacheReadTokens: TokenCount;
  readonly cacheWriteTokens: TokenCount;
  readonly reasoningTokens: TokenCount;
}

/** The sum of what is known, and whether a call left it out. */
export interface TokenCount {
  readonly known: number;
  readonly complete: boolean;
}

const none: TokenCount = { known: 0, complete: true };

export const NO_USAGE: ModelUsage = {
  calls: 0,
  inputTokens: none,
  outputTokens: none,
  cacheReadTokens: none,
  cacheWriteTokens: none,
  reasoningTokens: none,
};

const add = (a: TokenCount, b: TokenCount): TokenCount => ({ known: a.known + b.known, complete: a.complete && b.complete });

export const addUsage = (a: ModelUsage, b: ModelUsage): ModelUsage => ({
  calls: a.calls + b.calls,
  inputTokens: add(a.inputTokens, b.inputTokens),
  outputTokens: add(a.outputTokens, b.outputTokens),
  cacheReadTokens: add(a.cacheReadTokens, b.cacheReadTokens),
  cacheWriteTokens: add(a.cacheWriteTokens, b.cacheWriteTokens),
  reasoningTokens: add(a.reasoningTokens, b.reasoningTokens),
});

/** `?` unknown, `>=60` partly known, else the number. */
export const showTokens = (count: TokenCount): string =>
  count.complete ? String(count.known) : count.known > 0 ? `>=${count.known}` : '?';
