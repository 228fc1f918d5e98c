// What may stand in a fact: booleans, finite numbers, null, empty strings, identifiers, digests and payload references. Never prose.
import { isId, isPayloadReference, Rejection } from '#domain/kernel';
import type { EventDefinition } from './catalogue.js';

const CONTENT_HASH = /^hmac-sha256:[0-9a-f]{64}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const FIELD_PATH = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/;
/** Keys that are text in every record, whatever the event. */
const ALWAYS_TEXT = new Set(['title', 'summary', 'text', 'body', 'description', 'message', 'prompt']);

interface Place {
  readonly type: string;
  readonly text: readonly string[];
}

function refuse(place: Place, path: string, why: string): never {
  throw new Rejection(
    'VALUE_INVALID',
    `${place.type} holds ${why} at ${path || '/'}; facts are content-free, text goes to the vault.`,
    {
      type: place.type,
      path,
    },
  );
}

function checkReference(value: object, place: Place, path: string): void {
  const { version, fieldPath, contentHash, receipt } = value as Record<string, unknown>;
  const { objectId, descriptorDigest } = (receipt ?? {}) as Record<string, unknown>;
  const sound =
    Object.keys(value).length === 5 &&
    version === 1 &&
    typeof fieldPath === 'string' &&
    FIELD_PATH.test(fieldPath) &&
    typeof contentHash === 'string' &&
    CONTENT_HASH.test(contentHash) &&
    Object.keys(receipt as object).length === 2 &&
    isId(objectId) &&
    typeof descriptorDigest === 'string' &&
    DIGEST.test(descriptorDigest);
  if (!sound) refuse(place, path, 'a malformed payload reference');
}

function checkString(value: string, place: Place, path: string): void {
  if (value === '') return;
  if (!isId(value)) refuse(place, path, 'a string that is neither an identifier nor a digest');
  if (value.includes('://')) refuse(place, path, 'an address');
}

function checkObject(value: object, place: Place, path: string, pattern: string): void {
  if (isPayloadReference(value)) return checkReference(value, place, path);
  for (const [key, part] of Object.entries(value)) {
    if (!isId(key)) refuse(place, path, 'a key that is no identifier');
    checkValue(part, place, `${path}/${key}`, pattern ? `${pattern}.${key}` : key, key);
  }
}

function checkValue(value: unknown, place: Place, path: string, pattern: string, key: string): void {
  const isText = ALWAYS_TEXT.has(key) || place.text.includes(pattern);
  if (isText && value !== null && !isPayloadReference(value)) refuse(place, path, 'text outside a payload reference');
  if (typeof value === 'string') return checkString(value, place, path);
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : refuse(place, path, 'a number that is not finite');
  if (typeof value === 'boolean' || value === null) return;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) checkValue(value[index], place, `${path}/${index}`, `${pattern}.*`, '');
    return;
  }
  if (typeof value !== 'object') refuse(place, path, `a ${typeof value}`);
  checkObject(value, place, path, pattern);
}

function checkKeys(data: object, type: string, keys: readonly string[]): void {
  const known = new Map(keys.map((key) => (key.endsWith('?') ? [key.slice(0, -1), false] : [key, true])));
  const wrong =
    Object.keys(data).find((key) => !known.has(key)) ??
    [...known].find(([key, required]) => required && !Object.hasOwn(data, key))?.[0];
  if (wrong === undefined) return;
  const why = known.has(wrong) ? 'misses' : 'does not know';
  throw new Rejection('VALUE_INVALID', `${type} ${why} the key ${isId(wrong) ? wrong : '(unreadable)'}; its key set is closed.`, {
    type,
  });
}

/** Throws Rejection VALUE_INVALID that names the path, never the value. */
export function checkContentFree(type: string, data: unknown, definition: EventDefinition): void {
  const place = { type, text: definition.text ?? [] };
  if (typeof data !== 'object' || data === null || Array.isArray(data)) refuse(place, '', 'no record');
  if (definition.keys) checkKeys(data, type, definition.keys);
  checkObject(data, place, '', '');
}
