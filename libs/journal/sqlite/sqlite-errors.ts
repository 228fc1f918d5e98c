// What SQLite's result codes mean to a caller.
import { Unavailable } from '#domain/kernel';

const sqliteCode = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
};

/** Unavailable STORE_FULL or STORE_UNAVAILABLE for what the disk or another process causes; anything else as it is. */
export function asStoreError(error: unknown): unknown {
  const code = sqliteCode(error);
  if (code === 'SQLITE_FULL') {
    return new Unavailable(
      'STORE_FULL',
      'The disk of workroom.db is full; nothing was written. Free some space, then retry.',
      5000,
      {},
      { cause: error },
    );
  }
  if (/^SQLITE_(BUSY|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|PERM|PROTOCOL)/.test(code)) {
    const why = `SQLite could not use workroom.db (${code}); check the disk, its permissions and other processes, then retry.`;
    return new Unavailable('STORE_UNAVAILABLE', why, 1000, { sqlite: code }, { cause: error });
  }
  return error;
}
