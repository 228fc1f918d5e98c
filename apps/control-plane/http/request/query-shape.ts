// Closed query strings: each route declares its fields once; they are read from it and told in the OpenAPI document from it.
import { Rejection } from '#domain/kernel';

export interface QueryField<Value> {
  readonly required: boolean;
  /** JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** `text` is undefined when the field is absent. Throws Rejection VALUE_INVALID. */
  read(text: string | undefined, name: string): Value;
}

type Fields = Readonly<Record<string, QueryField<unknown>>>;
type Values<F extends Fields> = { readonly [Name in keyof F]: F[Name] extends QueryField<infer Value> ? Value : never };

export interface QueryShape<Value> {
  readonly fields: Fields;
  /** Throws Rejection VALUE_INVALID for an unknown, repeated or malformed field. */
  read(query: Readonly<Record<string, unknown>>): Value;
}

/** What a shape reads. */
export type FieldsOf<Shape> = Shape extends QueryShape<infer Value> ? Value : never;

const refuse = (name: string, why: string): never => {
  throw new Rejection('VALUE_INVALID', `Query field ${name} ${why}.`, { field: name });
};

const ofText = (pattern: RegExp): ((text: string, name: string) => string) => {
  return (text, name) => (pattern.test(text) ? text : refuse(name, `must match ${pattern.source}`));
};

export const required = (pattern: RegExp): QueryField<string> => {
  const read = ofText(pattern);
  return {
    required: true,
    schema: { type: 'string', pattern: pattern.source },
    read: (text, name) => (text === undefined ? refuse(name, 'is missing') : read(text, name)),
  };
};

export const optional = (pattern: RegExp): QueryField<string | undefined> => {
  const read = ofText(pattern);
  return {
    required: false,
    schema: { type: 'string', pattern: pattern.source },
    read: (text, name) => (text === undefined ? undefined : read(text, name)),
  };
};

export const oneOf = <Word extends string>(...words: readonly Word[]): QueryField<Word | undefined> => ({
  required: false,
  schema: { type: 'string', enum: words },
  read: (text, name) => {
    if (text === undefined) return undefined;
    return words.find((word) => word === text) ?? refuse(name, `must be one of ${words.join(', ')}`);
  },
});

/** An integer of `min` to `max`; `absent` stands for a field that is not there. */
export const integer = <Absent extends number | undefined>(
  min: number,
  max: number,
  absent: Absent,
): QueryField<number | Absent> => ({
  required: false,
  schema: { type: 'integer', minimum: min, maximum: max, ...(absent === undefined ? {} : { default: absent }) },
  read: (text, name) => {
    if (text === undefined) return absent;
    const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : refuse(name, `must be an integer from ${min} to ${max}`);
  },
});

export function queryShape<F extends Fields>(fields: F): QueryShape<Values<F>> {
  const entries = Object.entries(fields);
  return {
    fields,
    read: (query) => {
      for (const name in query) if (!Object.hasOwn(fields, name)) refuse(name, 'is not known here');
      const values: Record<string, unknown> = {};
      for (const [name, field] of entries) {
        const text = query[name];
        if (text !== undefined && typeof text !== 'string') refuse(name, 'stands there more than once');
        values[name] = field.read(text as string | undefined, name);
      }
      return values as Values<F>;
    },
  };
}
