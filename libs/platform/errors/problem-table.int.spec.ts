// Holds the table against the specification's lists, and against the codes that the sources really throw towards a caller.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Rejection } from '#domain/kernel';
import { problemCodes, START_CODES, statusOf } from './problem-table.js';
import { problemOf } from './problem.js';

const LISTED: Readonly<Record<number, string>> = {
  400: `VALUE_INVALID, IDENTITY_IN_BODY, FORBIDDEN_KEY, CURSOR_INVALID, CONTROL_SCOPE_NOT_EXACT, EFFECT_REASON_INVALID, DECISION_TIME_SKEW`,
  401: `TOKEN_INVALID, TOKEN_EXPIRED`,
  403: `TOKEN_SCOPE, TOKEN_PLANE, PRINCIPAL_REQUIRED, INTERNAL_PRINCIPAL, NOT_PROJECT_SPONSOR, NOT_CONSOLE_RECIPIENT,
    NOT_TRUSTED_PUBLISHER, ACTOR_NOT_AUTHORIZED, AGENT_CANNOT_APPROVE, REQUESTER_CANNOT_APPROVE, GATE_UNAUTHORIZED,
    PRIORITY_UNAUTHORIZED, PRIORITY_CROSS_LANE, REVIEW_SELF, REVIEWER_NOT_INDEPENDENT, BLOCKER_NEEDS_SPONSOR, HOLD_SELF_REVIEW,
    DISCLOSURE_DENIED, WORKSPACE_ESCAPE, NOT_PORTFOLIO_SPONSOR`,
  404: `RUN_NOT_FOUND, TASK_NOT_FOUND, GATE_NOT_FOUND, BLOCKER_NOT_FOUND, ASSIGNMENT_NOT_FOUND, DISPATCH_NOT_FOUND, EFFECT_NOT_FOUND,
    OBJECT_NOT_FOUND`,
  409: `SEQUENCE_CONFLICT, OPERATION_PAYLOAD_CONFLICT, RUN_EXISTS, RUN_TERMINAL, RUN_CANCELLING, RUN_PAUSED, RUN_NOT_PAUSED,
    PLAN_REPLAY_DRIFT, PLAN_REVISION_STALE, PREEMPTION_REQUIRED, TASK_NOT_READY, TASK_NOT_BLOCKED, TASK_NOT_AWAITING, TASK_NOT_FAILED,
    TASK_REVISION_STALE, TASK_KEY_REUSED, REWORK_EXHAUSTED, ATTEMPTS_EXHAUSTED, DEPENDENCY_NOT_ACCEPTED, ACCEPTANCE_NOT_PINNED,
    CANDIDATE_MISMATCH, CANDIDATE_STALE, REVIEW_NOT_OPEN, REVIEW_NOT_CLAIMED, GATE_SETTLED, GATE_EXPIRED, GATE_PROOF_STALE,
    PRIORITY_STALE, PRIORITY_EXPIRED, FENCE_NOT_HIGHER, ENVELOPE_STALE, LEASE_EXPIRED, HEARTBEAT_NOT_EXTENDING,
    ASSIGNMENT_NOT_RUNNING, ROUTE_CHANGED, SCHEDULER_DECISION_MISMATCH, DISPATCH_WITHDRAWN, CLOCK_NOT_ADVANCING,
    CATALOG_REVISION_CONFLICT, PROFILE_REVISION_STALE, KNOWLEDGE_REVISION_STALE, PORTFOLIO_REVISION_STALE, PORTFOLIO_LIMIT,
    BUDGET_INSUFFICIENT, EFFECT_SETTLED, EFFECT_DIGEST_MISMATCH, EXPORT_STALE, HOLD_ACTIVE, HOLD_NOT_REVIEWED, RETENTION_MINIMUM,
    PURGE_REQUESTED, PROJECT_NOT_ACTIVE, REMOTE_NOT_ELIGIBLE, HANDOFF_CLAIMED, PACK_CONFLICT, PROFILE_CONFLICT`,
  410: `PAYLOAD_UNAVAILABLE`,
  413: `BODY_TOO_LARGE`,
  415: `MEDIA_TYPE`,
  429: `RATE_LIMITED`,
  422: `PLAN_INVALID, PLAN_REVISION_REJECTED, CATALOG_INVALID, VERDICT_INCOMPLETE, VERDICT_WITHOUT_EVIDENCE, CONTEXT_BUDGET_EXCEEDED,
    PRICE_UNKNOWN, WAIT_MALFORMED`,
  500: `EVENT_UNKNOWN, JOURNAL_TAMPERED, PAYLOAD_CORRUPT, CLOCK_BACKWARDS`,
  503: `RUNTIME_NOT_READY, PROJECTION_BEHIND, AUTHORITY_PORT_MISSING, GATE_AUTHORITY_MISSING, PAYLOAD_AUTHORITY_UNAVAILABLE,
    PAYLOAD_CAS_LOST, PAYLOAD_ABANDONED, AUDIT_UNAVAILABLE, WRITER_FENCED, STORE_UNAVAILABLE, STORE_FULL`,
};
const listed = Object.entries(LISTED).flatMap(([status, codes]) =>
  codes.split(/,\s+/).map((code): [string, number] => [code, Number(status)]),
);

/** Never answered over a wire: it stays inside ingress, or refuses a reload. */
const INSIDE = ['SEQUENCE_MISSING', 'BACKEND_CHANGE_NEEDS_RESTART'];
/** What agents meet in their workspace becomes a failed execution, never an answer to a caller. */
const NO_CALLER = /^(libs\/(agent-runtime|workspaces|testing)|apps\/(executor|reviewer|console))\//;
const root = join(import.meta.dirname, '../../..');

/** Code → the file that throws it. */
function thrownCodes(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of ['libs', 'apps']) {
    for (const name of readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })) {
      const path = `${folder}/${name}`;
      if (!name.endsWith('.ts') || /\.(spec|suite)\.ts$/.test(name) || NO_CALLER.test(path)) continue;
      const thrown = readFileSync(join(root, path), 'utf8').matchAll(/new (?:Rejection|Conflict|Unavailable)\(\s*'([A-Z_]+)'/g);
      for (const [, code] of thrown) if (code) found.set(code, path);
    }
  }
  return found;
}

describe('problem table and specification', () => {
  it.each(listed)('[A-S07] answers %s with %i', (code, status) => {
    const { problem } = problemOf(new Rejection(code, 'A sentence.'), { instance: '/', traceId: 't' });
    expect([problem.code, problem.status, problem.type]).toEqual([code, status, `urn:workroom:problem:${code}`]);
  });

  it('gives each code that a source throws towards a caller a status, a refused start, or a reason to stay inside', () => {
    const thrown = thrownCodes();
    expect(thrown.size).toBeGreaterThan(40);
    const homeless = [...thrown].filter(([code]) => !statusOf(code) && !START_CODES.includes(code) && !INSIDE.includes(code));
    expect(homeless).toEqual([]);
  });

  it('knows no code twice', () => {
    const all = [...problemCodes(), ...START_CODES, ...INSIDE];
    expect(all.filter((code, at) => all.indexOf(code) !== at)).toEqual([]);
  });
});
