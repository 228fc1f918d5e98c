import { checkHostHeader } from './host-header.js';

const allowed = (header: string | undefined, host: string, port = 8086): boolean => {
  try {
    checkHostHeader(header, { host, port });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'HOST_NOT_ALLOWED' });
    return false;
  }
};

describe('host header', () => {
  it.each([
    ['127.0.0.1:8086', '127.0.0.1', true],
    ['localhost:8086', '127.0.0.1', true],
    ['LOCALHOST:8086', '127.0.0.1', true],
    ['[::1]:8086', '::1', true],
    ['evil.example:8086', '127.0.0.1', false],
    ['127.0.0.1:9999', '127.0.0.1', false],
    ['127.0.0.1.evil.example:8086', '127.0.0.1', false],
    ['127.0.0.1', '127.0.0.1', false],
    [undefined, '127.0.0.1', false],
    ['work.example:8086', 'work.example', true],
    ['localhost:8086', 'work.example', false],
    ['anything.example', '0.0.0.0', true],
  ])('%s at a server on %s: %s', (header, host, expected) => {
    expect(allowed(header, host)).toBe(expected);
  });

  it('may leave the port out where it is the usual one', () => {
    expect(allowed('work.example', 'work.example', 443)).toBe(true);
  });
});
