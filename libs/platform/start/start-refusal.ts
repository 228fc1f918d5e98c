// A start that is refused says so in one line, `CODE: reason. remedy`, and ends with exit code 1.
import { Conflict, Rejection, Unavailable } from '#domain/kernel';

export interface StartRefusal {
  readonly code: string;
  /** One line without a line break at its end. */
  readonly line: string;
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

/** undefined for a defect: that one deserves its stack. */
export function startRefusalOf(error: unknown): StartRefusal | undefined {
  if (error instanceof Rejection || error instanceof Conflict || error instanceof Unavailable) {
    return { code: error.code, line: `${error.code}: ${oneLine(error.message)}` };
  }
  const { code, address, port, path } = (error ?? {}) as { code?: string; address?: string; port?: number; path?: string };
  if (code === 'EADDRINUSE') {
    const reason = `${address ?? ''}:${port ?? ''} is in use`;
    return refusal('PORT_IN_USE', `${reason}. Stop the process that listens there, or set WORKROOM_PORT to a free port.`);
  }
  if (code === 'EACCES' && port !== undefined) {
    return refusal('PORT_IN_USE', `port ${port} may not be opened by this user. Set WORKROOM_PORT to a port above 1023.`);
  }
  if (code === 'EADDRNOTAVAIL') {
    return refusal(
      'CONFIG_INVALID',
      `http.host ${address ?? ''} is no address of this machine. Set WORKROOM_HOST to one that is.`,
    );
  }
  if ((code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOSPC') && path !== undefined) {
    return refusal(
      'STORE_UNAVAILABLE',
      `${path} cannot be written (${code}). Give this user a data directory by WORKROOM_DATA_DIR.`,
    );
  }
  return undefined;
}

const refusal = (code: string, rest: string): StartRefusal => ({ code, line: `${code}: ${rest}` });

export interface StartOutput {
  readonly write: (text: string) => void;
  readonly exit: (code: number) => void;
}

/** Writes the line (or a defect's stack) and ends the process with 1. */
export function refuseStart(
  error: unknown,
  output: StartOutput = { write: (text) => process.stderr.write(text), exit: (code) => process.exit(code) },
): void {
  const known = startRefusalOf(error);
  output.write(`${known?.line ?? `DEFECT: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`);
  output.exit(1);
}
