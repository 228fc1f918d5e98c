// A command in a sandbox: no network, nothing writable but the workspace, nothing of the host's environment.

export interface CommandRequest {
  /** The program and its arguments; no shell reads them. */
  readonly argv: readonly string[];
  /** Milliseconds until the whole process group is killed. */
  readonly timeoutMs: number;
  /** Bytes kept of the output: the head and the tail of it. */
  readonly maxOutputBytes: number;
}

export interface CommandResult {
  /** null when a signal or the time limit ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** Standard output and error as they came, cut in the middle where they are longer than allowed. */
  readonly output: string;
  readonly truncated: boolean;
  readonly durationMs: number;
}

/** Thrown: Rejection SANDBOX_FAILED when the sandbox itself could not start; an aborted signal kills the process group. */
export interface CommandRunner {
  run(request: CommandRequest, signal?: AbortSignal): Promise<CommandResult>;
}
