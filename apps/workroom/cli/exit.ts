// How a command ends: 0 ok, 1 error, 2 usage, 3 blocked or refused, 4 approval needed, 130 interrupted.

export const EXIT = { ok: 0, error: 1, usage: 2, refused: 3, approval: 4, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with one line on standard error: what is wrong, and what to do. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
