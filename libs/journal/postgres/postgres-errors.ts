// What PostgreSQL's codes mean to a caller. No message carries the URL or a password.
import { Unavailable } from '#domain/kernel';

const LOST = /^(08|57P0|53[234]|28|3D|25006|58)/;
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ENOENT',
  'EACCES',
]);

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

/** The connection, the server or its disk is the cause: an append that failed so may or may not be stored. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (LOST.test(code) || SOCKET.has(code)) return true;
  return (
    code === '' &&
    error instanceof Error &&
    /connection (terminated|error)|not queryable|timeout|Client was closed/i.test(error.message)
  );
}

/** Unavailable STORE_FULL or STORE_UNAVAILABLE for what lies outside this process; anything else as it is. */
export function asStoreError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === '53100') {
    const why = 'The disk of PostgreSQL is full; nothing was written. Free some space, then retry.';
    return new Unavailable('STORE_FULL', why, 5000, {}, { cause: error });
  }
  if (!isLost(error)) return error;
  const why =
    `PostgreSQL cannot be used now (${code || 'connection lost'}); check DATABASE_URL, the server and its limits. ` +
    'A command without an answer may be sent again under the same id.';
  return new Unavailable('STORE_UNAVAILABLE', why, 1000, { postgres: code }, { cause: error });
}

/** Runs `work` with its errors told as store errors. */
export async function storing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error);
  }
}
