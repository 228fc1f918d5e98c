// Canonical JSON by RFC 8785: keys in UTF-16 code-unit order, no white space, finite numbers only, no undefined.
import { Rejection } from './rejection.js';

function refuse(path: string, why: string): never {
  throw new Rejection('VALUE_INVALID', `The value at ${path || '/'} has no canonical JSON form: ${why}.`, { path });
}

function write(value: unknown, path: string): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : refuse(path, 'the number is not finite');
    case 'object':
      return value === null
        ? 'null'
        : Array.isArray(value)
          ? writeArray(value, path)
          : writeObject(value as Record<string, unknown>, path);
    default:
      return refuse(path, `a ${typeof value} is not JSON`);
  }
}

function writeArray(values: readonly unknown[], path: string): string {
  let text = '[';
  for (let index = 0; index < values.length; index += 1) {
    text += (index ? ',' : '') + write(values[index], `${path}/${index}`);
  }
  return `${text}]`;
}

function writeObject(value: Record<string, unknown>, path: string): string {
  let text = '{';
  for (const key of Object.keys(value).sort()) {
    text += `${text.length > 1 ? ',' : ''}${JSON.stringify(key)}:${write(value[key], `${path}/${key}`)}`;
  }
  return `${text}}`;
}

/** Throws Rejection VALUE_INVALID for undefined, functions, bigint, NaN and infinities, naming the path. */
export const canonicalJson = (value: unknown): string => write(value, '');
