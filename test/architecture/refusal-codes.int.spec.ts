// Each refusal code of the Kernel that the sources can raise is provoked by a spec that expects exactly that code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemCodes } from '#platform/errors';

const CODES: Readonly<Record<string, string>> = {
  'K-360': 'RUN_NOT_FOUND RUN_EXISTS RUN_TERMINAL RUN_PROJECT_MISMATCH RUN_CANCELLING RUN_PAUSED RUN_NOT_PAUSED',
  'K-361': 'SEQUENCE_CONFLICT OPERATION_PAYLOAD_CONFLICT WRITER_FENCED',
  'K-362': 'PLAN_INVALID PLAN_REPLAY_DRIFT PLAN_REVISION_STALE PREEMPTION_REQUIRED PLAN_REVISION_REJECTED',
  'K-363': `TASK_NOT_FOUND TASK_NOT_READY TASK_NOT_BLOCKED TASK_NOT_AWAITING TASK_NOT_FAILED TASK_REVISION_STALE TASK_KEY_REUSED
    REWORK_EXHAUSTED ATTEMPTS_EXHAUSTED DEPENDENCY_NOT_ACCEPTED BLOCKER_NOT_FOUND BLOCKER_NEEDS_SPONSOR WAIT_MALFORMED`,
  'K-364': `ACCEPTANCE_NOT_PINNED CANDIDATE_MISMATCH CANDIDATE_STALE REVIEW_SELF REVIEW_NOT_OPEN REVIEW_NOT_CLAIMED
    REVIEWER_NOT_INDEPENDENT VERDICT_INCOMPLETE VERDICT_WITHOUT_EVIDENCE`,
  'K-365': `FENCE_NOT_HIGHER ENVELOPE_STALE LEASE_EXPIRED HEARTBEAT_NOT_EXTENDING ASSIGNMENT_NOT_FOUND ASSIGNMENT_NOT_RUNNING
    ROUTE_CHANGED`,
  'K-366': `SCHEDULER_DECISION_MISMATCH DISPATCH_NOT_FOUND DISPATCH_WITHDRAWN PRIORITY_EXPIRED PRIORITY_STALE PRIORITY_CROSS_LANE
    PRIORITY_UNAUTHORIZED CLOCK_NOT_ADVANCING`,
  'K-367': `GATE_NOT_FOUND GATE_SETTLED GATE_EXPIRED GATE_UNAUTHORIZED GATE_AUTHORITY_MISSING GATE_PROOF_STALE
    REQUESTER_CANNOT_APPROVE AGENT_CANNOT_APPROVE`,
  'K-368': `AUTHORITY_PORT_MISSING ACTOR_NOT_AUTHORIZED TOKEN_INVALID TOKEN_EXPIRED TOKEN_SCOPE CONTROL_SCOPE_NOT_EXACT
    PROJECT_NOT_ACTIVE NOT_PROJECT_SPONSOR`,
};

const root = join(import.meta.dirname, '../..');
const SPEC = /\.(spec|suite)\.tsx?$/;
/** They name codes without raising or provoking any: the tables of statuses, and the Console, which is told them. */
const TABLES = /^(libs\/platform\/errors\/problem-table|apps\/console\/|test\/architecture\/|libs\/contracts\/generated\/)/;

const sources = ['libs', 'apps', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.tsx?$/.test(path) && !TABLES.test(path)),
);
const textsOf = (paths: readonly string[]): string => paths.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');

/** Codes that some source raises: as the code of a refusal, or as what a rule demands. */
const raisedIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/'([A-Z][A-Z_]{5,})'/g)].map(([, code]) => code as string));

/** Codes that a spec expects to be answered with; a code in a title or in an input is none. */
const provokedIn = (text: string): ReadonlySet<string> => {
  const expected =
    /(?:toBe|toEqual|toStrictEqual|toThrow|thenRejected|toMatchObject|problem|refus\w*|rejects?|expectCode|fails)\([^;]*?;|code: ?[^\n]*|\[[^\n]*'[A-Z_]{6,}'/g;
  return new Set(
    [...text.matchAll(expected)].flatMap(([part]) =>
      [...part.matchAll(/\b([A-Z][A-Z_]{5,})\b/g)].map(([, code]) => code as string),
    ),
  );
};

const raised = raisedIn(textsOf(sources.filter((path) => !SPEC.test(path) && !path.startsWith('test/'))));
const provoked = provokedIn(textsOf(sources.filter((path) => SPEC.test(path))));
const known = new Set(problemCodes());

const NOTHING = { withoutStatus: [], neverRaised: [], neverProvoked: [] };

function missing(id: string): typeof NOTHING | Readonly<Record<keyof typeof NOTHING, readonly string[]>> {
  const codes = (CODES[id] ?? '').split(/\s+/);
  return {
    withoutStatus: codes.filter((code) => !known.has(code)),
    neverRaised: codes.filter((code) => !raised.has(code)),
    neverProvoked: codes.filter((code) => !provoked.has(code)),
  };
}

describe('refusal codes have a status, are raised by some source and provoked by some spec:', () => {
  it('[K-360] of Runs', () => expect(missing('K-360')).toStrictEqual(NOTHING));
  it('[K-361] of writes', () => expect(missing('K-361')).toStrictEqual(NOTHING));
  it('[K-362] of plans', () => expect(missing('K-362')).toStrictEqual(NOTHING));
  it('[K-363] of tasks and blockers', () => expect(missing('K-363')).toStrictEqual(NOTHING));
  it('[K-364] of acceptance', () => expect(missing('K-364')).toStrictEqual(NOTHING));
  it('[K-365] of execution', () => expect(missing('K-365')).toStrictEqual(NOTHING));
  it('[K-366] of scheduling', () => expect(missing('K-366')).toStrictEqual(NOTHING));
  it('[K-367] of gates', () => expect(missing('K-367')).toStrictEqual(NOTHING));
  it('[K-368] of authority', () => expect(missing('K-368')).toStrictEqual(NOTHING));

  it('that are only mentioned count as neither', () => {
    expect(raisedIn('/** Throws RUN_TERMINAL. */ refuse("x")').has('RUN_TERMINAL')).toBe(false);
    expect(raisedIn("refuse('RUN_TERMINAL', 'It is over.')").has('RUN_TERMINAL')).toBe(true);
    expect(provokedIn("it('RUN_TERMINAL is refused', () => { const x = 1; });").has('RUN_TERMINAL')).toBe(false);
    expect(provokedIn("expect(refusalOf(() => story.pause())).toBe('RUN_TERMINAL');").has('RUN_TERMINAL')).toBe(true);
  });
});
