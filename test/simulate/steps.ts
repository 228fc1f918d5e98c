// What each kind of step does. A step that finds nothing to do does nothing and says so.
import { dueInstants } from '#domain/run';
import { pinContract, evaluate } from './actors/acceptance.js';
import { tick } from './actors/clock.js';
import { execute } from './actors/executor.js';
import { ingress, workspace } from './actors/hosts.js';
import { orchestrate, revise } from './actors/orchestrator.js';
import { admit } from './actors/planning.js';
import { review } from './actors/reviewer.js';
import { schedule } from './actors/scheduler.js';
import { control, decideGate } from './actors/sponsor.js';
import { supply } from './actors/supply.js';
import { corrupt, drifted } from './lies.js';
import type { Answer, Message } from './message.js';
import { messageOf, sceneOf } from './scene.js';
import type { ActorMove } from './scene.js';
import type { Random } from './random.js';
import type { StormKind } from './trace.js';
import type { World } from './world.js';

/** null: nothing to do. */
export type Done = readonly Answer[] | null;

export const MOVES = {
  pin: pinContract,
  schedule,
  supply,
  execute,
  evaluate,
  review,
  gate: decideGate,
  control,
  orchestrate,
  revise,
  workspace,
  ingress,
} as const satisfies Partial<Record<StormKind, ActorMove>>;

export type MoveKind = keyof typeof MOVES;

const isMove = (kind: StormKind): kind is MoveKind => Object.hasOwn(MOVES, kind);

const IN_WAITING = 64;

/** The network: delivers, loses, delays or doubles. */
async function post(world: World, random: Random, message: Message): Promise<Done> {
  const { drop, delay, duplicate } = world.climate;
  world.remember(message);
  if (drop > 0 && random.chance(drop)) {
    world.counts.add('fault message lost');
    return [];
  }
  if (delay > 0 && random.chance(delay) && world.delayed.length < IN_WAITING) {
    world.counts.add('fault message delayed');
    world.delayed.push(message);
    return [];
  }
  const answers = await world.deliver([message]);
  if (duplicate === 0 || !random.chance(duplicate)) return answers;
  world.counts.add('fault message doubled');
  return [...answers, ...(await world.deliver([message]))];
}

function someMessage(world: World, random: Random, kinds: readonly MoveKind[]): Message | null {
  const kind = random.pick(kinds);
  const scene = kind && sceneOf(world, random);
  return scene ? MOVES[kind](scene) : null;
}

const ANY = Object.keys(MOVES) as readonly MoveKind[];
const RACING = [
  'gate',
  'control',
  'schedule',
  'supply',
  'execute',
  'review',
  'orchestrate',
  'revise',
  'evaluate',
  'pin',
] as const;

function admitted(world: World, random: Random): Message | null {
  const open = world.liveRuns().filter(({ state }) => dueInstants(state).length > 0 || state.open.length > 0);
  return open.length < world.climate.runs ? admit(world, random) : null;
}

/** The store's clock goes on: a little, to the next due instant or just past it, or past everything. It may also stand back once. */
function pass(world: World, random: Random): Done {
  const next = random.weighted({ little: 40, second: 20, lease: 15, due: 20, past: 4, hours: 0.5, back: 3 });
  if (next === 'back') {
    world.wobble = random.pick([500, 4_000, 5_001, 60_000] as const);
    world.counts.add('fault store clock stands back');
    return [];
  }
  const due = world.liveRuns().flatMap(({ state }) => dueInstants(state).slice(0, 1));
  const nearest = Math.min(...due.map((one) => one.at), world.now + 60_000);
  if (next === 'little') world.now += random.between(1, 900);
  else if (next === 'second') world.now += random.between(1_000, 6_000);
  else if (next === 'lease') world.now += random.between(6_000, 40_000);
  else if (next === 'due') world.now = Math.max(world.now, nearest + random.pick([-1, 0, 0, 1, 500] as const));
  else if (next === 'past') world.now += random.between(60_000, 1_200_000);
  else world.now += 7_200_000;
  return [];
}

async function ticks(world: World, random: Random): Promise<Done> {
  const due = world.liveRuns().filter(({ state }) => (dueInstants(state)[0]?.at ?? Infinity) <= world.now);
  const run = random.pick(due) ?? (random.chance(0.3) ? random.pick(world.liveRuns()) : undefined);
  if (!run) return null;
  if (!random.chance(0.2)) return world.deliver([tick({ world, run })]);
  world.counts.add('fault two tickers');
  return world.deliver([tick({ world, run }), tick({ world, run })]);
}

async function race(world: World, random: Random): Promise<Done> {
  const scene = sceneOf(world, random);
  const messages = [0, 1].flatMap(() => {
    const message = scene && MOVES[random.pick(RACING)](scene);
    return message ? [message] : [];
  });
  if (messages.length < 2) return messages.length === 0 ? null : world.deliver(messages);
  const sponsors = messages.every(({ command }) => command.meta.actor.role === 'sponsor');
  world.counts.add(sponsors ? 'fault two Sponsors race' : 'fault two senders race');
  return world.deliver(messages);
}

async function crash(world: World, random: Random): Promise<Done> {
  const message = random.chance(0.1) ? admitted(world, random) : someMessage(world, random, ANY);
  if (!message) return null;
  const place = random.pick(['before_write', 'after_write'] as const);
  world.counts.add(`fault crash ${place.replace('_', ' ')}`);
  const answers = await world.dieAt(place, message);
  if (random.chance(0.3)) {
    world.delayed.push(message);
    return answers;
  }
  return [...answers, ...(await world.deliver([message]))];
}

async function zombie(world: World, random: Random): Promise<Done> {
  const message = someMessage(world, random, ANY);
  if (!world.old || !message) return null;
  world.counts.add('fault old writer');
  return world.deliver([messageOf(message.command, 'an old writer')], world.old);
}

async function lie(world: World, random: Random): Promise<Done> {
  const base = random.chance(0.2) ? random.pick(world.archive) : someMessage(world, random, ANY);
  if (!base || base.lie !== null) return null;
  const told = random.chance(0.15) ? drifted(base, world) : corrupt(base, random, world);
  if (!told) return null;
  return world.deliver([told]);
}

async function deliver(world: World, random: Random): Promise<Done> {
  const index = random.below(world.delayed.length);
  const [message] = world.delayed.splice(index, 1);
  if (!message) return null;
  if (index > 0) world.counts.add('fault messages out of order');
  return world.deliver([message]);
}

async function again(world: World, random: Random): Promise<Done> {
  const message = random.pick(world.archive);
  if (!message) return null;
  world.counts.add('fault message again, later');
  return world.deliver([message]);
}

const OTHERS = { time: pass, tick: ticks, race, crash, zombie, lie, deliver, again } as const;

/** The answers of one step; null where there was nothing to do. */
export async function performStep(world: World, random: Random, kind: StormKind): Promise<Done> {
  if (isMove(kind)) {
    const scene = sceneOf(world, random);
    const message = scene && MOVES[kind](scene);
    return message ? post(world, random, message) : null;
  }
  if (kind === 'admit') {
    const message = admitted(world, random);
    return message ? post(world, random, message) : null;
  }
  return OTHERS[kind](world, random);
}
