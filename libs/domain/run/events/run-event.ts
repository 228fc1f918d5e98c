// Every fact of a Run stream: one closed shape a type. An event outside this table stops the fold.
import type { DomainEvent, Infer, Recorded, Shape } from '../../kernel/index.js';
import { assignmentEventShapes } from './assignment-events.js';
import { runEventShapes } from './run-events.js';
import { schedulerEventShapes } from './scheduler-events.js';
import { taskEventShapes } from './task-events.js';
import { waitEventShapes } from './wait-events.js';
import { workspaceEventShapes } from './workspace-events.js';

export const RUN_EVENTS = {
  ...runEventShapes,
  ...taskEventShapes,
  ...waitEventShapes,
  ...assignmentEventShapes,
  ...schedulerEventShapes,
  ...workspaceEventShapes,
} as const;

export type RunEventType = keyof typeof RUN_EVENTS;
export type RunEventData<Type extends RunEventType> = Infer<(typeof RUN_EVENTS)[Type]>;
export type RunEventOf<Type extends RunEventType> = { [T in Type]: DomainEvent<T, RunEventData<T>> }[Type];
export type RunEvent = RunEventOf<RunEventType>;
export type RecordedRunEvent = Recorded<RunEvent>;

/** Paths below a shape whose value is a text reference; `*` stands for every item of a list. */
function textPaths(shape: Shape, path: string): readonly string[] {
  if (shape.form === 'text') return [path];
  if (shape.form === 'nullable') return textPaths(shape.of as Shape, path);
  if (shape.form === 'list') return textPaths(shape.of as Shape, `${path}.*`);
  const keys = shape.form === 'record' ? Object.entries(shape.keys ?? {}) : [];
  return keys.flatMap(([name, part]) => textPaths(part, path ? `${path}.${name}` : name));
}

/** What a codec needs to know of each type: version, closed keys (`name?` = optional), and which paths hold text. */
export const runEventCatalogue: Readonly<
  Record<RunEventType, { readonly schemaVersion: number; readonly keys: readonly string[]; readonly text: readonly string[] }>
> = Object.fromEntries(
  Object.entries(RUN_EVENTS).map(([type, shape]) => [
    type,
    {
      schemaVersion: 1,
      keys: Object.entries(shape.keys as Readonly<Record<string, Shape>>).map(([key, part]) => (part.optional ? `${key}?` : key)),
      text: textPaths(shape, ''),
    },
  ]),
) as never;
