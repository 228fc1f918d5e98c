// What an agent needs from its host: files, commands, permission, a place for its cache. The shapes of files and commands are
// those of libs/workspaces, so that a host passes a workspace on as it is.
import type { ChatModel } from './models/chat-model.js';
import type { ToolGate } from './tools/tool-gate.js';

export interface FileEntry {
  readonly path: string;
  readonly kind: 'file' | 'symlink' | 'submodule';
  readonly executable: boolean;
  /** Bytes. */
  readonly size: number;
}

/** Rejections: WORKSPACE_ESCAPE, FILE_NOT_FOUND, NOT_A_FILE. `list` is in code-unit order of the paths. */
export interface FileTree {
  readonly revision: string;
  list(signal?: AbortSignal): Promise<readonly FileEntry[]>;
  read(path: string, range?: { readonly offset?: number; readonly length?: number }): Promise<Uint8Array>;
}

export interface CommandRequest {
  readonly argv: readonly string[];
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

export interface CommandResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly output: string;
  readonly truncated: boolean;
  readonly durationMs: number;
}

/** Runs one command in a process sandbox on the workspace. */
export interface CommandRunner {
  run(request: CommandRequest, signal?: AbortSignal): Promise<CommandResult>;
}

/** A cache of an agent graph's state. Losing any of it at any moment costs time, never the result. */
export interface CheckpointCache {
  load(key: string): Promise<string | null>;
  store(key: string, state: string): Promise<void>;
  remove(key: string): Promise<void>;
}

export interface AgentPorts {
  readonly files: FileTree;
  /** null: no working sandbox, or the task may not run commands; `bash` is then not offered. */
  readonly commands: CommandRunner | null;
  /** null: no model is configured, or its disclosure is not accepted; only strategies run. */
  readonly model: ChatModel | null;
  readonly gate: ToolGate;
  readonly checkpoints: CheckpointCache;
  /** Epoch milliseconds. */
  readonly now: () => number;
}
