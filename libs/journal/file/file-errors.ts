// What the file system's codes mean to a caller.
import { Unavailable } from '#domain/kernel';

/** Unavailable STORE_FULL or STORE_UNAVAILABLE for what lies outside this process; anything else as it is. */
export function asStoreError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const why = 'The disk of the Journal folder is full; nothing was written. Free some space, then retry.';
    return new Unavailable('STORE_FULL', why, 5000, {}, { cause: error });
  }
  if (/^(EIO|EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EMFILE|ENFILE|ESTALE|EEXIST)$/.test(code)) {
    const why = `The Journal folder cannot be used (${code}); check the disk and its permissions, then retry.`;
    return new Unavailable('STORE_UNAVAILABLE', why, 1000, { file: code }, { cause: error });
  }
  return error;
}
