// docs/events.md, rendered from the shapes that check every fact on its way in.
import type { Shape } from '#domain/kernel';

export interface EventStream {
  readonly title: string;
  /** What the stream is for, in a sentence or two. */
  readonly about: string;
  readonly events: Readonly<Record<string, Shape>>;
}

/** Closed records by name, in the order in which the page lists them. */
export type NamedShapes = ReadonlyMap<Shape, string>;

const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Shape>).problem === 'function';

/** The records and variants among a module's exports, under the names that the code gives them. */
export const namedShapesOf = (...modules: ReadonlyArray<Readonly<Record<string, unknown>>>): NamedShapes =>
  new Map(
    modules
      .flatMap((module) => Object.entries(module))
      .flatMap(([name, value]) =>
        isShape(value) && (value.form === 'record' || value.form === 'variants') ? [[value, name]] : [],
      ),
  );

const anchor = (name: string): string => name.toLowerCase();

function formOf(shape: Shape, named: NamedShapes): string {
  const name = [...named].find(([one]) => one.problem === shape.problem)?.[1];
  if (name !== undefined) return `[${name}](#${anchor(name)})`;
  switch (shape.form) {
    case 'nullable':
      return `${formOf(shape.of as Shape, named)} or null`;
    case 'list':
      return `list of ${formOf(shape.of as Shape, named)}`;
    case 'record':
      return `{ ${keysOf(shape)
        .map(([key, part]) => `${key}: ${formOf(part, named)}`)
        .join('; ')} }`;
    default:
      return shape.label;
  }
}

const keysOf = (shape: Shape): ReadonlyArray<readonly [string, Shape]> =>
  Object.entries(shape.keys ?? {}).map(([key, part]) => [part.optional ? `${key}?` : key, part] as const);

const emphasised = (key: string, part: Shape): string => (part.form === 'text' ? `*${key}*` : key);

const tableOf = (shape: Shape, named: NamedShapes): string =>
  [
    '| key | form |',
    '|---|---|',
    ...keysOf(shape).map(([key, part]) => `| ${emphasised(key, part)} | ${formOf(part, named)} |`),
  ].join('\n');

function recordOf(shape: Shape, named: NamedShapes): string {
  if (shape.form === 'record') return tableOf(shape, named);
  return Object.entries(shape.variants ?? {})
    .map(([word, part]) => `${shape.tag} = \`${word}\`\n\n${tableOf(part, named)}`)
    .join('\n\n');
}

const HEAD = `# Events

Written by \`npm run docs\` from the shapes in the code; a test fails when this page and the code differ.

Every payload is closed: an unknown or a missing key is refused with \`VALUE_INVALID\`. \`name?\` is optional. A key in *italics* is a
text: a payload reference, or null where no person and no model wrote one; its body lies in the vault. Times are epoch milliseconds.
Ids match \`[A-Za-z0-9][A-Za-z0-9:._@/+=#-]{0,255}\`. Every type stands at schemaVersion 1.`;

/** Only records that some event or some other listed record refers to by name. */
function usedRecords(streams: readonly EventStream[], named: NamedShapes): ReadonlyArray<readonly [Shape, string]> {
  const used = new Set<string>();
  const visit = (shape: Shape): void => {
    const name = [...named].find(([one]) => one.problem === shape.problem)?.[1];
    if (name !== undefined) {
      if (used.has(name)) return;
      used.add(name);
    }
    if (shape.of) visit(shape.of);
    for (const part of Object.values(shape.keys ?? {})) visit(part);
    for (const part of Object.values(shape.variants ?? {})) visit(part);
  };
  for (const { events } of streams)
    for (const shape of Object.values(events)) for (const part of Object.values(shape.keys ?? {})) visit(part);
  return [...named].filter(([, name]) => used.has(name));
}

export function eventsPage(streams: readonly EventStream[], named: NamedShapes): string {
  const sections = streams.map(({ title, about, events }) => {
    const parts = Object.entries(events).map(([type, shape]) => `### ${type}\n\n${recordOf(shape, named)}`);
    return [`## \`${title}\``, about, ...parts].join('\n\n');
  });
  const records = usedRecords(streams, named).map(([shape, name]) => `### ${name}\n\n${recordOf(shape, named)}`);
  return `${[HEAD, ...sections, '## Closed records', ...records].join('\n\n')}\n`;
}
