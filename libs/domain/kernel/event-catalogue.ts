// What a codec needs to know of each event type, read off the closed shapes.
import type { Shape } from './shape.js';

export interface CatalogueEntry {
  readonly schemaVersion: number;
  /** The closed keys of `data`; `name?` is optional. */
  readonly keys: readonly string[];
  /** Paths whose value is a text reference or null; `*` stands for every item of a list. */
  readonly text: readonly string[];
}

function textPaths(shape: Shape, path: string): readonly string[] {
  if (shape.form === 'text') return [path];
  if (shape.form === 'nullable' && shape.of) return textPaths(shape.of, path);
  if (shape.form === 'list' && shape.of) return textPaths(shape.of, `${path}.*`);
  const keys = shape.form === 'record' ? Object.entries(shape.keys ?? {}) : [];
  return keys.flatMap(([name, part]) => textPaths(part, path ? `${path}.${name}` : name));
}

/** The catalogue of a table of record shapes, all at schemaVersion 1. */
export const catalogueOf = <Type extends string>(shapes: Readonly<Record<Type, Shape>>): Readonly<Record<Type, CatalogueEntry>> =>
  Object.fromEntries(
    Object.entries<Shape>(shapes).map(([type, shape]) => [
      type,
      {
        schemaVersion: 1,
        keys: Object.entries(shape.keys ?? {}).map(([key, part]) => (part.optional ? `${key}?` : key)),
        text: textPaths(shape, ''),
      },
    ]),
  ) as never;
