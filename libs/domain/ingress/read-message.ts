// What a message asks for: its first word decides, any case, leading white space allowed. Everything that is no command is discussion.
import type { Lane, RunStatus } from '#domain/run';
import { CommandLine } from './command-line.js';
import type { ControlCommand, QueryCommand } from './control-command.js';
import {
  LANES,
  readBudget,
  readEffect,
  readGate,
  readLease,
  readPlanGate,
  readRunControl,
  readTaskPriority,
} from './run-grammar.js';
import { readDataLifecycle, readPortfolio } from './sponsor-room-grammar.js';
import { USAGE, type UsageKey } from './usage.js';

export type Intent = 'discussion' | 'work_request' | 'control' | 'query';

/** A command that cannot be understood is stored and answered, never taken for discussion. */
export interface Unclear {
  readonly reasonCode: 'missing_work_scope' | 'missing_control_target' | 'invalid_command';
  /** The usage line of the matched family; null where no family matched. */
  readonly usage: string | null;
}

export type ReadMessage =
  | { readonly intent: 'discussion' }
  | { readonly intent: 'work_request'; readonly text: string; readonly lane: Lane | null }
  | { readonly intent: 'work_request'; readonly unclear: Unclear }
  | { readonly intent: 'control'; readonly command: ControlCommand }
  | { readonly intent: 'control'; readonly unclear: Unclear }
  | { readonly intent: 'query'; readonly command: QueryCommand }
  | { readonly intent: 'query'; readonly unclear: Unclear }
  /** `/task` is no work request: it is answered with a hint and nothing is stored. */
  | { readonly intent: 'hint'; readonly hint: 'use_work' };

const RUN_STATUSES: readonly RunStatus[] = [
  'active',
  'paused',
  'blocked',
  'needs_replan',
  'cancelling',
  'completed',
  'cancelled',
];
const VERBS = /^\s*\/(work|task|control|runs|run)(?=\s|$)/i;

const invalid = (family: UsageKey): { readonly unclear: Unclear } => ({
  unclear: { reasonCode: 'invalid_command', usage: USAGE[family] },
});

/** Whether a text opens with a command verb; a verb ends at white space or the end of the text. */
export const startsWithVerb = (text: string): boolean => VERBS.test(text);

export function readMessage(text: string): ReadMessage {
  const verb = VERBS.exec(text);
  if (!verb) return { intent: 'discussion' };
  const rest = text.slice(verb[0].length);
  const line = new CommandLine(rest.split(/\r?\n/, 1)[0] ?? '');
  switch (verb[1]?.toLowerCase()) {
    case 'work':
      return readWork(rest);
    case 'task':
      return { intent: 'hint', hint: 'use_work' };
    case 'control':
      return readControl(line);
    case 'runs':
      return readRuns(line);
    default:
      return readRun(line);
  }
}

/** The text after the verb, over all its lines; `--lane` right after the verb asks for a lane. */
function readWork(rest: string): ReadMessage {
  const option = /^\s*--lane(?:=|\s+|$)(\S*)/.exec(rest);
  const lane = LANES.find((name) => name === option?.[1]?.toLowerCase()) ?? null;
  if (option && lane === null) return { intent: 'work_request', ...invalid('work') };
  const text = (option ? rest.slice(option[0].length) : rest).trim();
  if (text === '') return { intent: 'work_request', unclear: { reasonCode: 'missing_work_scope', usage: USAGE.work } };
  return { intent: 'work_request', text, lane };
}

/** A work request from elsewhere than chat (`POST /inbox`, the command line): the verb may be left out. */
export const readWorkRequest = (text: string): Extract<ReadMessage, { intent: 'work_request' }> => {
  const read = readMessage(text);
  return read.intent === 'work_request' ? read : (readWork(` ${text}`) as Extract<ReadMessage, { intent: 'work_request' }>);
};

const CONTROL: Readonly<Record<string, (line: CommandLine) => ControlCommand | null>> = {
  'plan-gate': readPlanGate,
  gate: readGate,
  run: readRunControl,
  budget: readBudget,
  task: readTaskPriority,
  effect: readEffect,
  lease: readLease,
  'data-lifecycle': readDataLifecycle,
  portfolio: readPortfolio,
};

function readControl(line: CommandLine): ReadMessage {
  const named = line.word('plan-gate', 'gate', 'run', 'task', 'effect', 'lease', 'data-lifecycle', 'portfolio');
  if (named === null) return { intent: 'control', unclear: { reasonCode: 'missing_control_target', usage: null } };
  const family = named === 'run' && line.word('budget') !== null ? 'budget' : named;
  const command = CONTROL[family]?.(line);
  return command ? { intent: 'control', command } : { intent: 'control', ...invalid(family) };
}

function readRuns(line: CommandLine): ReadMessage {
  if (line.atEnd) return { intent: 'query', command: { query: 'runs', status: null } };
  const status = line.word(...RUN_STATUSES);
  return status && line.atEnd ? { intent: 'query', command: { query: 'runs', status } } : { intent: 'query', ...invalid('runs') };
}

function readRun(line: CommandLine): ReadMessage {
  const runId = line.id(/^[A-Za-z0-9_-]{1,128}$/);
  return runId !== null && line.atEnd
    ? { intent: 'query', command: { query: 'run', runId } }
    : { intent: 'query', ...invalid('run-query') };
}
