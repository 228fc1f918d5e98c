// RFC 9457 problem details from any error. A defect says nothing of itself to the caller.
import { Conflict, Rejection, Unavailable } from '#domain/kernel';
import { statusOf } from './problem-table.js';
import type { ProblemStatus } from './problem-table.js';

export type ErrorKind = 'rejection' | 'conflict' | 'unavailable' | 'defect';

export interface Problem {
  /** `urn:workroom:problem:<CODE>`. */
  readonly type: string;
  readonly title: string;
  readonly status: ProblemStatus;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly traceId: string;
}

export interface ProblemAnswer {
  readonly kind: ErrorKind;
  readonly problem: Problem;
  /** Seconds, for the Retry-After header; null when a retry does not help. */
  readonly retryAfter: number | null;
}

/** Codes that are shown as another one, so that the answer does not tell what exists elsewhere. */
const SHOWN_AS: Readonly<Record<string, { code: string; detail: string }>> = {
  RUN_PROJECT_MISMATCH: { code: 'RUN_NOT_FOUND', detail: 'The Project has no such Run; check runId and projectId.' },
};

export function kindOf(error: unknown): ErrorKind {
  if (error instanceof Rejection) return 'rejection';
  if (error instanceof Conflict) return 'conflict';
  if (error instanceof Unavailable) return 'unavailable';
  return 'defect';
}

const titleOf = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** `instance` is the path of the request, without its query. An error whose code is not in the table is a defect. */
export function problemOf(error: unknown, where: { instance: string; traceId: string }): ProblemAnswer {
  const known = error instanceof Rejection || error instanceof Conflict || error instanceof Unavailable ? error : undefined;
  const status = known && statusOf(known.code);
  if (!known || !status) {
    const detail = 'The request met a defect of this server; its log has the trace id.';
    return { kind: 'defect', problem: problem('INTERNAL_ERROR', 500, detail, {}, where), retryAfter: null };
  }
  const shown = SHOWN_AS[known.code];
  return {
    kind: kindOf(known),
    problem: problem(shown?.code ?? known.code, status, shown?.detail ?? known.message, shown ? {} : known.details, where),
    retryAfter: known instanceof Unavailable ? Math.max(1, Math.ceil(known.retryAfterMs / 1000)) : null,
  };
}

function problem(
  code: string,
  status: ProblemStatus,
  detail: string,
  details: Readonly<Record<string, unknown>>,
  where: { instance: string; traceId: string },
): Problem {
  return {
    type: `urn:workroom:problem:${code}`,
    title: titleOf(code),
    status,
    detail,
    instance: where.instance,
    code,
    ...(Object.keys(details).length > 0 && { details }),
    traceId: where.traceId,
  };
}
