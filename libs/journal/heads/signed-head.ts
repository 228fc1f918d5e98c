// A stream's end, signed; and an index of all ends, signed, so that a stream that was removed shows.
import { createHash, KeyObject, sign, verify as verifySignature } from 'node:crypto';
import type { webcrypto } from 'node:crypto';
import { canonicalJson } from '#domain/kernel';
import type { StreamEnd } from '../journal.js';

type CryptoKey = webcrypto.CryptoKey;

export interface SignedHead extends StreamEnd {
  /** Epoch milliseconds. */
  readonly signedAt: number;
  readonly keyId: string;
  /** Ed25519 over the canonical JSON of all the rest, base64url. */
  readonly signature: string;
}

export interface HeadIndex {
  /** Every event up to here is counted. */
  readonly position: number;
  readonly streams: number;
  /** `sha256:` + digest over the ends of all streams at that position, in code-unit order. */
  readonly digest: string;
  readonly signedAt: number;
  readonly keyId: string;
  /** Ed25519 over the canonical JSON of all the rest, base64url. */
  readonly signature: string;
}

/** Keys of purpose `heads`: their private half never leaves the process that signs. */
export interface HeadKeys {
  current(): Promise<{ readonly keyId: string; readonly privateKey: CryptoKey }>;
  publicKey(keyId: string): Promise<CryptoKey | KeyObject | undefined>;
}

/** Node's own form of a key. */
export const keyObject = (key: CryptoKey | KeyObject): KeyObject => (key instanceof KeyObject ? key : KeyObject.from(key));

type Signed = SignedHead | HeadIndex;

function signedText(value: Signed): Buffer {
  const { signature: _, ...rest } = value;
  return Buffer.from(canonicalJson(rest));
}

function withSignature<Value extends Signed>(value: Omit<Value, 'signature'>, key: CryptoKey): Value {
  const signature = sign(null, signedText({ ...value, signature: '' } as Value), KeyObject.from(key)).toString('base64url');
  return { ...value, signature } as Value;
}

export async function signHeads(ends: readonly StreamEnd[], keys: HeadKeys, signedAt: number): Promise<readonly SignedHead[]> {
  const { keyId, privateKey } = await keys.current();
  return ends.map(({ streamId, revision, hash }) =>
    withSignature<SignedHead>({ streamId, revision, hash, signedAt, keyId }, privateKey),
  );
}

export async function signIndex(
  index: Pick<HeadIndex, 'position' | 'streams' | 'digest'>,
  keys: HeadKeys,
  signedAt: number,
): Promise<HeadIndex> {
  const { keyId, privateKey } = await keys.current();
  return withSignature<HeadIndex>({ ...index, signedAt, keyId }, privateKey);
}

/** Whether a key of that id signed exactly this. */
export async function isSigned(value: Signed, publicKey: HeadKeys['publicKey']): Promise<boolean> {
  const key = await publicKey(value.keyId);
  return key !== undefined && verifySignature(null, signedText(value), keyObject(key), Buffer.from(value.signature, 'base64url'));
}

/** The digest of an index, fed with ends in code-unit order of their streams. */
export class EndsDigest {
  readonly #hash = createHash('sha256');
  #streams = 0;

  add({ streamId, revision, hash }: StreamEnd): void {
    this.#streams += 1;
    this.#hash.update(`${streamId} ${revision} ${hash}\n`);
  }

  result(): { readonly streams: number; readonly digest: string } {
    return { streams: this.#streams, digest: `sha256:${this.#hash.digest('hex')}` };
  }
}
