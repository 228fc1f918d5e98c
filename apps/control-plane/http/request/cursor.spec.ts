import { randomBytes } from 'node:crypto';
import { CursorSigner } from './cursor.js';

describe('page cursors', () => {
  const signer = new CursorSigner(randomBytes(32));
  const scope = { route: 'runs', filter: { projectId: 'demo', status: undefined }, principalId: 'workroom-admin' };
  const place = { at: 1_764_000_000_000, key: 'run-1' };
  const invalid = expect.objectContaining({ code: 'CURSOR_INVALID' }) as Error;

  it('[A-019] come back to the place that they were given for', () => {
    expect(signer.read(scope, signer.write(scope, place))).toEqual(place);
  });

  it('[A-019] are bound to route, filter, principal and key', () => {
    const cursor = signer.write(scope, place);
    for (const other of [
      { ...scope, route: 'attention' },
      { ...scope, filter: { ...scope.filter, status: 'active' } },
      { ...scope, filter: { projectId: 'other', status: undefined } },
      { ...scope, principalId: 'telegram:7' },
    ])
      expect(() => signer.read(other, cursor)).toThrow(invalid);
    expect(() => new CursorSigner(randomBytes(32)).read(scope, cursor)).toThrow(invalid);
  });

  it('[A-019] cannot be made up or changed', () => {
    const cursor = signer.write(scope, place);
    const [text = '', signature] = cursor.split('.');
    const moved = Buffer.from(Buffer.from(text, 'base64url').toString().replace('run-1', 'run-2')).toString('base64url');
    for (const wrong of [`${moved}.${signature}`, text, `${text}.`, '', '.', 'x.y', `${cursor}00`])
      expect(() => signer.read(scope, wrong)).toThrow(invalid);
  });
});
