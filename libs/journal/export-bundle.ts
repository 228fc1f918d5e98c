// A bundle of streams that anyone can check without the store: NDJSON of manifest, envelopes, signed heads and public keys.
import { createHash, createPublicKey } from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { Rejection } from '#domain/kernel';
import { envelopeText, ZERO_HASH } from '#contracts/codec';
import { isSigned, keyObject } from './heads/index.js';
import type { SignedHead, SignedSource } from './heads/index.js';
import type { Journal } from './journal.js';
import type { Break } from './verify.js';

interface Manifest {
  readonly version: 1;
  readonly exportedAt: number;
  readonly streams: readonly string[];
}

/** The envelope's exact text stands last in its line, so that its bytes can be hashed as they are. */
const ENVELOPE = /^\{"kind":"envelope","globalPosition":\d+,"hash":"([0-9a-f]{64})","envelope":(\{.*\})\}$/;

const line = (kind: string, value: object): string => JSON.stringify({ kind, ...value });

/**
 * Lines without their line ends. A stream goes as far as its signed head. Throws Rejection HEAD_UNSIGNED for a stream without one, or
 * whose key is not known.
 */
export async function* exportBundle(
  journal: Journal,
  streamIds: readonly string[],
  { store, publicKey }: SignedSource,
): AsyncIterable<string> {
  const heads: SignedHead[] = [];
  for (const streamId of streamIds) {
    const head = await store.head(streamId);
    if (!head || !(await isSigned(head, publicKey))) {
      const why = `${streamId} has no signed end yet; heads are signed within a minute while the server runs. Try again then.`;
      throw new Rejection('HEAD_UNSIGNED', why, { streamId });
    }
    heads.push(head);
  }
  const manifest: Manifest = { version: 1, exportedAt: journal.now(), streams: streamIds };
  yield line('manifest', manifest);
  for (const { streamId, revision } of heads) {
    for await (const page of journal.readStream(streamId, { limit: revision + 1 })) {
      for (const event of page) {
        yield `{"kind":"envelope","globalPosition":${event.globalPosition},"hash":"${event.hash}","envelope":${envelopeText(event)}}`;
      }
    }
  }
  for (const head of heads) yield line('head', head);
  for (const keyId of new Set(heads.map((head) => head.keyId))) {
    yield line('key', { keyId, jwk: keyObject((await publicKey(keyId))!).export({ format: 'jwk' }) });
  }
}

export interface BundleVerification {
  readonly sound: boolean;
  readonly events: number;
  readonly streams: readonly string[];
  readonly breaks: readonly Break[];
  /** The signatures fit the keys in the bundle, and nobody vouches for those. */
  readonly selfSignedOnly: boolean;
}

type EndsByStream = Map<string, { revision: number; hash: string }>;

function checkEnvelope(text: string, ends: EndsByStream, breaks: Break[]): void {
  const [, hash, envelope] = ENVELOPE.exec(text) ?? [];
  const parsed = envelope ? (JSON.parse(envelope) as { streamId: string; revision: number; prevHash: string }) : undefined;
  if (!parsed) return void breaks.push({ kind: 'hash', streamId: null, revision: null, globalPosition: null });
  const { streamId, revision, prevHash } = parsed;
  const before = ends.get(streamId) ?? { revision: -1, hash: ZERO_HASH };
  const found = (kind: Break['kind'], at: number) => breaks.push({ kind, streamId, revision: at, globalPosition: null });
  if (revision !== before.revision + 1) found('revision', before.revision + 1);
  else if (createHash('sha256').update(envelope!).digest('hex') !== hash) found('hash', revision);
  else if (prevHash !== before.hash) found('link', revision);
  ends.set(streamId, { revision, hash: hash! });
}

interface Tail {
  manifest: Manifest | undefined;
  readonly heads: SignedHead[];
  readonly keys: Map<string, KeyObject>;
}

function readTail(text: string, tail: Tail): void {
  const { kind, ...value } = JSON.parse(text) as { kind: string };
  if (kind === 'manifest') tail.manifest = value as unknown as Manifest;
  if (kind === 'head') tail.heads.push(value as unknown as SignedHead);
  if (kind !== 'key') return;
  const { keyId, jwk } = value as unknown as { keyId: string; jwk: JsonWebKey };
  tail.keys.set(keyId, createPublicKey({ key: jwk, format: 'jwk' }));
}

/**
 * Needs no store. `trusted` are public keys (JWK) that the caller vouches for; a head signed by another key is a break then. Throws
 * Rejection BUNDLE_INVALID for a file that is no bundle.
 */
export async function verifyBundle(
  lines: AsyncIterable<string> | Iterable<string>,
  trusted: readonly JsonWebKey[] = [],
): Promise<BundleVerification> {
  const ends: EndsByStream = new Map();
  const breaks: Break[] = [];
  const tail: Tail = { manifest: undefined, heads: [], keys: new Map() };
  let events = 0;
  try {
    for await (const text of lines) {
      if (text.startsWith('{"kind":"envelope"')) {
        events += 1;
        checkEnvelope(text, ends, breaks);
      } else if (text !== '') readTail(text, tail);
    }
  } catch (error) {
    throw new Rejection(
      'BUNDLE_INVALID',
      'This file is no export of a Journal, or it is torn; export it again.',
      {},
      { cause: error },
    );
  }
  if (!tail.manifest) throw new Rejection('BUNDLE_INVALID', 'This file has no manifest; export it again.');
  const { streams } = tail.manifest;
  await checkHeads(streams, tail, ends, breaks, trusted);
  return { sound: breaks.length === 0, events, streams, breaks, selfSignedOnly: trusted.length === 0 };
}

const thumbprint = (jwk: JsonWebKey): string => `${jwk.kty} ${jwk.crv} ${jwk.x}`;

async function checkHeads(
  streams: readonly string[],
  { heads, keys }: Tail,
  ends: EndsByStream,
  breaks: Break[],
  trusted: readonly JsonWebKey[],
): Promise<void> {
  const known = new Set(trusted.map(thumbprint));
  const vouched = (keyId: string) => {
    const key = keys.get(keyId);
    return key && (known.size === 0 || known.has(thumbprint(key.export({ format: 'jwk' })))) ? key : undefined;
  };
  for (const streamId of streams) {
    const head = heads.find((one) => one.streamId === streamId);
    const end = ends.get(streamId);
    const found = (kind: Break['kind'], revision: number) => breaks.push({ kind, streamId, revision, globalPosition: null });
    if (!head || !(await isSigned(head, async (keyId) => vouched(keyId)))) found('signature', head?.revision ?? 0);
    else if (end?.revision !== head.revision || end.hash !== head.hash)
      found('signed', Math.min(end?.revision ?? 0, head.revision));
  }
}
