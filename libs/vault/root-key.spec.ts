import { createHmac, hkdfSync } from 'node:crypto';
import { inspect } from 'node:util';
import { ephemeralRootKey, RootKey } from './root-key.js';

const bytes = Uint8Array.from({ length: 32 }, (_, at) => at);
const key = new RootKey(bytes);

describe('root key', () => {
  it('[G-044] is named by the SHA-256 of its raw bytes', () => {
    expect(key.keyId).toBe('local-file:sha256:630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
  });

  it('[G-047] signs and wraps through keys of their own, derived by HKDF-SHA-256 with empty salt', () => {
    const derived = (label: string): Buffer =>
      Buffer.from(hkdfSync('sha256', bytes, Buffer.alloc(0), `workroom:v1:${label}`, 32));
    const signature = `local-hmac:sha256:${createHmac('sha256', derived('sign')).update('text').digest('hex')}`;
    expect(key.sign('text')).toBe(signature);
    expect(key.cursorKey()).toEqual(derived('cursor'));
    expect(new Set(['wrap', 'sign', 'cursor'].map((label) => derived(label).toString('hex'))).size).toBe(3);
  });

  it('verifies its own signatures and no other', () => {
    expect(key.verify('text', key.sign('text'))).toBe(true);
    expect(key.verify('texts', key.sign('text'))).toBe(false);
    expect(key.verify('text', ephemeralRootKey().sign('text'))).toBe(false);
    expect(key.verify('text', 'local-hmac:sha256:')).toBe(false);
  });

  it('unwraps only what it wrapped, with the same additional data', () => {
    const wrapped = key.wrap(bytes, 'object-1');
    expect(key.unwrap(wrapped, 'object-1')).toEqual(Buffer.from(bytes));
    expect(key.unwrap(wrapped, 'object-2')).toBeUndefined();
    expect(ephemeralRootKey().unwrap(wrapped, 'object-1')).toBeUndefined();
    expect(key.unwrap('AAAA', 'object-1')).toBeUndefined();
  });

  it('shows nothing of its bytes when it is printed', () => {
    expect(JSON.stringify(key) + inspect(key, { showHidden: true, depth: 5 })).not.toMatch(/Buffer|#wrap|#sign/);
  });

  it('takes no key of another length', () => {
    expect(() => new RootKey(new Uint8Array(16))).toThrow(RangeError);
  });
});
