// SHA-256 for deciders: the one place of the domain that opens a vendor.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalContent } from './canonical.js';

/** 64 lowercase hex digits over the UTF-8 bytes of `text`. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** `sha256:` + 64 hex digits of the canonical JSON: a text counts by its contentHash, receipts are never digested. */
export const digest = (value: unknown): string => `sha256:${sha256Hex(canonicalContent(value))}`;

/** The hex part of a digest. */
export const digestHex = (value: unknown): string => sha256Hex(canonicalContent(value));
