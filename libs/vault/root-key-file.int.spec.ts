import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rejection } from '#domain/kernel';
import { openRootKey, ROOT_KEY_FILE } from './root-key-file.js';

describe('root key file', () => {
  let directory: string;
  let path: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'workroom-key-'));
    path = join(directory, ROOT_KEY_FILE);
  });
  afterEach(() => rmSync(directory, { recursive: true }));
  const refusal = (needed: readonly string[] = []): Rejection => {
    try {
      openRootKey(directory, needed);
    } catch (error) {
      if (error instanceof Rejection) return error;
      throw error;
    }
    throw new Error('The key was opened.');
  };

  it('[KY-01] is made at the first start with mode 0600, and nothing else is left', () => {
    const key = openRootKey(directory, []);
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect(readdirSync(directory)).toEqual([ROOT_KEY_FILE]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      version: 1,
      keyId: key.keyId,
      key: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('[G-046] is the same key at every later start, and is never overwritten', () => {
    const key = openRootKey(directory, []);
    const before = readFileSync(path);
    expect(openRootKey(directory, [key.keyId]).keyId).toBe(key.keyId);
    expect(openRootKey(directory, []).keyId).toBe(key.keyId);
    expect(readFileSync(path)).toEqual(before);
  });

  it.each([0o640, 0o604, 0o660, 0o601])('[G-S10] [G-045] refuses the start with mode %i, naming the file and chmod', (mode) => {
    openRootKey(directory, []);
    chmodSync(path, mode);
    const { code, message } = refusal();
    expect(code).toBe('ROOT_KEY_PERMISSIONS');
    expect(message).toContain(path);
    expect(message).toContain('chmod 600');
  });

  it('[G-S11] [KY-02] refuses the start when it is gone and stored texts need it, and makes no new one', () => {
    const { keyId } = openRootKey(directory, []);
    rmSync(path);
    expect(refusal([keyId]).code).toBe('ROOT_KEY_MISSING');
    expect(readdirSync(directory)).toEqual([]);
  });

  it('refuses a key that is not the one stored texts need', () => {
    const { keyId } = openRootKey(directory, []);
    expect(refusal([keyId, 'local-file:sha256:other'])).toMatchObject({ code: 'ROOT_KEY_MISMATCH', details: { keyId } });
  });

  it.each([
    ['no JSON', () => 'key'],
    ['another version', (text: string) => text.replace('"version":1', '"version":2')],
    ['a key that is not the named one', (text: string) => text.replace(/"key":"...../, '"key":"AAAAA')],
    ['a short key', (text: string) => text.replace(/"key":"[^"]+/, '"key":"AAAA')],
  ])('refuses a file with %s', (_what, change) => {
    openRootKey(directory, []);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, change(text));
    const { code, message } = refusal();
    expect(code).toBe('ROOT_KEY_MISMATCH');
    expect(message).not.toContain((JSON.parse(text) as { key: string }).key);
  });
});
