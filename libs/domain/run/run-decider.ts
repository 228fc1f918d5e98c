// The Run decider: state and command in, facts out; facts folded into state.
import type { Decider } from '../kernel/index.js';
import type { RunCommand } from './commands/run-command.js';
import { admit } from './decide/admit.js';
import { decide } from './decide/decide.js';
import { operationOf } from './decide/operation.js';
import type { RunEvent } from './events/run-event.js';
import { evolve } from './evolve/evolve.js';
import { initialRun } from './state.js';
import type { RunState } from './state.js';

export const runDecider: Decider<RunState, RunCommand, RunEvent> = {
  name: 'run',
  version: 1,
  initial: initialRun,
  admit,
  operation: operationOf,
  decide,
  evolve,
};

/** The stream of a Run; the prefix is always added. */
export const runStreamOf = (runId: string): string => `run-${runId}`;
