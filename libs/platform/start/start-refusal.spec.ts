import { Rejection, Unavailable } from '#domain/kernel';
import { refuseStart, startRefusalOf } from './start-refusal.js';

const system = (fields: object): Error => Object.assign(new Error('system'), fields);

describe('a refused start', () => {
  it('[A-126] is one line with code, reason and remedy, and exit code 1', () => {
    const written: string[] = [];
    const codes: number[] = [];
    refuseStart(new Rejection('ROOT_KEY_PERMISSIONS', 'The key has mode 0640.\n  Run chmod 600 on it.'), {
      write: (text) => written.push(text),
      exit: (code) => codes.push(code),
    });
    expect(written).toEqual(['ROOT_KEY_PERMISSIONS: The key has mode 0640. Run chmod 600 on it.\n']);
    expect(codes).toEqual([1]);
  });

  it.each([
    [new Unavailable('STORE_LOCKED', 'Process 7 holds the store. Stop it.'), 'STORE_LOCKED: Process 7 holds the store. Stop it.'],
    [
      system({ code: 'EADDRINUSE', address: '127.0.0.1', port: 8086 }),
      'PORT_IN_USE: 127.0.0.1:8086 is in use. Stop the process that listens there, or set WORKROOM_PORT to a free port.',
    ],
    [
      system({ code: 'EACCES', address: '127.0.0.1', port: 80 }),
      'PORT_IN_USE: port 80 may not be opened by this user. Set WORKROOM_PORT to a port above 1023.',
    ],
    [
      system({ code: 'EADDRNOTAVAIL', address: '10.1.2.3', port: 8086 }),
      'CONFIG_INVALID: http.host 10.1.2.3 is no address of this machine. Set WORKROOM_HOST to one that is.',
    ],
    [
      system({ code: 'EACCES', path: '/data/.workroom' }),
      'STORE_UNAVAILABLE: /data/.workroom cannot be written (EACCES). Give this user a data directory by WORKROOM_DATA_DIR.',
    ],
  ])('tells %s', (error, line) => {
    expect(startRefusalOf(error)?.line).toBe(line);
  });

  it('shows the stack of a defect', () => {
    const written: string[] = [];
    refuseStart(new TypeError('oops'), { write: (text) => written.push(text), exit: () => undefined });
    expect(written[0]).toMatch(/^DEFECT: TypeError: oops\n {4}at /);
  });
});
