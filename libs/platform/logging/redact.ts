// What a log line may hold: numbers, ids and codes. Texts, bodies, tokens and keys are masked wherever they turn up.
import { Conflict, Rejection, Unavailable } from '#domain/kernel';

export const MASK = '***';

/** Compared without case, _ and -. */
const FORBIDDEN = new Set(
  `authorization cookie setcookie token tokens password secret apikey apikeyenv privatekey credential credentials key wrappedkey
   text texts body content title report reason prompt question answer reply arguments args input output message messages`.split(
    /\s+/,
  ),
);
const MAX_DEPTH = 6;

const isForbidden = (key: string): boolean => FORBIDDEN.has(key.toLowerCase().replace(/[_-]/g, ''));

/** A count under such a name, e.g. of input tokens, is no text. */
const holdsText = (value: unknown): boolean => typeof value === 'string' || (typeof value === 'object' && value !== null);

/** Tokens inside a string: bearer headers, `?token=`, created tokens, JWTs, passwords in URLs. */
export const scrub = (text: string): string =>
  text
    .replace(/\b(Bearer\s+)[^\s"',;]+/gi, `$1${MASK}`)
    .replace(/([?&#]token=)[^&\s"'#]+/gi, `$1${MASK}`)
    .replace(/\bwr_[A-Za-z0-9_-]{20,}/g, MASK)
    .replace(/\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, MASK)
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/[^:/\s@]*:)[^@\s/]+@/gi, `$1${MASK}@`);

/** A copy fit for a log: forbidden keys masked, strings scrubbed, errors without foreign words. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrub(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return redactError(value, depth);
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((part) => redact(part, depth + 1));
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, isForbidden(key) && holdsText(part) ? MASK : redact(part, depth + 1)]),
  );
}

export interface LoggedError {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
  readonly at?: readonly string[];
  readonly cause?: unknown;
}

/** Our own refusals are content-free. Foreign errors quote what they choke on: such quotes are cut out unless they are mere names. */
export function redactError(error: Error, depth = 0): LoggedError {
  const ours = error instanceof Rejection || error instanceof Conflict || error instanceof Unavailable;
  const { code } = error as { code?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...(typeof code === 'string' && { code }),
    message: scrub(ours ? error.message : withoutQuotes(error.message)),
    ...(!ours && { at: frames.slice(0, 12).map((line) => line.trim()) }),
    ...(error.cause !== undefined && depth < 3 && { cause: redact(error.cause, depth + 1) }),
  };
}

const withoutQuotes = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/(["'`])((?:(?!\1).)*)\1(\.\.\.)?/g, (whole, mark: string, quoted: string) =>
    /^[A-Za-z_$][\w$.:/@-]{0,63}$/.test(quoted) ? whole : `${mark}…${mark}`,
  );
