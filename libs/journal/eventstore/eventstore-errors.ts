// What the client's errors mean to a caller. No message carries the URL or a password.
import { Rejection, Unavailable } from '#domain/kernel';

const LOST = new Set([
  'timeout',
  'deadline-exceeded',
  'unavailable',
  'cancelled',
  'unknown',
  'not-leader',
  'access-denied',
  'no-stream',
]);

/** The client's own kind of an error; '' for any other. */
export const kindOf = (error: unknown): string => {
  const { type, code } = (error ?? {}) as { type?: unknown; code?: unknown };
  if (typeof type === 'string') return type;
  return typeof code === 'number' ? 'unavailable' : '';
};

/** Unavailable STORE_UNAVAILABLE, Rejection JOURNAL_TAMPERED for a deleted stream; anything else as it is. */
export function asStoreError(error: unknown): unknown {
  const kind = kindOf(error);
  if (kind === 'stream-deleted') {
    const why = 'A stream of the Journal was deleted in EventStoreDB; facts are never deleted. Run `workroom journal verify`.';
    return new Rejection('JOURNAL_TAMPERED', why, {}, { cause: error });
  }
  const discovery = error instanceof Error && /discover|ECONN|ENOTFOUND|socket|connection/i.test(error.message);
  if (!LOST.has(kind) && !discovery) return error;
  const why =
    `EventStoreDB cannot be used now (${kind || 'connection lost'}); check EVENTSTORE_URL, its credentials and the server. ` +
    'A command without an answer may be sent again under the same id.';
  return new Unavailable('STORE_UNAVAILABLE', why, 1000, { eventstore: kind }, { cause: error });
}

export async function storing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error);
  }
}
