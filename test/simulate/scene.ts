// Where an actor stands when it acts: a Run as it sees it (perhaps an old state), and its own clock (perhaps a wrong one).
import type { Actor } from '#domain/kernel';
import { isTerminal } from '#domain/run';
import type { PersonAuthority, RunCommand, RunCommandData, RunCommandType, RunState, TaskState } from '#domain/run';
import { agent, commandIdOf, digestOf, person } from '#testing';
import { PROJECT, sponsorAuthority } from '#testing/run';
import type { Message } from './message.js';
import type { Random } from './random.js';
import type { LiveRun, World } from './world.js';

export interface Scene {
  readonly world: World;
  readonly random: Random;
  readonly run: LiveRun;
  /** As the actor sees it. */
  readonly state: RunState;
  /** By the actor's own clock. */
  readonly now: number;
}

export type ActorMove = (scene: Scene) => Message | null;

export const REQUESTER = person('rita');
/** Everyone in the Project's sponsors; rita is the requester, too. */
export const SPONSORS = [person('sam'), person('sue'), REQUESTER] as const;
export const WORKERS = ['alice', 'bob', 'carol', 'dave'] as const;
export const REVIEWERS = [agent('rob', 'reviewer'), agent('rae', 'reviewer')] as const;
export const ORCHESTRATOR = agent('olga', 'orchestrator');

/** A scene on some Run, mostly one that is not over; null while there is none. */
export function sceneOf(world: World, random: Random, chosen?: LiveRun): Scene | null {
  const { climate } = world;
  const runs = world.liveRuns();
  const open = random.chance(0.95) ? runs.filter(({ state }) => !isTerminal(state)) : runs;
  const run = chosen ?? random.pick(open);
  if (!run) return null;
  const old = climate.stale > 0 && random.chance(climate.stale) ? random.pick(run.past) : undefined;
  if (old) world.counts.add('fault stale view');
  const skew = climate.skewMs === 0 ? 0 : random.between(-climate.skewMs, climate.skewMs);
  return { world, random, run, state: old && old.sequence >= 0 ? old : run.state, now: world.now + skew };
}

export const messageOf = (command: RunCommand, lie: string | null = null): Message => ({ command, lie });

/** The command as an in-process client sends it. */
export function say<Type extends RunCommandType>(
  scene: Pick<Scene, 'world' | 'run'> & Partial<Pick<Scene, 'now'>>,
  type: Type,
  actor: Actor,
  data: Omit<RunCommandData<Type>, 'runId'>,
): Message {
  const { world, run, now = world.now } = scene;
  if (now !== world.now) world.counts.add('fault node clock skewed');
  const meta = {
    commandId: commandIdOf(world.nextCommand()),
    projectId: PROJECT,
    actor,
    capability: null,
    correlationId: null,
    causationId: null,
    traceparent: null,
  };
  return messageOf({ type, data: { runId: run.runId, ...data }, meta } as unknown as RunCommand);
}

export const nextOperation = (world: World): string => `operation-${(world.operations += 1)}`;

export const routeDigest = (world: World): string => digestOf(`member routes ${world.route}`);

export const authorityOf = (sponsor: Actor, change: Partial<PersonAuthority> = {}): PersonAuthority =>
  sponsorAuthority(sponsor.principalId, change);

export const proofOf = (
  { run }: Scene,
  action: string,
  actor: Actor,
  target: { readonly taskKey: string; readonly targetId: string; readonly expectedSequence: number },
) => ({
  action,
  role: actor.role,
  principalId: actor.principalId,
  projectId: PROJECT,
  runId: run.runId,
  ...target,
  catalogRevision: 'catalog-revision-1',
  proofDigest: digestOf(`${action} ${target.targetId}`),
});

export const taskBy = (state: RunState, key: string): TaskState | undefined => state.tasks[state.taskIndex[key] ?? -1];

export const openOf = (state: RunState): readonly TaskState[] => state.open.map((index) => state.tasks[index] as TaskState);
