// What SQLite says, in the kinds of error that the port knows: a store that is busy, full or failing can be asked again later.
import { Unavailable } from '#domain/kernel';

const FULL = /^SQLITE_FULL/;
const LATER = /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|READONLY|PROTOCOL)/;

/** The error to throw; anything that is no such state of the store stays what it was. */
export function asStoreError(error: unknown): unknown {
  const code = (error as { driverError?: { code?: unknown } } | null)?.driverError?.code;
  if (typeof code !== 'string') return error;
  if (FULL.test(code))
    return new Unavailable(
      'STORE_FULL',
      'The disk that holds views.db is full; make room, then retry.',
      5000,
      {},
      { cause: error },
    );
  if (LATER.test(code))
    return new Unavailable('STORE_UNAVAILABLE', `views.db does not answer (${code}); retry.`, 1000, {}, { cause: error });
  return error;
}
