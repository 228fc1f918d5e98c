// The dear checks: the whole stream folded anew, from its bytes and from a snapshot, views rebuilt, two schedulers and two tickers asked the same thing.
import { canonicalJson } from '#domain/kernel';
import { isTerminal } from '#domain/run';
import type { RecordedRunEvent, RunEvent, RunState } from '#domain/run';
import { storedEvent } from '#contracts/codec';
import type { StoredEvent } from '#contracts/codec';
import { foldStream, verify } from '#journal';
import type { Projection } from '#read-models';
import { fixedHash } from '#testing';
import { tick } from './actors/clock.js';
import { Violation } from './invariants/invariant.js';
import { runCodec } from './world.js';
import type { LiveRun, World } from './world.js';

const same = (one: unknown, other: unknown): boolean => one === other || canonicalJson(one) === canonicalJson(other);

/** What a question answers, or how it fails. */
function answerTo(question: () => unknown): unknown {
  try {
    return question();
  } catch (error) {
    return String(error);
  }
}

/** What is kept from one look at a Run to the next. */
export class Memories {
  /** Old states and what they were: a fold that changes one in place shows at the next look. */
  readonly states: Array<{ readonly state: RunState; readonly text: string }> = [];
  /** The row of each view as a store would hold it, and how many events are in it. */
  readonly rows = new Map<string, { readonly seen: number; readonly text: string | null }>();
}

export interface Look {
  readonly world: World;
  readonly run: LiveRun;
  /** The stream, parsed from its stored bytes for this look alone. */
  readonly events: readonly StoredEvent[];
  /** What it folds to. */
  readonly again: RunState;
  readonly memories: Memories;
}

export interface DeepCheck {
  readonly name: string;
  readonly rule: string;
  /** What is wrong, or nothing. */
  look(at: Look): string | null | Promise<string | null>;
}

const ticked = ({ world, run }: Look, state: RunState): readonly RunEvent[] => {
  const { sequence } = state;
  const { command } = tick({ world, run });
  return world.rules.decide(state, command, {
    now: state.now + 60_000,
    head: { revision: sequence, hash: fixedHash(sequence) },
  });
};

const rowText = (row: unknown): string | null => (row === null || row === undefined ? null : JSON.stringify(row));

/** Projects on from a stored row. */
function projected(view: Projection<unknown>, text: string | null, events: readonly StoredEvent[]): unknown {
  let row: unknown = text === null ? undefined : JSON.parse(text);
  for (const event of events) if (view.key(event) !== null) row = view.project(row, event) ?? undefined;
  return row;
}

function viewDiffers(view: Projection<unknown>, { events, memories }: Look): boolean {
  const { seen, text } = memories.rows.get(view.name) ?? { seen: 0, text: null };
  const followed = projected(view, text, events.slice(seen));
  const rebuilt = projected(view, null, events);
  memories.rows.set(view.name, { seen: events.length, text: rowText(followed) });
  if (followed === undefined || rebuilt === undefined) return followed !== rebuilt;
  return rowText(followed) !== rowText(rebuilt) || !same(view.entries(followed), view.entries(rebuilt));
}

export const DEEP_CHECKS: readonly DeepCheck[] = [
  {
    name: 'snapshot and tail equal',
    rule: 'K-056',
    async look({ world, run, again }) {
      await world.snapshots.idle();
      const base = await world.snapshots.restore(world.door, world.rules, run.streamId);
      if (!base) return null;
      const { state } = await foldStream(world.door, world.rules, run.streamId, runCodec, base);
      return same(state, again) ? null : `folds to another state from its snapshot at ${base.head.revision}`;
    },
  },
  {
    name: 'replay equal',
    rule: 'K-S01, K-056',
    async look({ world, run, again }) {
      if (!same(run.state, again)) return 'folds to another state from its first fact';
      const handled = await foldStream(world.door, world.rules, run.streamId, runCodec);
      return same(handled.state, run.state) ? null : 'is folded otherwise by those who handle commands';
    },
  },
  {
    name: 'two schedulers equal',
    rule: 'K-295, K-S02',
    look: ({ world: { readings }, run, again }) =>
      same(
        answerTo(() => readings.nextDecision(run.state)),
        answerTo(() => readings.nextDecision(again)),
      )
        ? null
        : 'gets two decisions from two schedulers',
  },
  {
    name: 'work lists equal after rebuild',
    rule: 'K-056, K-315',
    look({ world: { readings }, run: { state }, again }) {
      const { dueInstants, openWaits, awaitingEvaluation } = readings;
      const lists = [dueInstants, openWaits, awaitingEvaluation] as ReadonlyArray<(from: RunState) => unknown>;
      return lists.every((list) => same(list(state), list(again))) ? null : 'has other work after a rebuild';
    },
  },
  {
    name: 'views equal after rebuild',
    rule: 'K-056, F-ES-08',
    look(at) {
      const differing = at.world.readings.views.find((view) => viewDiffers(view, at));
      return differing ? `has another row in the view ${differing.name} after a rebuild` : null;
    },
  },
  {
    name: 'two tickers, one set of facts',
    rule: 'K-315',
    look: (at) =>
      isTerminal(at.run.state) ||
      same(
        answerTo(() => ticked(at, at.run.state)),
        answerTo(() => ticked(at, at.again)),
      )
        ? null
        : 'gets other facts from another ticker',
  },
  {
    name: 'folds change nothing in place',
    rule: 'K-004',
    look({ run: { state }, memories: { states } }) {
      const moved = states.find((one) => canonicalJson(one.state) !== one.text);
      states.push({ state, text: canonicalJson(state) });
      if (states.length > 3) states.shift();
      return moved ? `had its state at ${moved.state.sequence} changed afterwards` : null;
    },
  },
];

/** Throws a Violation; tells the name of each check that it made. */
export async function checkDeeply(world: World, run: LiveRun, memories: Memories, made: (name: string) => void): Promise<void> {
  const events = (world.store.streams.get(run.streamId) ?? []).map(storedEvent);
  const again = events.reduce<RunState>(
    (state, event) => world.rules.evolve(state, runCodec.open(event) as RecordedRunEvent),
    world.rules.initial,
  );
  for (const { name, rule, look } of DEEP_CHECKS) {
    const wrong = await look({ world, run, events, again, memories });
    made(name);
    if (wrong !== null) throw new Violation(name, rule, `Run ${run.runId} at ${run.state.sequence} ${wrong}`);
  }
}

/** Every chain and row binding of the store. */
export async function checkChains(world: World): Promise<void> {
  const { breaks } = await verify(world.journal);
  const [first] = breaks;
  if (first) throw new Violation('chains sound', 'K-057, K-058', JSON.stringify(first));
}
