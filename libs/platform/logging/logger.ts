// JSON lines on standard error, or one readable line each on a terminal. Every line is redacted before it is written.
import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { readableLine } from './readable-line.js';
import { redact, scrub } from './redact.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LogStream {
  write(line: string): void;
}

export interface LoggerOptions {
  readonly level: LogLevel;
  readonly stream?: LogStream;
  /** One readable line instead of JSON; a terminal's default. */
  readonly readable?: boolean;
}

export function createLogger({
  level,
  stream = process.stderr,
  readable = process.stderr.isTTY === true,
}: LoggerOptions): Logger {
  const destination: LogStream = readable ? { write: (line) => void stream.write(readableLine(line)) } : stream;
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"at":${Date.now()}`,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redact(fields) as Record<string, unknown>,
      },
      hooks: {
        logMethod(parameters, method) {
          const clean = withSentence(parameters).map((part) => (typeof part === 'string' ? scrub(part) : part));
          method.apply(this, clean as Parameters<typeof method>);
        },
      },
      serializers: { err: (value: unknown) => value },
    },
    destination,
  );
  const { child } = logger;
  logger.child = function redactedChild(this: Logger, fields, options) {
    return child.call(this, redact(fields) as typeof fields, options);
  } as typeof child;
  return logger;
}

/** Without a sentence pino would write the error's own message, which may quote a text: its name stands there instead. */
function withSentence(parameters: readonly unknown[]): readonly unknown[] {
  const [first, ...rest] = parameters;
  const fields = first instanceof Error ? { err: first } : first;
  const { err } = (typeof fields === 'object' && fields !== null ? fields : {}) as { err?: unknown };
  return err instanceof Error && rest[0] === undefined ? [fields, err.name] : [fields, ...rest];
}

const WIRING: ReadonlySet<string> = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Nest's own lines through the same logger; its debug and verbose levels are debug here. */
export class NestLogger implements LoggerService {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** What Nest says of its own wiring is for debugging. */
  log(message: unknown, ...rest: readonly unknown[]): void {
    this.#write(WIRING.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  }
  error(message: unknown, ...rest: readonly unknown[]): void {
    this.#write('error', message, rest);
  }
  warn(message: unknown, ...rest: readonly unknown[]): void {
    this.#write('warn', message, rest);
  }
  debug(message: unknown, ...rest: readonly unknown[]): void {
    this.#write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: readonly unknown[]): void {
    this.#write('debug', message, rest);
  }
  fatal(message: unknown, ...rest: readonly unknown[]): void {
    this.#write('error', message, rest);
  }

  /** Nest gives the context last; an error comes as itself or as a stack, which repeats its message and is left out. */
  #write(level: 'debug' | 'info' | 'warn' | 'error', message: unknown, rest: readonly unknown[]): void {
    const last = rest.at(-1);
    const context = typeof last === 'string' && !last.includes('\n') ? last : undefined;
    const error = [message, ...rest].find((part) => part instanceof Error);
    const fields = { ...(context !== undefined && { context }), ...(error !== undefined && { err: error }) };
    if (typeof message === 'string') this.#logger[level](fields, message);
    else if (message instanceof Error) this.#logger[level](fields, message.name);
    else this.#logger[level]({ ...fields, data: message });
  }
}
