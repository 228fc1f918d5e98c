// Every fact of a Run stream: one closed shape a type. An event outside this table stops the fold.
import { catalogueOf } from '../../kernel/index.js';
import type { DomainEvent, Infer, Recorded } from '../../kernel/index.js';
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

/** What a codec needs to know of each type: version, closed keys (`name?` = optional), and which paths hold text. */
export const runEventCatalogue = catalogueOf(RUN_EVENTS);
