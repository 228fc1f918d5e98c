// What kind of world it is: no two episodes go wrong in the same ways. All of it follows from the world's seed.
import { mix, Random } from './random.js';
import type { StormKind } from './trace.js';

export interface Climate {
  readonly runs: number;
  readonly tasks: number;
  readonly capacity: number;
  /** How often a sender looks at an old state of the Run. */
  readonly stale: number;
  /** Of each message: how often the network loses, delays or doubles it. */
  readonly drop: number;
  readonly delay: number;
  readonly duplicate: number;
  /** How often an agent answers badly: fails, reports what is not wanted, goes away. */
  readonly unwell: number;
  /** Largest skew of a node's clock in milliseconds. */
  readonly skewMs: number;
  readonly weights: Readonly<Record<StormKind, number>>;
}

const WEIGHTS: Readonly<Record<StormKind, number>> = {
  time: 9,
  tick: 7,
  admit: 3,
  pin: 10,
  schedule: 12,
  supply: 10,
  execute: 26,
  evaluate: 8,
  review: 8,
  gate: 6,
  control: 2,
  orchestrate: 5,
  revise: 3,
  workspace: 2,
  ingress: 0.5,
  deliver: 5,
  again: 3,
  lie: 3,
  race: 3,
  crash: 1,
  zombie: 0.3,
};

/** Off, rare, or often. */
const level = (random: Random, rare: number, often: number): number => random.pick([0, rare, rare, often] as const);

export function climateOf(world: number): Climate {
  const random = new Random(mix(world, 1));
  const weights = Object.fromEntries(
    Object.entries(WEIGHTS).map(([kind, weight]) => [kind, weight * random.pick([0.4, 1, 1, 1, 2.5] as const)]),
  ) as Record<StormKind, number>;
  return {
    runs: random.between(1, 3),
    tasks: random.pick([2, 4, 4, 7, 12] as const),
    capacity: random.between(1, 4),
    stale: level(random, 0.1, 0.4),
    drop: level(random, 0.03, 0.15),
    delay: level(random, 0.05, 0.25),
    duplicate: level(random, 0.05, 0.25),
    unwell: level(random, 0.15, 0.5),
    skewMs: random.pick([0, 5_000, 90_000, 300_000] as const),
    weights,
  };
}

/** Nothing goes wrong any more: used to bring every Run to its end. */
export const calmed = (climate: Climate): Climate => ({
  ...climate,
  stale: 0,
  drop: 0,
  delay: 0,
  duplicate: 0,
  unwell: 0,
  skewMs: 0,
});
