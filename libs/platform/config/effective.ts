// The values in force, for `doctor`: one line a key, secrets masked, references as they are written.
import { keyPath } from './config-problem.js';
import { environmentOverlays } from './environment.js';
import { schemaAt } from './schema-walk.js';
import type { JsonSchema } from './schema-walk.js';
import { configJsonSchema } from './schema.js';
import type { Settings } from './settings.js';

export interface EffectiveValue {
  readonly key: string;
  readonly value: string | number | boolean | null;
  /** `default`, the file's name, or `environment <NAME>`. */
  readonly from: string;
}

export const MASK = '***';

export function effectiveValues(
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
): readonly EffectiveValue[] {
  const schema = configJsonSchema() as JsonSchema;
  const overlays = environmentOverlays(env);
  const values: EffectiveValue[] = [];
  const originOf = (path: readonly PropertyKey[]): string => {
    const overlay = overlays.find((one) => keyPath(one.path) === keyPath(path.slice(0, one.path.length)));
    if (overlay) return `environment ${overlay.variable}`;
    return writtenAt(settings.document, path) === undefined ? 'default' : (settings.file?.split(/[\\/]/).at(-1) ?? 'default');
  };
  const walk = (value: unknown, path: readonly PropertyKey[]): void => {
    if (Array.isArray(value) && value.length > 0) value.forEach((part, index) => walk(part, [...path, index]));
    else if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && !Array.isArray(value)) {
      for (const [key, part] of Object.entries(value)) walk(part, [...path, key]);
    } else values.push({ key: keyPath(path), value: shown(value, path, schema, settings.document), from: originOf(path) });
  };
  walk(settings.config, []);
  return values.filter(({ value }) => value !== undefined);
}

function shown(value: unknown, path: readonly PropertyKey[], schema: JsonSchema, document: unknown): EffectiveValue['value'] {
  const written = writtenAt(document, path);
  const reference = typeof written === 'string' ? /^\$\{(\w+)(:-[^}]*)?\}$/.exec(written) : null;
  if (reference) return `\${${reference[1] ?? ''}}`;
  if (schemaAt(schema, path)?.secret) return MASK;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as EffectiveValue['value']);
}

const writtenAt = (document: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? (part as Record<PropertyKey, unknown>)[key] : undefined),
    document,
  );
