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
import type { Script, Sent } from './script.js';
import { performStep } from './steps.js';
import type { Step, StepKind, Trace } from './trace.js';
import { Defect, World } from './world.js';
import type { WorldOptions } from './world.js';

/** How often the dear checks are made, in steps. */
const DEEP_EVERY = 256;

/** Where in a played script the numbers of the end begin: far from those that the script has used. */
const AFTER_SCRIPT = 1_000_000;

export interface EpisodeOptions extends Omit<WorldOptions, 'firstNumber'> {
  readonly invariants?: readonly Invariant[];
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
  /** Every delivery; empty where nothing is written down. */
  readonly script: readonly Sent[];
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
    options: EpisodeOptions & Pick<WorldOptions, 'firstNumber'>,
  ) {
    this.world = new World(climateOf(seed), options);
    this.watches = (options.invariants ?? INVARIANTS).map((invariant) => [invariant, invariant.watch()]);
  }

  /** Whether the step did anything. */
  async perform({ kind, seed }: Step): Promise<boolean> {
    this.world.log?.push(`${kind}:${seed.toString(36)}`);
    if (kind === 'end') {
      await this.end(seed);
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

  private async end(seed: number): Promise<void> {
    await bringToEnd(this.world, seed, (answers) => this.check(answers));
    await checkChains(this.world);
    this.world.counts.add('check chains sound');
  }

  /** Sends everything as it was sent then, and brings the Runs to their end. */
  async repeat(sent: readonly Sent[]): Promise<void> {
    const { world } = this;
    for (const { at, door, dies, messages } of sent) {
      world.now = at;
      const [message] = messages;
      if (dies !== null && message) await this.check(await world.dieAt(dies, message));
      else if (door !== 'old')
        await this.check(
          await world.deliver(messages, door === 'first' ? world.journal : door === 'second' ? world.door : undefined),
        );
      else if (world.old) await this.check(await world.deliver(messages, world.old));
    }
    await this.checkAllDeeply();
    await this.end(0);
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
    for (const { type } of batch.facts) this.world.counts.add(`fact ${type}`);
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
    await checkDeeply(this.world, run, memories, (name) => this.world.counts.add(`check ${name}`));
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

const resultOf = ({ world }: Episode, trace: Trace, failure: Failure | null): EpisodeResult => ({
  trace,
  counts: world.counts,
  failure,
  log: world.log ?? [],
  script: world.script ?? [],
});

/** The same trace gives the same world, whatever else runs. */
export async function playTrace(trace: Trace, options: EpisodeOptions = {}): Promise<EpisodeResult> {
  const episode = new Episode(trace.world, options);
  const failure = await play(episode, trace.steps);
  return resultOf(episode, trace, failure);
}

/** The same deliveries as they were made then: what breaks has broken before. */
export async function playScript({ world, sent }: Script, options: EpisodeOptions = {}): Promise<EpisodeResult> {
  const episode = new Episode(world, { ...options, firstNumber: AFTER_SCRIPT });
  let failure: Failure | null = null;
  try {
    await episode.repeat(sent);
  } catch (error) {
    failure = failureOf(error);
  }
  return resultOf(episode, { world, steps: [] }, failure);
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
  return resultOf(episode, { world: seed, steps }, failure);
}
