// One tool: its schema, what it may do, and what it does. A tool works on its Assignment and nothing else.
import type { z } from 'zod';
import type { EvidenceLog } from '../evidence/evidence-log.js';
import type { CommandRunner, FileTree } from '../ports.js';
import type { AgentReport } from '../report.js';
import type { ToolName } from './tool-identities.js';

export interface ToolContext {
  readonly files: FileTree;
  readonly commands: CommandRunner | null;
  readonly evidence: EvidenceLog;
  readonly commandTimeoutMs: number;
  readonly signal: AbortSignal;
}

export interface ToolResult {
  readonly text: string;
  /** Set by `write_report` alone: it ends the run. */
  readonly report?: AgentReport;
}

export interface Tool<Arguments = unknown> {
  readonly name: ToolName;
  readonly description: string;
  /** Of the arguments, an object. */
  readonly schema: z.ZodType;
  /** Throws a Rejection whose message the model can act on. */
  run(args: Arguments, context: ToolContext): Promise<ToolResult>;
}
