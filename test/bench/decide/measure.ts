// One process, one round: admits, decides and folds the workload for about two seconds and prints commands a second of processor time.
import { initialRun, runDecider } from '#domain/run';
import type { RecordedRunEvent } from '#domain/run';
import { lives } from './workload.js';
import type { Asked } from './workload.js';

const WARM_UP_MS = 1_000;
const ROUND_MS = 2_000;

function pass(asked: readonly Asked[]): number {
  let state = initialRun;
  for (const { command, context } of asked) {
    runDecider.admit(state, command);
    runDecider.operation(command);
    for (const fact of runDecider.decide(state, command, context)) {
      state = runDecider.evolve(state, { ...fact, at: context.now } as RecordedRunEvent);
    }
  }
  if (state.open.length > 0) throw new Error('The Run of the workload did not end: the figure would mean nothing.');
  return asked.length;
}

function commandsFor(asked: readonly Asked[], ms: number): number {
  const until = performance.now() + ms;
  let commands = 0;
  while (performance.now() < until) commands += pass(asked);
  return commands;
}

const asked = lives(Number(process.argv[2]));
commandsFor(asked, WARM_UP_MS);
const before = process.cpuUsage();
const commands = commandsFor(asked, ROUND_MS);
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${Math.round((commands * 1e6) / (user + system))}\n`);
