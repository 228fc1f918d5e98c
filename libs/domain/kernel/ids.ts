// The shapes of ids, and ids that follow from what they name.
import { digestHex, sha256Hex } from './digest.js';
import { Rejection } from './rejection.js';

const RUN_ID = /^[A-Za-z0-9_-]{1,128}$/;
const KEY = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const ID = /^[A-Za-z0-9][A-Za-z0-9:._@/+=#-]{0,255}$/;

const check = (pattern: RegExp, name: string, value: unknown): string => {
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw new Rejection('VALUE_INVALID', `${name} must match ${pattern.source}.`, { field: name });
};

export const checkRunId = (value: unknown, name = 'runId'): string => check(RUN_ID, name, value);
export const checkProjectId = (value: unknown, name = 'projectId'): string => check(KEY, name, value);
export const checkTaskKey = (value: unknown, name = 'taskKey'): string => check(KEY, name, value);
export const checkId = (value: unknown, name: string): string => check(ID, name, value);
export const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

/** Ids sort in UTF-16 code-unit order, never by locale. */
export const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The Run that plan admission makes for an operation: the same operationId always names the same Run. */
export const runIdOf = (operationId: string): string => `run-${digestHex({ operationId }).slice(0, 31)}`;

export type ControlIdKind = 'task' | 'assignment' | 'blocker' | 'reviewer' | 'sponsor-gate';

/** The opaque id shown outside the Kernel. */
export const controlId = (kind: ControlIdKind, projectId: string, runId: string, id: string): string =>
  `workroom-${kind}:${digestHex({ kind, projectId, runId, id })}`;

/** A UUID version 7 made of `bits` (hex) and a time in epoch milliseconds. */
function uuidV7From(timeMs: number, bits: string): string {
  const time = timeMs.toString(16).padStart(12, '0').slice(-12);
  const variant = ((Number.parseInt(bits[3] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${bits.slice(0, 3)}-${variant}${bits.slice(4, 7)}-${bits.slice(7, 19)}`;
}

/** A Process's commandId: the causing event's time, and the first bits of SHA-256(causing eventId, command type, ordinal). */
export const reactionId = (cause: { eventId: string; recordedAt: number }, commandType: string, ordinal: number): string =>
  uuidV7From(cause.recordedAt, sha256Hex(JSON.stringify([cause.eventId, commandType, ordinal])));

/** The eventIds of a batch follow from its commandId (a UUID version 7), so that a repeat of the command offers the same ids. */
export const eventIdOf = (commandId: string, ordinal: number): string =>
  uuidV7From(Number.parseInt(commandId.replaceAll('-', '').slice(0, 12), 16), sha256Hex(JSON.stringify([commandId, ordinal])));
