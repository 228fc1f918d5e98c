// `${NAME}` and `${NAME:-otherwise}` in the strings of the configuration; a bare $NAME stays as it is.
import { keyPath } from './config-problem.js';

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

export interface Expanded {
  readonly value: unknown;
  /** Key path → the text as written, for each string that held a reference. */
  readonly written: ReadonlyMap<string, string>;
  /** References without a default that expand to nothing. */
  readonly missing: readonly { readonly path: readonly PropertyKey[]; readonly variable: string }[];
}

/** An empty variable counts as unset. */
export function expandReferences(document: unknown, env: Readonly<Record<string, string | undefined>>): Expanded {
  const written = new Map<string, string>();
  const missing: { path: readonly PropertyKey[]; variable: string }[] = [];
  const expand = (value: unknown, path: readonly PropertyKey[]): unknown => {
    if (typeof value === 'string') {
      const text = value.replace(REFERENCE, (_whole, variable: string, otherwise: string | undefined) => {
        const found = env[variable] || otherwise;
        if (found === undefined) missing.push({ path, variable });
        return found ?? '';
      });
      if (value.search(REFERENCE) >= 0) written.set(keyPath(path), value);
      return text;
    }
    if (Array.isArray(value)) return value.map((part, index) => expand(part, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, expand(part, [...path, key])]));
  };
  return { value: expand(document, []), written, missing };
}
