// What a model or a strategy may say of a plan: a closed, untrusted shape. Lane, deadlines, budget and authority are no part of it.
import { joinPath, Reading } from '#domain/kernel';
import type { ExecutionRole, Requirements } from '#domain/run';
import type { Violation } from './violation.js';

export interface CandidateTask {
  readonly key: string;
  readonly title: string;
  readonly role: string;
  readonly required: boolean;
  readonly maxAttempts: number;
  readonly localRank: number;
  readonly dependsOn: readonly string[];
  readonly requires: Requirements;
  readonly approval: 'none' | 'sponsor_required';
  /** A task whose agents may not work on this one. */
  readonly distinctFrom: string | null;
}

export interface Candidate {
  readonly version: 1;
  /** The workflow that it follows, as `id` or `id@version`. */
  readonly strategy: string;
  readonly tasks: readonly CandidateTask[];
}

export const EXECUTION_ROLES: readonly ExecutionRole[] = ['executor', 'integration'];
const TASK_KEYS = ['key', 'title', 'role', 'required', 'maxAttempts', 'localRank', 'dependsOn', 'requires', 'approval'];
const REQUIRES_KEYS = ['tools', 'skills', 'integrations', 'authorities'];
const MAX_TASKS = 256;
const MAX_NAMES = 64;

function readNames(reading: Reading, value: unknown, path: string): string[] {
  const names = reading.list(value, path, (item, where) => reading.text(item, where, 256));
  if (names.length > MAX_NAMES) reading.report(path, `may hold at most ${MAX_NAMES} names`);
  return [...new Set(names)];
}

function readRequires(reading: Reading, value: unknown, path: string): Requirements {
  const fields = reading.record(value, path, REQUIRES_KEYS);
  const names = (key: string): string[] => readNames(reading, fields[key], joinPath(path, key));
  return {
    tools: names('tools'),
    skills: names('skills'),
    integrations: names('integrations'),
    authorities: names('authorities'),
  };
}

function readTask(reading: Reading, value: unknown, path: string): CandidateTask {
  const fields = reading.record(value, path, TASK_KEYS, ['distinctFrom']);
  const at = (key: string): string => joinPath(path, key);
  const distinctFrom = fields['distinctFrom'] ?? null;
  return {
    key: reading.text(fields['key'], at('key'), 64),
    title: reading.text(fields['title'], at('title'), 500),
    role: reading.text(fields['role'], at('role'), 64),
    required: reading.flag(fields['required'], at('required'), true),
    maxAttempts: reading.integer(fields['maxAttempts'], at('maxAttempts'), 1, 1000),
    localRank: reading.integer(fields['localRank'], at('localRank'), 0, 1_000_000),
    dependsOn: readNames(reading, fields['dependsOn'], at('dependsOn')),
    requires: readRequires(reading, fields['requires'], at('requires')),
    approval: reading.word(fields['approval'], at('approval'), ['none', 'sponsor_required'], 'none'),
    distinctFrom: distinctFrom === null ? null : reading.text(distinctFrom, at('distinctFrom'), 64),
  };
}

/** Any extra, missing or misshaped key is a violation that names its path; a candidate with one is not looked at further. */
export function readCandidate(value: unknown): { readonly candidate: Candidate } | { readonly violations: readonly Violation[] } {
  const reading = new Reading();
  const fields = reading.record(value, '', ['version', 'strategy', 'tasks']);
  if (fields['version'] !== undefined && fields['version'] !== 1) reading.report('/version', 'must be 1');
  const strategy = reading.text(fields['strategy'], '/strategy', 256);
  const tasks = reading.list(fields['tasks'], '/tasks', (item, path) => readTask(reading, item, path));
  if (tasks.length > MAX_TASKS) reading.report('/tasks', `may hold at most ${MAX_TASKS} tasks`);
  if (reading.problems.length === 0) return { candidate: { version: 1, strategy, tasks } };
  return {
    violations: reading.problems.map(({ path, problem }) => ({
      rule: 'candidate_shape' as const,
      taskKey: null,
      message: `${path} ${problem}.`,
    })),
  };
}
