// SHA-256 for deciders: the one place of the domain that opens a vendor.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical.js';
import { isPayloadReference } from './payload-reference.js';

/** 64 lowercase hex digits over the UTF-8 bytes of `text`. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** Replaces each payload reference by its contentHash: a digest counts a text by its contentHash, receipts are never digested. */
function withoutReceipts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutReceipts);
  if (isPayloadReference(value)) return value.contentHash;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutReceipts(part)]));
}

/** `sha256:` + 64 hex digits of the canonical JSON, texts counted by their contentHash. */
export const digest = (value: unknown): string => `sha256:${sha256Hex(canonicalJson(withoutReceipts(value)))}`;

/** The hex part of a digest. */
export const digestHex = (value: unknown): string => digest(value).slice('sha256:'.length);
