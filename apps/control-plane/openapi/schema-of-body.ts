// JSON Schema of a closed body class, read off the very rules that check it.
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import { PARTS } from '../http/request/bodies.js';

export type Schema = Record<string, unknown>;
type Body = new () => object;

const RULES: Readonly<Record<string, (value: unknown) => Schema>> = {
  isString: () => ({ type: 'string' }),
  isInt: () => ({ type: 'integer' }),
  isBoolean: () => ({ type: 'boolean' }),
  isArray: () => ({ type: 'array' }),
  min: (minimum) => ({ minimum }),
  max: (maximum) => ({ maximum }),
  minLength: (minLength) => ({ minLength }),
  maxLength: (maxLength) => ({ maxLength }),
  arrayMaxSize: (maxItems) => ({ maxItems }),
  matches: (pattern) => ({ type: 'string', pattern: (pattern as RegExp).source }),
  isIn: (words) => ({ type: 'string', enum: words }),
  equals: (value) => ({ const: value }),
};

export function schemaOfBody(body: Body): Schema {
  const properties: Record<string, Schema> = {};
  const optional = new Set<string>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(body, '', true, false)) {
    const known = (properties[rule.propertyName] ??= {});
    const said = RULES[rule.name ?? '']?.(rule.constraints?.[0]) ?? {};
    if (rule.type === ValidationTypes.CONDITIONAL_VALIDATION) optional.add(rule.propertyName);
    else if (rule.type === ValidationTypes.NESTED_VALIDATION) known['items'] = partsOf(body, rule.propertyName);
    else if (rule.each) known['items'] = said;
    else Object.assign(known, said);
  }
  const required = Object.keys(properties).filter((name) => !optional.has(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const partsOf = (body: Body, property: string): Schema =>
  schemaOfBody(Reflect.getMetadata(PARTS, body.prototype as object, property) as Body);
