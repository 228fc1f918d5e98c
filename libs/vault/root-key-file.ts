// The root key as a file of mode 0600: made once, never over existing content, and refused when others may read it.
import { closeSync, fchmodSync, fsyncSync, linkSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { v7 } from 'uuid';
import { Rejection } from '#domain/kernel';
import { RootKey, rootKeyId } from './root-key.js';
import { KEY_BYTES } from './seal.js';

export const ROOT_KEY_FILE = 'workroom-data-governance-root-key.json';

/**
 * Opens the root key in `directory`. The first start, when no stored key needs one, makes it. `needed`: ids of the root keys that the
 * store's wrapped keys need. Thrown: Rejection ROOT_KEY_PERMISSIONS, ROOT_KEY_MISSING, ROOT_KEY_MISMATCH; each refuses the start.
 */
export function openRootKey(directory: string, needed: readonly string[]): RootKey {
  const path = join(directory, ROOT_KEY_FILE);
  if (!statOf(path)) {
    if (needed.length > 0) {
      throw new Rejection(
        'ROOT_KEY_MISSING',
        `The root key ${path} is missing, and stored texts need it (${needed.join(', ')}). Restore it from a backup; no new key is made over existing content.`,
        { path, needed },
      );
    }
    makeRootKey(path);
  }
  const key = readRootKey(path);
  const other = needed.find((keyId) => keyId !== key.keyId);
  if (other === undefined) return key;
  throw new Rejection(
    'ROOT_KEY_MISMATCH',
    `The root key ${path} is ${key.keyId}, but stored texts need ${other}. Put the key file and the store of one backup together.`,
    { path, keyId: key.keyId, needed },
  );
}

function readRootKey(path: string): RootKey {
  const stats = statOf(path);
  if (stats && process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    const mode = (stats.mode & 0o777).toString(8).padStart(4, '0');
    throw new Rejection(
      'ROOT_KEY_PERMISSIONS',
      `The root key ${path} has mode ${mode}: others may read it. Run chmod 600 on it.`,
      {
        path,
        mode,
      },
    );
  }
  const bytes = keyBytes(readFileSync(path, 'utf8'));
  if (bytes) return new RootKey(bytes);
  throw new Rejection(
    'ROOT_KEY_MISMATCH',
    `The file ${path} is no root key, or its key is not the one it names. Restore it from a backup.`,
    {
      path,
    },
  );
}

function keyBytes(text: string): Buffer | undefined {
  let file: { version?: unknown; keyId?: unknown; key?: unknown } | null;
  try {
    file = JSON.parse(text) as typeof file;
  } catch {
    return undefined;
  }
  if (file?.version !== 1 || typeof file.key !== 'string') return undefined;
  const bytes = Buffer.from(file.key, 'base64');
  return bytes.byteLength === KEY_BYTES && file.keyId === rootKeyId(bytes) ? bytes : undefined;
}

/** Written beside, fsynced, then hard-linked to its name: the link never overwrites, so of two first starts one key stands. */
function makeRootKey(path: string): void {
  const bytes = randomBytes(KEY_BYTES);
  const temporary = `${path}.${v7()}.tmp`;
  const handle = openSync(temporary, 'wx', 0o600);
  try {
    fchmodSync(handle, 0o600);
    writeSync(handle, `${JSON.stringify({ version: 1, keyId: rootKeyId(bytes), key: bytes.toString('base64') })}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporary);
  }
  if (process.platform !== 'win32') syncDirectory(dirname(path));
}

function syncDirectory(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
