// Canonical JSON by RFC 8785: keys in UTF-16 code-unit order, no white space, finite numbers only, no undefined.
import { isPayloadReference } from './payload-reference.js';
import { Rejection } from './rejection.js';

/** Found by a walk of its own once a value has no canonical form, so that the ordinary way carries no paths. */
function flawOf(value: unknown, path: string): { readonly path: string; readonly why: string } | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : { path, why: 'the number is not finite' };
  if (typeof value !== 'object') return { path, why: `a ${typeof value} is not JSON` };
  for (const [key, part] of Object.entries(value)) {
    const flaw = flawOf(part, `${path}/${key}`);
    if (flaw) return flaw;
  }
  return null;
}

class NotJson extends Error {}

function write(value: unknown, hashTexts: boolean): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) throw new NotJson();
      return String(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? writeArray(value, hashTexts) : writeObject(value as Record<string, unknown>, hashTexts);
    default:
      throw new NotJson();
  }
}

function writeArray(values: readonly unknown[], hashTexts: boolean): string {
  if (values.length === 0) return '[]';
  let text = `[${write(values[0], hashTexts)}`;
  for (let index = 1; index < values.length; index += 1) text += `,${write(values[index], hashTexts)}`;
  return `${text}]`;
}

function writeObject(value: Record<string, unknown>, hashTexts: boolean): string {
  if (hashTexts && isPayloadReference(value)) return JSON.stringify(value.contentHash);
  let text = '';
  for (const key of Object.keys(value).sort()) {
    text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${write(value[key], hashTexts)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

function canonical(value: unknown, hashTexts: boolean): string {
  try {
    return write(value, hashTexts);
  } catch (error) {
    const flaw = error instanceof NotJson ? flawOf(value, '') : null;
    if (!flaw) throw error;
    const { path, why } = flaw;
    throw new Rejection(
      'VALUE_INVALID',
      `The value at ${path || '/'} has no canonical JSON form: ${why}.`,
      { path },
      { cause: error },
    );
  }
}

/** Throws Rejection VALUE_INVALID for undefined, functions, bigint, NaN and infinities, naming the path. */
export const canonicalJson = (value: unknown): string => canonical(value, false);

/** The same, with each payload reference written as its contentHash: what digests are made of. */
export const canonicalContent = (value: unknown): string => canonical(value, true);
