// One world from its beginning to the end of all its Runs, generated from a seed or played again from a trace, with every invariant watching.
import { isTerminal, runStatus } from '#domain/run';
import { bringToEnd } from './calm.js';
import { climateOf } from './climate.js';
import type { Counts } from './counts.js';
import { checkChains, checkDeeply, Memories } from './deep-checks.js';
import { INVARIANTS } from './invariants/index.js';
import { Violation } from './invariants/invariant.js';
import type { Invariant, Watch } from './invariants/invariant.js';
import type { Answer, Batch } from './message.js';
import { mix, Random } from './random.js';
import { performStep } from './steps.js';
import type { Step, StepKind, Trace } from './trace.js';
import { Defect, World } from './world.js';
import type { RunRules } from './world.js';

/** How often the dear checks are made, in steps. */
const DEEP_EVERY = 256;

export interface EpisodeOptions {
  /** The decider to try; default: the Kernel's. */
  readonly rules?: RunRules;
  readonly invariants?: readonly Invariant[];
  /** Whether to write down, in words, what happened. */
  readonly log?: boolean;
}

export interface Failure {
  readonly invariant: string;
  readonly rule: string;
  readonly detail: string;
}

export interface EpisodeResult {
  readonly trace: Trace;
  readonly counts: Counts;
  /** null: nothing is wrong. */
  readonly failure: Failure | null;
  readonly log: readonly string[];
}

/** Answers to messages sent at once are looked at in the order in which their facts were stored; those without facts last. */
const storedAt = ({ batch }: Answer): number => batch?.before.sequence ?? Number.MAX_SAFE_INTEGER;

class Episode {
  readonly world: World;
  private readonly watches: ReadonlyArray<readonly [Invariant, Watch]>;
  private readonly memories = new Map<string, Memories>();
  private steps = 0;

  constructor(
    readonly seed: number,
    options: EpisodeOptions,
  ) {
    this.world = new World(climateOf(seed), options.rules, { log: options.log ?? false });
    this.watches = (options.invariants ?? INVARIANTS).map((invariant) => [invariant, invariant.watch()]);
  }

  /** Whether the step did anything. */
  async perform({ kind, seed }: Step): Promise<boolean> {
    this.world.log?.push(`${kind}:${seed.toString(36)}`);
    if (kind === 'end') {
      await bringToEnd(this.world, seed, (answers) => this.check(answers));
      await checkChains(this.world);
      return true;
    }
    const answers = await performStep(this.world, new Random(seed), kind);
    if (answers === null) return false;
    this.steps += 1;
    this.world.counts.add('step storm');
    await this.check(answers);
    if (this.steps % DEEP_EVERY === 0) await this.checkAllDeeply();
    return true;
  }

  private async check(answers: readonly Answer[]): Promise<void> {
    const asStored = answers.toSorted((one, other) => storedAt(one) - storedAt(other));
    for (const answer of asStored) {
      this.judge((watch) => watch.answer?.(answer));
      this.tally(answer);
      if (answer.batch) await this.checkBatch(answer.batch);
    }
  }

  private async checkBatch(batch: Batch): Promise<void> {
    this.judge((watch) => watch.batch?.(batch));
    this.world.counts.add('facts', batch.facts.length);
    if (isTerminal(batch.before) || !isTerminal(batch.after)) return;
    this.world.counts.add(`run ${runStatus(batch.after)}`);
    await this.deep(batch.runId);
  }

  private judge(ask: (watch: Watch) => string | null | undefined): void {
    for (const [{ name, rule }, watch] of this.watches) {
      const wrong = ask(watch);
      if (wrong === undefined) continue;
      this.world.counts.add(`check ${name}`);
      if (wrong !== null) throw new Violation(name, rule, wrong);
    }
  }

  private tally({ outcome, message }: Answer): void {
    const { counts } = this.world;
    counts.add(`command ${message.command.type}`);
    if (outcome.kind === 'receipt') counts.add(`answer ${outcome.receipt.outcome}`);
    else counts.add(outcome.kind === 'refused' ? `refused ${outcome.code}` : `answer lost`);
  }

  private async deep(runId: string): Promise<void> {
    const run = this.world.runs.get(runId);
    if (!run) return;
    let memories = this.memories.get(runId);
    if (!memories) this.memories.set(runId, (memories = new Memories()));
    this.world.counts.add('check deep', await checkDeeply(this.world, run, memories));
  }

  private async checkAllDeeply(): Promise<void> {
    for (const runId of this.world.runs.keys()) await this.deep(runId);
  }
}

const failureOf = (error: unknown): Failure => {
  if (error instanceof Violation) return { invariant: error.invariant, rule: error.rule, detail: error.detail };
  const cause = error instanceof Defect && error.cause instanceof Error ? `\n${error.cause.stack ?? ''}` : '';
  return {
    invariant: 'no defect',
    rule: 'K-047',
    detail: `${String(error)}${cause || (error instanceof Error ? `\n${error.stack ?? ''}` : '')}`,
  };
};

/** Plays steps until something is wrong or all are done. */
async function play(episode: Episode, steps: AsyncIterable<Step> | Iterable<Step>): Promise<Failure | null> {
  try {
    for await (const step of steps) await episode.perform(step);
    return null;
  } catch (error) {
    return failureOf(error);
  }
}

/** The same trace gives the same world, whatever else runs. */
export async function playTrace(trace: Trace, options: EpisodeOptions = {}): Promise<EpisodeResult> {
  const episode = new Episode(trace.world, options);
  const failure = await play(episode, trace.steps);
  return { trace, counts: episode.world.counts, failure, log: episode.world.log ?? [] };
}

/** A new world with so many steps of storm, then calm until every Run has ended. */
export async function playEpisode(seed: number, length: number, options: EpisodeOptions = {}): Promise<EpisodeResult> {
  const episode = new Episode(seed, options);
  const generator = new Random(mix(seed, 2));
  const steps: Step[] = [];
  const perform = async (kind: StepKind): Promise<boolean> => {
    const step = { kind, seed: generator.next() };
    steps.push(step);
    return episode.perform(step);
  };
  const { weights } = episode.world.climate;
  let failure: Failure | null = null;
  try {
    for (let done = 0; done < length;) if (await perform(generator.weighted(weights))) done += 1;
    await perform('end');
  } catch (error) {
    failure = failureOf(error);
  }
  return { trace: { world: seed, steps }, counts: episode.world.counts, failure, log: episode.world.log ?? [] };
}
