// The dear checks see what they are for: each must catch a Kernel, a view or a store that breaks just its rule.
import { nextDecision, openWaits, runDecider } from '#domain/run';
import type { RunState } from '#domain/run';
import type { EventRow } from '#contracts/codec';
import type { Snapshot, SnapshotKey } from '#journal';
import { MemorySnapshotStore, MemoryStore } from '#journal/memory';
import type { Projection } from '#read-models';
import { DEEP_CHECKS } from './deep-checks.js';
import { playEpisode } from './episode.js';
import type { EpisodeOptions } from './episode.js';
import { READINGS } from './readings.js';

let calls = 0;

class WrongSnapshots extends MemorySnapshotStore {
  override async load(key: SnapshotKey): Promise<Snapshot | undefined> {
    const snapshot = await super.load(key);
    return snapshot && { ...snapshot, state: snapshot.state.replace(/"lastFence":(\d+)/, '"lastFence":1$1') };
  }
}

class MovedRows extends MemoryStore {
  override put(row: EventRow): void {
    super.put(row.globalPosition === 30 ? { ...row, rowBindingDigest: `sha256:${'0'.repeat(64)}` } : row);
  }
}

const [runs] = READINGS.views;
const forgetful = {
  ...(runs as Projection<unknown>),
  project: (row: unknown, event: never) => ({ ...((runs?.project(row, event) ?? {}) as object), calls: (calls += 1) }),
};

const BROKEN: ReadonlyArray<readonly [check: string, what: string, options: () => EpisodeOptions]> = [
  ['snapshot and tail equal', 'a store that gives snapshots back otherwise', () => ({ snapshotStore: new WrongSnapshots() })],
  [
    'two schedulers equal',
    'a scheduler that counts its own decisions',
    () => ({
      readings: {
        nextDecision: (state) => {
          const decision = nextDecision(state);
          return decision && { ...decision, decisionId: `${decision.decisionId}:${(calls += 1)}` };
        },
      },
    }),
  ],
  [
    'work lists equal after rebuild',
    'a list of waits that forgets every other time',
    () => ({ readings: { openWaits: (state) => openWaits(state).slice((calls += 1) % 2) } }),
  ],
  ['views equal after rebuild', 'a view that counts how often it was asked', () => ({ readings: { views: [forgetful] } })],
  [
    'two tickers, one set of facts',
    'a clock of its own in the decider',
    () => ({
      rules: {
        ...runDecider,
        decide: (state, command, context) =>
          runDecider.decide(
            state,
            command,
            command.type === 'advance_clock' ? { ...context, now: context.now + ((calls += 1) % 2) } : context,
          ),
      },
    }),
  ],
  [
    'folds change nothing in place',
    'a fold that writes into the state before',
    () => ({
      rules: {
        ...runDecider,
        evolve: (state, event) => {
          if (event.type === 'clock.advanced') (state as { -readonly [Key in keyof RunState]: RunState[Key] }).now += 1;
          return runDecider.evolve(state, event);
        },
      },
    }),
  ],
  ['chains sound', 'a store that moves a row', () => ({ store: new MovedRows() })],
];

describe('the deep checks of the simulator', () => {
  it('have a canary each', () => {
    // That of a replay stands among those of the invariants.
    const shown = new Set(['replay equal', ...BROKEN.map(([check]) => check)]);
    expect(DEEP_CHECKS.map(({ name }) => name).filter((name) => !shown.has(name))).toStrictEqual([]);
  });

  it.each(BROKEN)('"%s" catches %s', async (check, _what, options) => {
    const seen: string[] = [];
    for (let seed = 1; seed <= 20; seed += 1) {
      const { failure } = await playEpisode(seed, 300, options());
      if (failure?.invariant === check) return;
      seen.push(failure?.invariant ?? 'nothing');
    }
    throw new Error(`It was not caught in 20 worlds; what failed was ${[...new Set(seen)].join(', ')}.`);
  });
});
