// `ai`: providers, agents, prices, and the settings of Workrooms.
import { z } from 'zod';
import { agentSection } from './agent-section.js';
import { count, milliseconds, name, positive, secret, text, url } from './values.js';

const provider = z.strictObject({
  kind: z.enum(['anthropic', 'openai', 'openrouter', 'ollama', 'openai_compatible']),
  base_url: url().optional(),
  api_key: secret().optional(),
  /** Name of the environment variable that holds the key. */
  api_key_env: text().optional(),
  default_model: text().optional(),
  context_window: positive().optional(),
  max_output: positive().optional(),
  /** structured: the next call as JSON under a schema, for models that are not reliable at native calls. */
  tool_calls: z.enum(['native', 'structured']).optional(),
});

const rule = z.enum(['allow', 'deny', 'ask']);
const agent = z.strictObject({
  provider: name().optional(),
  model: text().optional(),
  nickname: text().default('Workroom'),
  /** Rules by glob over `namespace:tool`; `task` holds the globs of agents that it may call. */
  permission: z
    .strictObject({
      tools: z.record(text(), rule).default({}),
      task: z.record(text(), z.enum(['allow', 'deny'])).optional(),
    })
    .prefault({}),
  tools: z.array(text()).default([]),
  skills: z.array(text()).default([]),
  mcpServers: z.array(name()).default([]),
});

/** Micro-units of `ai.workroom.currency` a million tokens. */
const price = z.strictObject({
  input: count(),
  output: count(),
  cacheRead: count().optional(),
  cacheWrite: count().optional(),
});

const transport = z.enum(['stdio', 'sse', 'http', 'streamable_http', 'streamable-http']);
const mcpServer = z
  .strictObject({
    command: text().optional(),
    args: z.array(z.string()).default([]),
    env: z.record(text(), secret()).default({}),
    type: transport.optional(),
    transport: transport.optional(),
    url: url().optional(),
    headers: z.record(text(), secret()).default({}),
  })
  .refine(({ type, transport: other }) => !type || !other || type === other, 'type and transport are one key: give one of them')
  .refine(
    (server) => !server.url || (server.type ?? server.transport) !== 'stdio',
    'a stdio server has a command and no url: drop one of the two',
  )
  .refine((server) => Boolean(server.url) !== Boolean(server.command), 'give either command or url');

const conversations = z.array(text());
const trigger = z.strictObject({
  prefix: text().default('ai:'),
  timeout: milliseconds().default(60_000),
  ambient: z.strictObject({ conversations: conversations.default([]) }).prefault({}),
  sceneEvents: z
    .strictObject({
      /** Without it, those of `ambient`. */
      conversations: conversations.optional(),
      coalesceMs: milliseconds().default(4000),
      minIntervalMs: milliseconds().default(15_000),
    })
    .prefault({}),
});

const memory = z.strictObject({
  semantic: z
    .strictObject({
      enabled: z.boolean().default(false),
      recall: z
        .strictObject({
          enabled: z.boolean().default(true),
          topK: positive().default(5),
          maxTokens: positive().default(400),
        })
        .prefault({}),
    })
    .prefault({}),
});

/** A declaration of the Sponsor: it must equal the provider's contract and account. */
export const modelContract = z.strictObject({
  endpoint: url(),
  owner: text().optional(),
  trustDomain: text().optional(),
  processingRegions: z.array(text()).min(1),
  maxConfidentiality: z.enum(['public', 'project_internal', 'confidential', 'restricted']),
  external: z.boolean(),
  noTraining: z.boolean(),
  loggingMode: z.enum(['disabled', 'metadata_only', 'full']),
  maximumRetentionSeconds: positive(),
  allowsRedisclosure: z.boolean(),
  supportsDeletion: z.boolean(),
});

const workroom = z.strictObject({
  trustedPackPublishers: z
    .array(z.string().refine((value) => value !== '' && value === value.trim(), 'use trimmed, non-empty principal ids'))
    .refine((values) => new Set(values).size === values.length, 'name each publisher once')
    .default([]),
  disclosure: z
    .strictObject({
      tenantId: text().optional(),
      modelProviders: z.record(name(), modelContract).default({}),
    })
    .prefault({}),
  assignmentHeartbeatLeaseMs: milliseconds().default(30_000),
  dispatchClaimMs: milliseconds().default(30_000),
  clarificationOpenHours: positive().default(24),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'use an ISO 4217 code such as USD')
    .default('USD'),
});

const usage = z.strictObject({
  retentionDays: positive().default(30),
  quotas: z.strictObject({ user: positive().optional(), group: positive().optional() }).prefault({}),
});

export const aiSection = z.strictObject({
  providers: z.record(name(), provider).default({}),
  agents: z.record(name(), agent).default({}),
  prices: z.record(text(), price).default({}),
  sessions: z.strictObject({ useDatabase: z.boolean().default(true) }).prefault({}),
  trigger: trigger.prefault({}),
  agent: agentSection.prefault({}),
  memory: memory.prefault({}),
  usage: usage.prefault({}),
  mcpServers: z.record(name(), mcpServer).default({}),
  workroom: workroom.prefault({}),
});
