// npm run simulate -- --seed S --steps N: tries to break the Kernel; exits 1 and prints a minimal trace when it has.
// --trace TEXT plays such a trace; --save FILE keeps what failed as a regression; --defect NAME puts a mended defect back to find it anew.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { defectOf } from './defects.js';
import { playTrace } from './episode.js';
import type { Failure } from './episode.js';
import { seedOf } from './random.js';
import { reportOf } from './report.js';
import { scriptText } from './script.js';
import type { Sent } from './script.js';
import { simulate, stepsOf } from './simulation.js';
import { parseTrace, traceText } from './trace.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '50000' },
    trace: { type: 'string' },
    save: { type: 'string' },
    defect: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const defect = values.defect === undefined ? null : defectOf(values.defect);

function save({ invariant, detail }: Failure, world: number, sent: readonly Sent[]): void {
  if (values.save === undefined) return;
  writeFileSync(values.save, scriptText({ defect: defect?.what ?? detail, invariant, world, sent }));
  say(`Kept as ${values.save}: test/simulate/regressions.int.spec.ts plays what lies in test/simulate/regressions.`);
}

async function again(text: string): Promise<number> {
  const trace = parseTrace(text);
  const { failure, log, script } = await playTrace(trace, { ...defect?.options(), log: true });
  log.forEach(say);
  if (failure) save(failure, trace.world, script);
  say(failure ? `FAILED ${failure.invariant} (${failure.rule}): ${failure.detail}` : 'Nothing is wrong.');
  return failure ? 1 : 0;
}

async function many(seed: string, steps: number): Promise<number> {
  const started = performance.now();
  let told = started;
  const tell = (done: number): void => {
    if (values.quiet || performance.now() - told < 15_000) return;
    told = performance.now();
    process.stderr.write(`${done} steps, ${Math.round(done / ((told - started) / 1_000))} a second\n`);
  };
  const { counts, found } = await simulate(seedOf(seed), steps, tell, defect?.options());
  const seconds = (performance.now() - started) / 1_000;
  reportOf(counts).forEach(say);
  const cpu = process.cpuUsage().user / 1_000_000;
  say(
    `seed ${seed}: ${stepsOf(counts)} steps in ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of them on the processor (${Math.round(stepsOf(counts) / cpu)} steps a second of it)`,
  );
  if (!found) return 0;
  const { failure, trace, log, script } = found;
  say(`\nFAILED ${failure.invariant} (${failure.rule}): ${failure.detail}`);
  say(`Minimal trace, ${trace.steps.length} steps; play it with: npm run simulate -- --trace "${traceText(trace)}"`);
  say('Make it a test: the same with --save test/simulate/regressions/NAME.jsonl');
  log.forEach(say);
  save(failure, trace.world, script);
  return 1;
}

const steps = Number(values.steps);
if (!Number.isSafeInteger(steps) || steps < 1) {
  process.stderr.write('--steps must be a positive integer.\n');
  process.exitCode = 2;
} else process.exitCode = await (values.trace ? again(values.trace) : many(values.seed, steps));
