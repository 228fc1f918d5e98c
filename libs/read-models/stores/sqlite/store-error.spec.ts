import { Unavailable } from '#domain/kernel';
import { asStoreError } from './store-error.js';

const failed = (code: string): unknown => Object.assign(new Error('query failed'), { driverError: { code } });

describe('errors of SQLite', () => {
  it.each([
    ['SQLITE_FULL', 'STORE_FULL'],
    ['SQLITE_BUSY', 'STORE_UNAVAILABLE'],
    ['SQLITE_BUSY_SNAPSHOT', 'STORE_UNAVAILABLE'],
    ['SQLITE_IOERR_WRITE', 'STORE_UNAVAILABLE'],
  ])('%s is %s, to be asked again later', (code, expected) => {
    const error = asStoreError(failed(code));
    expect(error).toBeInstanceOf(Unavailable);
    expect((error as Unavailable).code).toBe(expected);
  });

  it('anything else stays a defect', () => {
    const unique = failed('SQLITE_CONSTRAINT_UNIQUE');
    expect(asStoreError(unique)).toBe(unique);
    expect(asStoreError(null)).toBeNull();
  });
});
