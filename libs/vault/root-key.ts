// The root key of one installation. It wraps data keys and signs decisions through keys derived from it; the key itself never leaves.
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { KEY_BYTES, seal, unseal } from './seal.js';

const SIGNATURE = 'local-hmac:sha256:';

export class RootKey {
  /** `local-file:sha256:` + 64 hex digits over the raw key bytes. */
  readonly keyId: string;
  readonly #wrap: Buffer;
  readonly #sign: Buffer;
  readonly #cursor: Buffer;

  /** `bytes` are 32 random bytes; only derived keys are kept. */
  constructor(bytes: Uint8Array) {
    if (bytes.byteLength !== KEY_BYTES) throw new RangeError(`A root key has ${KEY_BYTES} bytes, not ${bytes.byteLength}.`);
    const derive = (label: string): Buffer =>
      Buffer.from(hkdfSync('sha256', bytes, new Uint8Array(0), `workroom:v1:${label}`, KEY_BYTES));
    this.keyId = rootKeyId(bytes);
    this.#wrap = derive('wrap');
    this.#sign = derive('sign');
    this.#cursor = derive('cursor');
  }

  /** Base64 of nonce (12) + tag (16) + ciphertext: 60 bytes for a data key of 32. */
  wrap(secret: Uint8Array, additional: string): string {
    return seal(this.#wrap, secret, additional).toString('base64');
  }

  /** undefined when this root key, the additional data or the text differs from what was wrapped. */
  unwrap(wrapped: string, additional: string): Buffer | undefined {
    return unseal(this.#wrap, Buffer.from(wrapped, 'base64'), additional);
  }

  /** `local-hmac:sha256:` + 64 hex digits: the signature of authority records and disclosure decisions. */
  sign(text: string): string {
    return SIGNATURE + createHmac('sha256', this.#sign).update(text, 'utf8').digest('hex');
  }

  verify(text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(text));
    const given = Buffer.from(signature);
    return expected.byteLength === given.byteLength && timingSafeEqual(expected, given);
  }

  /** The 32-byte key of list cursors, handed to control planes only. */
  cursorKey(): Buffer {
    return Buffer.from(this.#cursor);
  }
}

export const rootKeyId = (bytes: Uint8Array): string => `local-file:sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** A key that lives as long as the process: for memory drivers. */
export const ephemeralRootKey = (): RootKey => new RootKey(randomBytes(KEY_BYTES));
