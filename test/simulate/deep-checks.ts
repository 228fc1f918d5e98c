// The dear checks: the whole stream folded anew, two schedulers and two tickers asked the same thing, and old states that must not have moved.
import { canonicalJson } from '#domain/kernel';
import { dueInstants, isTerminal, nextDecision, openWaits } from '#domain/run';
import type { RecordedRunEvent, RunEvent, RunState } from '#domain/run';
import { storedEvent } from '#contracts/codec';
import { foldStream, verify } from '#journal';
import { fixedHash } from '#testing';
import { tick } from './actors/clock.js';
import { Violation } from './invariants/invariant.js';
import { runCodec } from './world.js';
import type { LiveRun, World } from './world.js';

const same = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);

/** The stream as its stored bytes say it, from the first event. */
function replayed(world: World, { streamId }: LiveRun): RunState {
  let state = world.rules.initial;
  for (const row of world.store.streams.get(streamId) ?? []) {
    state = world.rules.evolve(state, runCodec.open(storedEvent(row)) as RecordedRunEvent);
  }
  return state;
}

const ticked = (world: World, run: LiveRun, state: RunState): readonly RunEvent[] | string => {
  const { sequence } = state;
  const { command } = tick({ world, run });
  try {
    return world.rules.decide(state, command, {
      now: state.now + 60_000,
      head: { revision: sequence, hash: fixedHash(sequence) },
    });
  } catch (error) {
    return String(error);
  }
};

function decisionOf(state: RunState): unknown {
  try {
    return nextDecision(state);
  } catch (error) {
    return String(error);
  }
}

/** Old states and what they were: a fold that changes one in place shows at the next look. */
export class Memories {
  private readonly kept: Array<{ readonly state: RunState; readonly text: string }> = [];

  check(state: RunState): void {
    for (const { state: old, text } of this.kept) {
      if (canonicalJson(old) !== text)
        throw new Violation('folds change nothing in place', 'K-004', `state ${old.sequence} of ${old.runId} moved`);
    }
    this.kept.push({ state, text: canonicalJson(state) });
    if (this.kept.length > 3) this.kept.shift();
  }
}

/** Throws a Violation; returns how many checks it made. */
export async function checkDeeply(world: World, run: LiveRun, memories: Memories): Promise<number> {
  const { state } = run;
  const again = replayed(world, run);
  if (!same(state, again))
    throw new Violation('replay equal', 'K-S01, K-056', `Run ${run.runId} folds to another state at ${state.sequence}`);
  const handled = await foldStream(world.door, world.rules, run.streamId, runCodec);
  if (!same(handled.state, state))
    throw new Violation('replay equal', 'K-S01, K-056', `the handler folds Run ${run.runId} otherwise`);
  if (!same(decisionOf(state), decisionOf(again)))
    throw new Violation('two schedulers equal', 'K-295, K-S02', `Run ${run.runId} at ${state.sequence}`);
  if (!same(dueInstants(state), dueInstants(again)) || !same(openWaits(state), openWaits(again))) {
    throw new Violation('projections equal after rebuild', 'K-056, K-315', `Run ${run.runId} at ${state.sequence}`);
  }
  if (!isTerminal(state) && !same(ticked(world, run, state), ticked(world, run, again))) {
    throw new Violation('two tickers, one set of facts', 'K-315', `Run ${run.runId} at ${state.sequence}`);
  }
  memories.check(state);
  return 6;
}

/** Every chain and row binding of the store. */
export async function checkChains(world: World): Promise<void> {
  const { breaks } = await verify(world.journal);
  const [first] = breaks;
  if (first) throw new Violation('chains sound', 'K-057, K-058', JSON.stringify(first));
}
