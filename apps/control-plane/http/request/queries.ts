// The query fields of the read routes.
import { integer, oneOf, optional, queryShape, required } from './query-shape.js';

export const PROJECT_ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;
export const RUN_ID = /^[A-Za-z0-9_-]{1,128}$/;
export const ID = /^[A-Za-z0-9][A-Za-z0-9:._@/+=#-]{0,255}$/;
export const TASK_KEY = /^[a-z0-9][a-z0-9_-]{0,63}$/;
export const ROOM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const TYPES = /^[a-z][a-z0-9_.]*(,[a-z][a-z0-9_.]*)*$/;
const CURSOR = /^[A-Za-z0-9_.-]{1,2048}$/;

/** Every read may wait for a position that its caller has already seen. */
const fresh = { minPosition: integer(0, Number.MAX_SAFE_INTEGER, undefined) };
const paged = { ...fresh, limit: integer(1, 200, 50), cursor: optional(CURSOR) };
const scoped = { ...fresh, projectId: required(PROJECT_ID) };

export const FRESH = queryShape(fresh);
export const PAGED = queryShape(paged);
export const SCOPED = queryShape(scoped);
export const SCOPED_LIST = queryShape({ ...scoped, ...paged });
export const RUN_LIST = queryShape({
  ...scoped,
  ...paged,
  status: oneOf('active', 'paused', 'blocked', 'needs_replan', 'cancelling', 'completed', 'cancelled'),
});
export const INBOX_LIST = queryShape({
  ...scoped,
  ...paged,
  status: oneOf('proposed', 'claimed', 'applied', 'awaiting_clarification', 'retry_scheduled', 'withdrawn', 'expired'),
});
export const RUN_EVENTS = queryShape({
  ...scoped,
  limit: integer(1, 200, 50),
  after: integer(-1, Number.MAX_SAFE_INTEGER, -1),
});
export const READINESS = queryShape({ ...scoped, runId: required(RUN_ID) });
export const LIVE_EVENTS = queryShape({
  projectId: required(PROJECT_ID),
  runId: optional(RUN_ID),
  types: optional(TYPES),
  after: integer(0, Number.MAX_SAFE_INTEGER, undefined),
  /** Read by the authentication alone. */
  token: optional(/^.*$/),
});
export const ROOM_MESSAGES = queryShape({ ...fresh, limit: integer(1, 200, 50), after: integer(0, Number.MAX_SAFE_INTEGER, 0) });

export type PageQuery = { readonly limit: number; readonly cursor: string | undefined };
