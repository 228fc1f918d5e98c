// AES-256-GCM as the vault stores it: nonce (12) + tag (16) + ciphertext, bound to its additional data.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

export const KEY_BYTES = 32;

/** `key` has 32 bytes; a fresh random nonce each time. */
export function seal(key: Uint8Array, plain: Uint8Array, additional: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(additional, 'utf8'));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** undefined when the key, the additional data or any byte differs from what was sealed. */
export function unseal(key: Uint8Array, sealed: Uint8Array, additional: string): Buffer | undefined {
  if (sealed.byteLength < NONCE + TAG) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(additional, 'utf8'))
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
  } catch {
    return undefined;
  }
}
