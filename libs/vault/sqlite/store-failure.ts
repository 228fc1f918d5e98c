// A failing SQLite file as one of the four kinds of error.
import { Unavailable } from '#domain/kernel';

/** Runs `work` at once; a full disk becomes Unavailable STORE_FULL, a file that cannot be used Unavailable STORE_UNAVAILABLE. */
export async function stored<Result>(work: () => Result): Promise<Result> {
  try {
    return work();
  } catch (cause) {
    const code = (cause as { code?: unknown }).code;
    if (code === 'SQLITE_FULL') {
      throw new Unavailable('STORE_FULL', 'The disk of the vault is full: free some space and try again.', 5000, {}, { cause });
    }
    if (typeof code === 'string' && /^SQLITE_(BUSY|LOCKED|IOERR|READONLY|CANTOPEN)/.test(code)) {
      const message = `The vault's file cannot be used (${code}): check the disk and try again.`;
      throw new Unavailable('STORE_UNAVAILABLE', message, 1000, {}, { cause });
    }
    throw cause;
  }
}
