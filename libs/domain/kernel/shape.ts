// Closed shapes of plain JSON: one table gives the TypeScript type, the check on the way in, and the page in docs/events.md.
import { PAYLOAD_KIND } from './payload-reference.js';
import type { TextRef } from './payload-reference.js';
import { Rejection } from './rejection.js';

/** Where a value differs from its shape (JSON pointer) and how; it never repeats the value. */
export interface Misfit {
  readonly path: string;
  readonly why: string;
}

export interface Shape<T = unknown> {
  readonly form: 'scalar' | 'word' | 'text' | 'list' | 'record' | 'variants' | 'nullable';
  /** How the documentation names it. */
  readonly label: string;
  /** null when the value fits. Pure, allocates nothing when it fits. */
  problem(value: unknown): Misfit | null;
  readonly optional?: true;
  readonly words?: readonly string[];
  /** Of a list or a nullable. */
  readonly of?: Shape;
  /** Of a record. */
  readonly keys?: Readonly<Record<string, Shape>>;
  /** Of variants: the key that tells them apart, and one record for each of its words. */
  readonly tag?: string;
  readonly variants?: Readonly<Record<string, Shape>>;
  /** Only for inference. */
  readonly type?: T;
}

export interface OptionalShape<T = unknown> extends Shape<T> {
  readonly optional: true;
}

/** The TypeScript type of a shape. */
export type Infer<S> = S extends Shape<infer T> ? T : never;

type Keys = Readonly<Record<string, Shape>>;
type OptionalKey<K extends Keys> = { [P in keyof K]: K[P] extends OptionalShape ? P : never }[keyof K];
type Flat<T> = { [P in keyof T]: T[P] };
export type RecordOf<K extends Keys> = Flat<
  { readonly [P in Exclude<keyof K, OptionalKey<K>>]: Infer<K[P]> } & { readonly [P in OptionalKey<K>]?: Infer<K[P]> }
>;

const HERE = '';
const below = (name: string | number, problem: Misfit): Misfit => ({ path: `/${name}${problem.path}`, why: problem.why });

export function scalar<T>(label: string, fits: (value: unknown) => boolean): Shape<T> {
  const misfit: Misfit = { path: HERE, why: `is not ${label}` };
  return { form: 'scalar', label, problem: (value) => (fits(value) ? null : misfit) };
}

export const pattern = (label: string, expression: RegExp): Shape<string> =>
  scalar(label, (value) => typeof value === 'string' && expression.test(value));

export function word<const W extends readonly string[]>(...words: W): Shape<W[number]> {
  const known = new Set<unknown>(words);
  const misfit: Misfit = { path: HERE, why: `is none of ${words.join(', ')}` };
  return { form: 'word', label: words.join(' \\| '), words, problem: (value) => (known.has(value) ? null : misfit) };
}

export const nullable = <T>(of: Shape<T>): Shape<T | null> => ({
  form: 'nullable',
  label: `${of.label} or null`,
  of,
  problem: (value) => (value === null ? null : of.problem(value)),
});

export const optional = <T>(of: Shape<T>): OptionalShape<T> => ({ ...of, optional: true });

export function list<T>(of: Shape<T>): Shape<readonly T[]> {
  const misfit: Misfit = { path: HERE, why: 'is not a list' };
  const problem = (value: unknown): Misfit | null => {
    if (!Array.isArray(value)) return misfit;
    for (let index = 0; index < value.length; index += 1) {
      const found = of.problem(value[index]);
      if (found) return below(index, found);
    }
    return null;
  };
  return { form: 'list', label: `list of ${of.label}`, of, problem };
}

