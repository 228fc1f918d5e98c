// The tools that ship. None of them can set a state: what a model hands in is a report, and deciders decide.
import { z } from 'zod';
import { digest } from '#domain/kernel';
import type { ToolDefinition } from '../models/chat-model.js';
import { BASH } from './bash-tool.js';
import { GLOB, GREP, LIST_DIR, READ_FILE } from './file-tools.js';
import type { Tool } from './tool.js';
import { TOOL_IDENTITIES, TOOL_RISKS } from './tool-identities.js';
import type { ToolName } from './tool-identities.js';
import type { ToolRisk } from './tool-risk.js';
import { WRITE_REPORT } from './write-report-tool.js';

export const TOOLS: readonly Tool<never>[] = [READ_FILE, LIST_DIR, GLOB, GREP, BASH, WRITE_REPORT];

const parametersOf = (tool: Tool<never>): Readonly<Record<string, unknown>> => {
  const { $schema: _schema, ...schema } = z.toJSONSchema(tool.schema) as Record<string, unknown>;
  return schema;
};

/** As models are told of it. */
export const toolDefinition = (tool: Tool<never>): ToolDefinition => ({
  name: tool.name,
  description: tool.description,
  parameters: parametersOf(tool),
});

export interface ToolCard {
  readonly name: ToolName;
  readonly identity: string;
  readonly risk: ToolRisk;
  /** Of definition, identity and risk: it changes with any of them. */
  readonly digest: string;
}

/** What packs and Profiles bind. */
export const toolCards = (): readonly ToolCard[] =>
  TOOLS.map((tool) => {
    const { name } = tool;
    const card = { name, identity: TOOL_IDENTITIES[name], risk: TOOL_RISKS[name] };
    return { ...card, digest: digest({ ...card, definition: toolDefinition(tool) }) };
  });
