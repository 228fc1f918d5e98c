// The whole of `workroom.yml`: every key, its default, its bounds. Unknown keys are refused.
import { z } from 'zod';
import { compaction } from './agent-section.js';
import { aiSection } from './ai-section.js';
import {
  a2aSection,
  assistantSection,
  databaseSection,
  endpointsSection,
  eventstoreSection,
  guardrailsSection,
  kafkaSection,
  rpcSection,
} from './edge-section.js';
import { httpSection } from './http-section.js';
import { positive, text } from './values.js';

const workspaceSection = z.strictObject({
  /** The git repository of the demo Project; without it the current directory. */
  path: text().optional(),
});

export const configSchema = z
  .strictObject({
    log_level: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    dataDir: text().default('.workroom'),
    workspace: workspaceSection.prefault({}),
    http: httpSection.prefault({}),
    identity: z.strictObject({ links: z.array(z.array(text()).min(2)).default([]) }).prefault({}),
    ai: aiSection.prefault({}),
    endpoints: endpointsSection.prefault({}),
    a2a: a2aSection.prefault({}),
    assistant: assistantSection.prefault({}),
    persona: text().optional(),
    guardrails: guardrailsSection.prefault({}),
    compaction: compaction.optional(),
    max_tool_message_tokens: positive().default(8000),
    reply_fallback: z
      .string()
      .refine((value) => value.trim() !== '', 'the fallback reply must not be blank')
      .default('I could not put an answer together. Please ask again.'),
    database: databaseSection.prefault({}),
    eventstore: eventstoreSection.prefault({}),
    kafka: kafkaSection.prefault({}),
    rpc: rpcSection.prefault({}),
  })
  .superRefine(({ compaction: top, ai }, context) => {
    if (!top || !ai.agent.compaction || JSON.stringify(top) === JSON.stringify(ai.agent.compaction)) return;
    const message = 'it differs from ai.agent.compaction, which is the same object: keep one of them';
    context.addIssue({ code: 'custom', path: ['compaction'], message });
  });

export type Config = z.infer<typeof configSchema>;

/** JSON Schema (draft 2020-12) of the file as a person writes it: keys with defaults are optional. */
export const configJsonSchema = (): Record<string, unknown> => z.toJSONSchema(configSchema, { io: 'input' });
