// A simulation: episode after episode until enough steps are done or one fails; a failing one is shrunk.
import { Counts } from './counts.js';
import { playEpisode, playTrace } from './episode.js';
import type { EpisodeOptions, Failure } from './episode.js';
import { mix } from './random.js';
import type { Sent } from './script.js';
import { shrink } from './shrink.js';
import type { Trace } from './trace.js';

/** Steps of storm in one episode; calm steps come on top. */
export const EPISODE_STEPS = 1_500;

export interface Found {
  readonly failure: Failure;
  /** The episode in which it was found, and its trace, already shrunk. */
  readonly episode: number;
  readonly trace: Trace;
  /** What happens in the shrunk trace, in words. */
  readonly log: readonly string[];
  /** The same as deliveries: what becomes a test. */
  readonly script: readonly Sent[];
}

export interface Simulated {
  readonly counts: Counts;
  readonly found: Found | null;
}

export const stepsOf = (counts: Counts): number => counts.of('step storm') + counts.of('step calm');

/** How long a failing trace is shrunk at most. */
const SHRINK_MS = 120_000;

export async function minimal(
  trace: Trace,
  failure: Failure,
  options: EpisodeOptions = {},
): Promise<Pick<Found, 'trace' | 'log' | 'script'>> {
  const until = performance.now() + SHRINK_MS;
  const stillFails = async (candidate: Trace): Promise<boolean> =>
    (await playTrace(candidate, options)).failure?.invariant === failure.invariant;
  const small = await shrink(trace, stillFails, () => performance.now() < until);
  const { log, script } = await playTrace(small, { ...options, log: true });
  return { trace: small, log, script };
}

export async function simulate(
  seed: number,
  steps: number,
  tell: (done: number) => void = () => undefined,
  options: EpisodeOptions = {},
): Promise<Simulated> {
  const counts = new Counts();
  for (let episode = 0; stepsOf(counts) < steps; episode += 1) {
    const played = await playEpisode(mix(seed, episode), EPISODE_STEPS, options);
    counts.addAll(played.counts);
    counts.add('episodes');
    tell(stepsOf(counts));
    if (!played.failure) continue;
    const small = await minimal(played.trace, played.failure, options);
    return { counts, found: { failure: played.failure, episode, ...small } };
  }
  return { counts, found: null };
}