/** A closed record: an unknown or a missing key is a problem. */
export function record<const K extends Keys>(keys: K): Shape<RecordOf<K>> & { readonly keys: K } {
  const entries = Object.entries(keys);
  const required = entries.filter(([, shape]) => !shape.optional).length;
  const problem = (value: unknown): Misfit | null => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { path: HERE, why: 'is not a record' };
    const given = value as Readonly<Record<string, unknown>>;
    let seen = 0;
    for (const [name, shape] of entries) {
      const part = given[name];
      if (part === undefined) {
        if (shape.optional && !(name in given)) continue;
        return { path: `/${name}`, why: 'is missing' };
      }
      seen += 1;
      const found = shape.problem(part);
      if (found) return below(name, found);
    }
    const count = Object.keys(given).length;
    return count === seen && seen >= required ? null : { path: HERE, why: 'has an unknown key' };
  };
  return { form: 'record', label: 'record', keys, problem };
}

type Variants<Tag extends string, V extends Readonly<Record<string, Keys>>> = {
  [W in keyof V]: Flat<{ readonly [T in Tag]: W } & RecordOf<V[W]>>;
}[keyof V];

/** Closed records that one word tells apart. */
export function variants<const Tag extends string, const V extends Readonly<Record<string, Keys>>>(
  tag: Tag,
  cases: V,
): Shape<Variants<Tag, V>> {
  const records: Record<string, Shape> = {};
  for (const [name, keys] of Object.entries(cases)) records[name] = record({ [tag]: word(name), ...keys });
  const tagWord = word(...Object.keys(cases));
  const problem = (value: unknown): Misfit | null => {
    if (typeof value !== 'object' || value === null) return { path: HERE, why: 'is not a record' };
    const found = tagWord.problem((value as Readonly<Record<string, unknown>>)[tag]);
    if (found) return below(tag, found);
    return records[(value as Readonly<Record<string, string>>)[tag] as string]?.problem(value) ?? null;
  };
  return { form: 'variants', label: `one of ${tagWord.label}`, tag, variants: records, problem };
}

/** Throws Rejection VALUE_INVALID that names the place, never the value. */
export function checkShape(shape: Shape, value: unknown, name: string): void {
  const problem = shape.problem(value);
  if (!problem) return;
  throw new Rejection('VALUE_INVALID', `${name}${problem.path} ${problem.why}; send exactly the documented keys and forms.`, {
    field: `${name}${problem.path}`,
  });
}

const HMAC = /^hmac-sha256:[0-9a-f]{64}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const ANY_ID = /^[A-Za-z0-9][A-Za-z0-9:._@/+=#-]{0,255}$/;

export const shapes = {
  id: pattern('id', ANY_ID),
  runId: pattern('run id', /^[A-Za-z0-9_-]{1,128}$/),
  projectId: pattern('project id', /^[a-z0-9][a-z0-9_-]{0,63}$/),
  taskKey: pattern('task key', /^[a-z0-9][a-z0-9_-]{0,63}$/),
  digest: pattern('sha256 digest', DIGEST),
  contentHash: pattern('keyed content hash', HMAC),
  anyDigest: pattern('sha256 digest or keyed content hash', /^(hmac-)?sha256:[0-9a-f]{64}$/),
  flag: scalar<boolean>('true or false', (value) => typeof value === 'boolean'),
  natural: scalar<number>('integer from 0', (value) => Number.isSafeInteger(value) && (value as number) >= 0),
  count: scalar<number>('integer from 1', (value) => Number.isSafeInteger(value) && (value as number) >= 1),
  /** A revision of a stream; -1 stands for "no event yet". */
  sequence: scalar<number>('integer from -1', (value) => Number.isSafeInteger(value) && (value as number) >= -1),
  time: scalar<number>('epoch milliseconds', (value) => Number.isSafeInteger(value) && (value as number) >= 0),
} as const;

const reference = record({
  version: scalar<1>('1', (value) => value === 1),
  kind: word(PAYLOAD_KIND),
  fieldPath: pattern('field path', /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/),
  contentHash: shapes.contentHash,
  receipt: record({ objectId: shapes.id, descriptorDigest: shapes.digest }),
});

/** A text key: a payload reference, or null where no person and no model wrote a text. */
export const text: Shape<TextRef> = {
  form: 'text',
  label: 'text reference or null',
  problem: (value) => (value === null ? null : reference.problem(value)),
};
