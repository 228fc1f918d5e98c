// `ai.agent`: how one turn of a chat agent runs, and what waits while it does.
import { z } from 'zod';
import { count, milliseconds, name, positive, share, text } from './values.js';

/** One object, at `ai.agent.compaction` or at top level. */
export const compaction = z.strictObject({
  enabled: z.boolean().default(true),
  auto: z.boolean().default(true),
  keepRecentTokens: positive().default(20_000),
  minKeepCount: positive().default(2),
  thresholdRatio: share().default(0.7),
  /** Above 1 it is read as percent. */
  trigger_pct: z.number().gt(0).max(100).optional(),
  reserve_output_tokens: count().default(4096),
  summary_max_tokens: positive().default(1024),
  /** null: the main model. */
  model: text().nullable().default(null),
});

const merge = z.strictObject({
  enabled: z.boolean().default(true),
  quietMs: milliseconds().default(1500),
  maxWaitMs: milliseconds().default(6000),
  maxSenders: positive().default(5),
});

const live = z.strictObject({
  mode: z.enum(['pick-one', 'summary']).default('pick-one'),
  windowMs: milliseconds().default(10_000),
  minIntervalMs: milliseconds().default(15_000),
});

const inboundQueue = z.strictObject({
  groupMode: z.enum(['restart', 'fifo']).default('restart'),
  maxQueuedTurns: positive().default(5),
  ttlMs: milliseconds().default(180_000),
  merge: merge.prefault({}),
  live: live.prefault({}),
});

const deferredTools = z.strictObject({
  maxLoadedPerSession: positive().default(12),
  discoverTopK: positive().default(5),
  alwaysLoadedTools: z.array(text()).default([]),
  alwaysLoadedMode: z.enum(['add', 'replace']).default('add'),
  mcpServers: z.record(name(), z.strictObject({ alwaysLoaded: z.array(text()).default([]) })).default({}),
});

const harness = z.strictObject({ maxIterations: positive() });

export const agentSection = z.strictObject({
  maxIterations: positive().default(15),
  timeout: milliseconds().default(120_000),
  preExecTimeout: milliseconds().default(15_000),
  thinkingPreview: z.boolean().default(false),
  thinkingPreviewMaxLength: positive().default(200),
  promptCache: z.boolean().default(true),
  execPreset: z.enum(['readonly', 'workspace', 'network']).default('readonly'),
  maxParallelSubagents: positive().default(5),
  toolExecution: z.enum(['parallel', 'sequential', 'tiered']).default('tiered'),
  subagentAutoContinue: z.boolean().default(true),
  subagentDirectImDelivery: z.boolean().default(false),
  subagentTools: z.array(text()).default([]),
  inboundQueue: inboundQueue.prefault({}),
  deferredTools: deferredTools.prefault({}),
  compaction: compaction.optional(),
  modelHarness: z
    .strictObject({
      providerPatterns: z.record(text(), harness).default({}),
      models: z.record(text(), harness).default({}),
    })
    .prefault({}),
});
