export { createLogger, NestLogger } from './logger.js';
export type { LoggerOptions, LogLevel, LogStream } from './logger.js';
export { redact, redactError, scrub } from './redact.js';
