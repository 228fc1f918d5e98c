// YAML text → Config. Refuses legacy keys, placeholders, unset references, unknown keys and wrong values, each by key and line.
import { LineCounter, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import type { z } from 'zod';
import { configRejection, keyPath } from './config-problem.js';
import type { ConfigProblem } from './config-problem.js';
import { expandReferences } from './references.js';
import { refusedKeys } from './refused-keys.js';
import { configJsonSchema, configSchema } from './schema.js';
import type { Config } from './schema.js';
import { schemaAt } from './schema-walk.js';

type Env = Readonly<Record<string, string | undefined>>;
type Path = readonly PropertyKey[];

/** A value from the environment that stands above the file's. */
export interface Overlay {
  readonly variable: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

export interface ConfigSource {
  /** The name shown in refusals, e.g. `workroom.yml`. */
  readonly file: string;
  /** '' for no file. */
  readonly text: string;
  readonly env: Env;
  readonly overlays?: readonly Overlay[];
}

export interface ParsedConfig {
  readonly config: Config;
  /** The document as written, references unexpanded, overlays applied. */
  readonly document: unknown;
}

export function parseConfig(source: ConfigSource): ParsedConfig {
  const { value: written, placeOf } = readDocument(source);
  const document = overlaid(written, source.overlays ?? []);
  const { legacy, placeholders } = refusedKeys(document, placeOf);
  if (legacy.length) throw configRejection('LEGACY_CONFIG', legacy);
  if (placeholders.length) throw configRejection('CONFIG_INVALID', placeholders);
  const expanded = expandReferences(withoutNulls(document), source.env);
  if (expanded.missing.length) {
    const problems = expanded.missing.map(({ path, variable }) => ({
      key: keyPath(path),
      place: placeOf(path),
      problem: `the environment variable ${variable} is unset or empty: set it, or write \${${variable}:-default}`,
    }));
    throw configRejection('CONFIG_INVALID', problems);
  }
  let { value } = expanded;
  let result = configSchema.safeParse(value);
  if (!result.success) {
    value = withScalars(value, result.error.issues, expanded.written);
    result = configSchema.safeParse(value);
  }
  if (result.success) return { config: result.data, document };
  throw configRejection(
    'CONFIG_INVALID',
    result.error.issues.flatMap((issue) => problemsOf(issue, placeOf)),
  );
}

function readDocument({ file, text, overlays = [] }: ConfigSource): { value: unknown; placeOf: (path: Path) => string } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken) {
    const place = `${file}:${lines.linePos(broken.pos[0]).line}`;
    throw configRejection('CONFIG_INVALID', [{ key: 'YAML', place, problem: `the file cannot be read (${broken.code})` }]);
  }
  const value: unknown = document.toJS() ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw configRejection('CONFIG_INVALID', [{ key: 'YAML', place: `${file}:1`, problem: 'the file must hold keys and values' }]);
  }
  const placeOf = (path: Path): string => {
    const overlay = overlays.find((one) => keyPath(one.path) === keyPath(path.slice(0, one.path.length)));
    return overlay ? `environment ${overlay.variable},` : `${file}${lineOf(document, lines, path)}`;
  };
  return { value, placeOf };
}

/** The line of the nearest ancestor that stands in the file: an absent key has none of its own. */
function lineOf(document: Document, lines: LineCounter, path: Path): string {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: readonly [number, number, number] } | undefined;
    if (node?.range) return `:${lines.linePos(node.range[0]).line}`;
  }
  return '';
}

/** null means "as if the key were absent". */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutNulls(part)]));
}

function overlaid(document: unknown, overlays: readonly Overlay[]): unknown {
  return overlays.reduce((result, { path, value }) => setIn(result, path, value), document);
}

function setIn(target: unknown, [key, ...rest]: readonly PropertyKey[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(target)) return target.map((part, index) => (index === key ? setIn(part, rest, value) : part));
  const object = typeof target === 'object' && target !== null ? (target as Record<PropertyKey, unknown>) : {};
  return { ...object, [key]: setIn(object[key], rest, value) };
}

/** A reference gives text; where the schema wants a number or a boolean, that text is read as one. */
function withScalars(value: unknown, issues: readonly z.core.$ZodIssue[], written: ReadonlyMap<string, string>): unknown {
  return issues.reduce((result, issue) => {
    if (issue.code !== 'invalid_type' || !written.has(keyPath(issue.path))) return result;
    const text = issue.path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown>)[key], value);
    if (issue.expected === 'boolean' && (text === 'true' || text === 'false')) return setIn(result, issue.path, text === 'true');
    if (issue.expected !== 'number' && issue.expected !== 'int') return result;
    return Number.isFinite(Number(text)) && text !== '' ? setIn(result, issue.path, Number(text)) : result;
  }, value);
}

function problemsOf(issue: z.core.$ZodIssue, placeOf: (path: Path) => string): readonly ConfigProblem[] {
  if (issue.code !== 'unrecognized_keys') {
    const problem = issue.message.replace(/^Invalid input: /, '').replace(/^./, (first) => first.toLowerCase());
    return [{ key: keyPath(issue.path), place: placeOf(issue.path), problem }];
  }
  const known = Object.keys(schemaAt(configJsonSchema(), issue.path)?.properties ?? {}).join(', ');
  return issue.keys.map((key) => {
    const path = [...issue.path, key];
    return { key: keyPath(path), place: placeOf(path), problem: `unknown key; known here: ${known}` };
  });
}
