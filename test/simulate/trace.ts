// What happened, small enough to be kept: the world's seed and its steps. A step carries the seed of all its own choices,
// so that a step keeps its meaning when others are taken away.

export const STEP_KINDS = [
  'time',
  'tick',
  'admit',
  'pin',
  'schedule',
  'supply',
  'execute',
  'evaluate',
  'review',
  'gate',
  'control',
  'orchestrate',
  'revise',
  'workspace',
  'ingress',
  'deliver',
  'again',
  'lie',
  'race',
  'crash',
  'zombie',
  'end',
] as const;

export type StepKind = (typeof STEP_KINDS)[number];

/** What the generator chooses from; `end` comes once, at the end. */
export type StormKind = Exclude<StepKind, 'end'>;

export interface Step {
  readonly kind: StepKind;
  readonly seed: number;
}

export interface Trace {
  /** Gives the climate of the world: plans, capacities, how often what goes wrong. */
  readonly world: number;
  readonly steps: readonly Step[];
}

/** One line: `world kind:seed kind:seed …`, seeds in base 36. */
export const traceText = ({ world, steps }: Trace): string =>
  [world.toString(36), ...steps.map(({ kind, seed }) => `${kind}:${seed.toString(36)}`)].join(' ');

export function parseTrace(text: string): Trace {
  const [world = '', ...steps] = text.trim().split(/\s+/);
  return {
    world: Number.parseInt(world, 36),
    steps: steps.map((step) => {
      const [kind, seed = '0'] = step.split(':');
      const known = STEP_KINDS.find((one) => one === kind);
      if (!known) throw new Error(`A trace knows no step ${kind}.`);
      return { kind: known, seed: Number.parseInt(seed, 36) };
    }),
  };
}
