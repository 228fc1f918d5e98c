// What each shipped tool is called by models and by policies, and what it may do to the world.
import type { ToolRisk } from './tool-risk.js';
import { NO_RISK } from './tool-risk.js';

export const TOOL_NAMES = ['read_file', 'list_dir', 'glob', 'grep', 'bash', 'write_report'] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

export const TOOL_IDENTITIES: Readonly<Record<ToolName, string>> = {
  read_file: 'files:read_file',
  list_dir: 'files:list_dir',
  glob: 'files:glob',
  grep: 'files:grep',
  bash: 'shell:bash',
  write_report: 'report:write_report',
};

/** A sandboxed command changes the worktree of its attempt and nothing else; everything but it only reads. */
export const TOOL_RISKS: Readonly<Record<ToolName, ToolRisk>> = {
  read_file: NO_RISK,
  list_dir: NO_RISK,
  glob: NO_RISK,
  grep: NO_RISK,
  bash: { ...NO_RISK, sideEffect: 'local' },
  write_report: NO_RISK,
};

/** What a host can offer at all: `bash` only where a sandbox works. */
export const toolsOnHost = (host: { readonly sandbox: boolean }): readonly ToolName[] =>
  TOOL_NAMES.filter((name) => name !== 'bash' || host.sandbox);
